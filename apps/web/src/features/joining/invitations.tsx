import type { Invitation } from '@outlast/contract'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { addressProblem, MissingPartNote, useServerStatus } from '../../desk/server-status.tsx'
import { useSiteNow } from '../../clock/site-clock.ts'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { useContractForm, useSubmit } from '../../ui/forms/use-contract-form.ts'
import { useConfirm } from '../../ui/overlays/confirm.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { toast } from '../../ui/toast.tsx'
import { endedText } from './ended-text.ts'
import { InvitationCard } from './invitation-card.tsx'
import styles from './joining.module.css'
import { useInvitations } from './use-invitations.ts'

/** The invitation links, with the form for a new one. */
export function Invitations() {
  const { data, error, refetch } = useInvitations()
  const [shown, setShown] = useState<Invitation | null>(null)
  const server = useServerStatus()
  return (
    <section className={styles.invitations} aria-label="Invitations">
      <p className="strong">Invitation links</p>
      <p className="note">Share a link or print its QR code. Anyone who opens it registers with the code filled in.</p>
      <MissingPartNote of={server && addressProblem(server)} />
      {error !== null && data === undefined && <ErrorBox message={error} />}
      {data !== undefined && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} onShow={() => setShown(invitation)} onRevoked={refetch} />
          ))}
        </ul>
      )}
      <CreateInvitation
        onCreated={(invitation) => {
          refetch()
          setShown(invitation)
        }}
      />
      <Dialog open={shown !== null} onOpenChange={(open) => open || setShown(null)} title={shown?.label ?? 'Invitation'}>
        {shown !== null && <InvitationCard invitation={shown} />}
      </Dialog>
    </section>
  )
}

interface InvitationRowProps {
  readonly invitation: Invitation
  readonly onShow: () => void
  readonly onRevoked: () => void
}

function InvitationRow({ invitation, onShow, onRevoked }: InvitationRowProps) {
  const confirm = useConfirm()
  const { id, label, code } = invitation
  const ended = endedText(invitation, useSiteNow(60_000))
  const revoke = useAction(() => write('revokeInvitation', { params: { id } }), {
    success: 'Invitation revoked',
    fallback: 'Failed to revoke the invitation',
  })
  const ask = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Revoke ${label}?`,
      message: 'Its link and code stop working at once. Members who joined with it stay.',
      confirmLabel: 'Revoke',
      danger: true,
    })
    if (isSure && (await revoke.run()) !== undefined) onRevoked()
  }
  return (
    <li className={styles.row}>
      <div className={styles.rowText}>
        <strong>{label}</strong>
        <span className="note">
          <code>{code}</code> · {describeUses(invitation)}
        </span>
        {ended !== null && (
          <span>
            <Badge tone="warn">{ended}</Badge>
          </span>
        )}
        <ErrorText>{revoke.error}</ErrorText>
      </div>
      <div className="wrap">
        <Button size="small" onClick={onShow} aria-label={`Show the link of ${label}`}>
          Show
        </Button>
        <Button size="small" variant="quiet" pending={revoke.pending} onClick={() => void ask()} aria-label={`Revoke ${label}`}>
          Revoke
        </Button>
      </div>
    </li>
  )
}

function describeUses({ uses, max_uses, expires_at }: Invitation): string {
  const used = max_uses === null ? `${uses} joined` : `${uses} of ${max_uses} joined`
  if (expires_at === null) return used
  const day = new Date(expires_at).toLocaleDateString('en-US', { dateStyle: 'medium' })
  return `${used} · until ${day}`
}

/** Says why a link no longer works; null while it does. */
const BLANK = { label: '', max_uses: '', expires_on: '' }

function CreateInvitation({ onCreated }: { readonly onCreated: (invitation: Invitation) => void }) {
  const form = useContractForm<typeof BLANK>({
    schema: () => import('./invitation-schema.ts').then((module) => module.invitationForm),
    defaultValues: BLANK,
  })
  const { errors } = form.formState
  const create = async ({ label, max_uses, expires_on }: typeof BLANK): Promise<void> => {
    const body = {
      label,
      max_uses: max_uses.trim() === '' ? null : Number(max_uses),
      // The link works to the end of that day.
      expires_at: expires_on === '' ? null : new Date(`${expires_on}T23:59:59`).toISOString(),
    }
    const invitation = await write('createInvitation', { body })
    toast('Invitation created')
    form.reset()
    onCreated(invitation)
  }
  const { submit, error, isSubmitting } = useSubmit(form, create, 'Failed to create the invitation')
  const fieldProps = (name: keyof typeof BLANK) => ({ ...form.register(name), error: errors[name]?.message })
  return (
    <Form onSubmit={submit} error={error} label="New invitation">
      <TextField label="For whom?" placeholder="Monday league" autoComplete="off" maxLength={80} {...fieldProps('label')} />
      <div className={styles.pair}>
        <TextField label="Accounts (optional)" inputMode="numeric" autoComplete="off" {...fieldProps('max_uses')} />
        <TextField label="Until (optional)" type="date" {...fieldProps('expires_on')} />
      </div>
      <FormActions>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Create Invitation
        </Button>
      </FormActions>
    </Form>
  )
}
