import { useConfirm } from '../../ui/overlays/confirm.tsx'
import { signOut } from '../../session/session.ts'

/** Returns the action behind *Sign out*: it asks first, because signing in again takes a password or a mail. */
export function useSignOut(): () => Promise<void> {
  const confirm = useConfirm()
  return async () => {
    const question = {
      title: 'Sign out on this device?',
      message: 'You need to sign in again to pick.',
      confirmLabel: 'Sign out',
    }
    if (await confirm(question)) signOut()
  }
}
