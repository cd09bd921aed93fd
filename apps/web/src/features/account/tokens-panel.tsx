import type { NewProgramToken, ProgramToken } from '@outlast/contract'
import { type Scope, scopesWithin } from '@outlast/domain/rules'
import { Bot } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { deviceTime } from '../../clock/device-clock.ts'
import { copyText } from '../../lib/copy-text.ts'
import { powersIn } from '../../session/powers.ts'
import { useSession } from '../../session/session.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { useConfirm } from '../../ui/overlays/confirm.tsx'
import { Dialog, preloadDialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './account.module.css'

const readTokens = () => api.call('listTokens')

const DAY_MS = 86_400_000

/** What each scope lets a program do, in the order of the choice. */
const SCOPES: readonly {
  readonly scope: Scope
  readonly label: string
  readonly hint: string
}[] = [
  { scope: 'read', label: 'Read', hint: 'What a member sees, and your own picks. Nothing of the admin desk.' },
  { scope: 'picks', label: 'Pick', hint: 'Makes, changes and clears the picks of your entries.' },
  { scope: 'money', label: 'Payments', hint: 'Reads the books and records payments, while that is your job.' },
  { scope: 'games', label: 'Games', hint: 'Fetches and corrects games, while that is your job.' },
]

/** The member's tokens for programs: lists, creates and revokes them. */
export function TokensPanel(): ReactNode {
  const { data: tokens, error, refetch } = useQuery(readTokens, 'Failed to load your tokens')
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<NewProgramToken | null>(null)
  const show = (token: NewProgramToken): void => {
    setCreating(false)
    setCreated(token)
    refetch()
  }
  return (
    <div className={styles.panel}>
      <p className={styles.muted}>
        A token lets a program act for you, only in what you choose. It can neither sign in nor change your account. Each day of
        its use is in the audit trail.
      </p>
      {tokens === undefined && (error === null ? <Skeleton lines={2} /> : <ErrorBox message={error} />)}
      {tokens !== undefined && tokens.length > 0 && (
        <ul className="stack">
          {tokens.map((token) => (
            <TokenItem key={token.id} token={token} onRevoked={refetch} />
          ))}
        </ul>
      )}
      <div className="wrap">
        <Button onFocus={preloadDialog} onClick={() => setCreating(true)}>
          New token
        </Button>
      </div>
      <Dialog open={isCreating} onOpenChange={setCreating} title="New token">
        <CreateToken onCreated={show} />
      </Dialog>
      <Dialog
        open={created !== null}
        onOpenChange={(open) => open || setCreated(null)}
        title={created === null ? 'New token' : `The token “${created.name}”`}
      >
        {created !== null && <ShownOnce token={created.token} />}
      </Dialog>
    </div>
  )
}

function TokenItem({ token, onRevoked }: { readonly token: ProgramToken; readonly onRevoked: () => void }): ReactNode {
  const confirm = useConfirm()
  const { id, name, scopes, ends_at, last_used_at: usedAt } = token
  const revocation = useAction(
    async () => {
      await write('revokeToken', { params: { id } })
      onRevoked()
    },
    { success: 'Token revoked', fallback: 'Failed to revoke the token' },
  )
  const ask = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Revoke “${name}”?`,
      message: 'The program that uses it stops working at once. What it did stays.',
      confirmLabel: 'Revoke token',
      danger: true,
    })
    if (isSure) await revocation.run()
  }
  return (
    <li className={styles.item}>
      <Bot aria-hidden size={20} className={styles.icon} />
      <div className={styles.what}>
        <p className={styles.itemTitle}>{name}</p>
        <p className="note">{SCOPES.flatMap(({ scope, label }) => (scopes.includes(scope) ? [label] : [])).join(', ')}</p>
        <p className="note">
          Until {dayOf(ends_at)}
          {usedAt === null ? ', not used yet' : `, last used on ${dayOf(usedAt)}`}
        </p>
        <ErrorText>{revocation.error}</ErrorText>
      </div>
      <Button size="small" pending={revocation.pending} onFocus={preloadDialog} onClick={ask}>
        Revoke<VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    </li>
  )
}

/** Asks for a name, an end and what the token may do. */
function CreateToken({ onCreated }: { readonly onCreated: (token: NewProgramToken) => void }): ReactNode {
  const offered = scopesWithin(powersIn(useSession()))
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(['read'])
  const [endsOn, setEndsOn] = useState(() => dayIn(90))
  const creation = useAction(
    // It works until the end of that day.
    () => api.call('createToken', { body: { name, scopes: [...scopes], ends_at: new Date(`${endsOn}T23:59:59`).toISOString() } }),
    { fallback: 'Failed to create the token' },
  )
  const create = async (): Promise<void> => {
    const token = await creation.run()
    if (token !== undefined) onCreated(token)
  }
  const toggle = (scope: Scope, isOn: boolean): void =>
    setScopes(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope))
  return (
    <Form onSubmit={create} error={creation.error} label="New token">
      <TextField
        label="Name"
        hint="The program, such as “Display at the bar”"
        autoComplete="off"
        maxLength={60}
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <fieldset className={styles.choices}>
        <legend>It may</legend>
        {SCOPES.filter(({ scope }) => offered.includes(scope)).map(({ scope, label, hint }) => (
          <Checkbox
            key={scope}
            label={label}
            hint={hint}
            checked={scopes.includes(scope)}
            onChange={(event) => toggle(scope, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <TextField
        label="Until"
        type="date"
        hint="A year at most. A new password and Sign out everywhere end it too."
        min={dayIn(0)}
        max={dayIn(365)}
        required
        value={endsOn}
        onChange={(event) => setEndsOn(event.currentTarget.value)}
      />
      <div className="wrap">
        <Button type="submit" variant="primary" pending={creation.pending} disabled={scopes.length === 0}>
          Create token
        </Button>
      </div>
    </Form>
  )
}

function ShownOnce({ token }: { readonly token: string }): ReactNode {
  return (
    <>
      <TextField
        label="Token"
        value={token}
        readOnly
        hint="Copy it now: it is shown only this once. Whoever has it can do what you chose, so give it to that program only."
        onFocus={(event) => event.target.select()}
      />
      <div className="wrap">
        <Button variant="primary" onClick={() => void copy(token)}>
          Copy
        </Button>
      </div>
    </>
  )
}

async function copy(token: string): Promise<void> {
  toast((await copyText(token)) ? 'Token copied' : 'Your browser did not allow copying. Select the token and copy it')
}

/** The day on this device, in which its owner chose the end. */
const dayOf = (iso: string): string => new Date(iso).toLocaleDateString('en-US', { dateStyle: 'medium' })

/** Returns the day in some days, as a date field has it. */
function dayIn(days: number): string {
  // Swedish writes days like date fields do.
  return new Date(Date.parse(deviceTime()) + days * DAY_MS).toLocaleDateString('sv-SE')
}
