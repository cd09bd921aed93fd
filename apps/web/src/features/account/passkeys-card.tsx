import { ApiError, type Passkey } from '@outlast/contract'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { easternDay } from '../../clock/format.ts'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { useConfirm } from '../../ui/overlays/confirm.tsx'
import { preloadDialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { toast } from '../../ui/toast.tsx'
import { createPasskey, deviceName, hasPasskeys, passkeyError } from '../../session/passkey.ts'
import styles from './account.module.css'

const readPasskeys = () => api.call('listPasskeys')

/** The member's passkeys: lists, adds and removes them. */
export function PasskeysCard({ email }: { readonly email: string }): ReactNode {
  const { data: passkeys = [], error, refetch } = useQuery(readPasskeys, 'Failed to load your passkeys')
  const [isAdding, setAdding] = useState(false)
  // A browser without passkeys can still remove one, for example that of a lost phone.
  if (!hasPasskeys() && passkeys.length === 0) return null
  const finish = (): void => {
    setAdding(false)
    refetch()
  }
  return (
    <Card title="Passkeys">
      <p className={styles.muted}>
        Sign in with your fingerprint, face or screen lock. You have no password to remember, and nobody can guess it.
      </p>
      <ErrorBox message={error} />
      {passkeys.length > 0 && (
        <ul className="stack">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onRemoved={refetch} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <AddPasskey email={email} onAdded={finish} onCancel={() => setAdding(false)} />
      ) : (
        hasPasskeys() && (
          <div className="wrap">
            <Button onClick={() => setAdding(true)}>Add a passkey</Button>
          </div>
        )
      )}
    </Card>
  )
}

function PasskeyItem({ passkey, onRemoved }: { readonly passkey: Passkey; readonly onRemoved: () => void }): ReactNode {
  const confirm = useConfirm()
  const removal = useAction(
    async () => {
      await write('removePasskey', { params: { id: passkey.id } })
      onRemoved()
    },
    { success: 'Passkey removed', fallback: 'Failed to remove the passkey' },
  )
  const ask = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Remove “${passkey.name}”?`,
      message: 'You can no longer sign in with it. Devices that are signed in stay signed in.',
      confirmLabel: 'Remove passkey',
      danger: true,
    })
    if (isSure) await removal.run()
  }
  const { last_used_at: usedAt } = passkey
  return (
    <li className={styles.item}>
      <KeyRound aria-hidden size={20} className={styles.icon} />
      <div className={styles.what}>
        <p className={styles.itemTitle}>{passkey.name}</p>
        <p className="note">
          Added on {easternDay(passkey.created_at)}
          {usedAt === null ? ', not used yet' : `, last used on ${easternDay(usedAt)}`}
        </p>
        <p className="note">{passkey.is_synced ? 'Synced between your devices' : 'Only on one device'}</p>
        <ErrorText>{removal.error}</ErrorText>
      </div>
      <Button size="small" pending={removal.pending} onFocus={preloadDialog} onClick={ask}>
        Remove<VisuallyHidden> {passkey.name}</VisuallyHidden>
      </Button>
    </li>
  )
}

interface AddPasskeyProps {
  readonly email: string
  readonly onAdded: () => void
  readonly onCancel: () => void
}

/** Asks for a name, and for the password if the server needs it. */
function AddPasskey({ email, onAdded, onCancel }: AddPasskeyProps): ReactNode {
  const [name, setName] = useState(deviceName)
  const [password, setPassword] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const add = async (): Promise<void> => {
    setPending(true)
    setError(null)
    try {
      await createPasskey(name, password ?? undefined)
      toast('Passkey added')
      onAdded()
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'sign_in_again') setPassword('')
      setError(passkeyError(failure, 'Failed to add the passkey'))
    } finally {
      setPending(false)
    }
  }
  return (
    <Form onSubmit={add} error={error} label="Add a passkey">
      <TextField
        label="Name"
        hint="To recognize it later, for example the device"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {password !== null && (
        <>
          {/* Password managers read the account from this field. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </>
      )}
      <FormActions>
        <Button type="submit" variant="primary" pending={pending}>
          Create passkey
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </FormActions>
    </Form>
  )
}
