import { type ReactNode, useState } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { createPasskey, deviceName, hasPasskeys, passkeyError } from '../../session/passkey.ts'
import { endPasskeyOffer } from '../../session/passkey-offer.ts'

/** Offers a passkey to a member who has just joined. */
export function PasskeyOffer(): ReactNode {
  const [isOpen, setOpen] = useState(hasPasskeys)
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  if (!isOpen) return null
  const close = (): void => {
    endPasskeyOffer()
    setOpen(false)
  }
  const create = async (): Promise<void> => {
    setPending(true)
    setError(null)
    try {
      await createPasskey(deviceName())
      toast('Passkey added')
      close()
    } catch (failure) {
      setError(passkeyError(failure, 'Failed to add the passkey'))
    } finally {
      setPending(false)
    }
  }
  return (
    <Notice title="Sign in faster next time">
      <p>With a passkey you sign in with your fingerprint, face or screen lock, without a password.</p>
      <div className="wrap">
        <Button size="small" pending={pending} onClick={create}>
          Create a passkey
        </Button>
        <Button size="small" variant="quiet" onClick={close}>
          Not now
        </Button>
      </div>
      <ErrorText>{error}</ErrorText>
      {error !== null && (
        <ButtonLink to="/account" size="small">
          Open your account
        </ButtonLink>
      )}
    </Notice>
  )
}
