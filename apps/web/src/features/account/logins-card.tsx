import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { useAction } from '../../components/forms/use-action.ts'
import { useConfirm } from '../../components/overlays/confirm.tsx'
import { preloadDialog } from '../../components/overlays/dialog.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import { signOut } from '../../session/session.ts'
import styles from './account.module.css'

/** Signs out of this device, or of all devices. */
export function LoginsCard(): ReactNode {
  const confirm = useConfirm()
  const everywhere = useAction(signOutEverywhere, { fallback: 'Failed to sign out' })
  const ask = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Sign out everywhere?',
      message: 'This ends your session on this device and on all others.',
      confirmLabel: 'Sign out everywhere',
      danger: true,
    })
    if (isSure) await everywhere.run()
  }
  return (
    <Card title="Logins">
      <p className={styles.muted}>Lost your phone, or signed in on someone else’s? End all sessions at once.</p>
      <div className={styles.buttons}>
        <Button onClick={signOut}>Sign out</Button>
        <Button pending={everywhere.pending} onFocus={preloadDialog} onClick={ask}>
          Sign out everywhere
        </Button>
      </div>
      <ErrorText>{everywhere.error}</ErrorText>
    </Card>
  )
}

async function signOutEverywhere(): Promise<void> {
  await api.call('signOutEverywhere', { body: {} })
  signOut()
}
