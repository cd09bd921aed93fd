import type { DeviceSession } from '@outlast/contract'
import { Laptop, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { deviceTime } from '../../clock/device-clock.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { useConfirm } from '../../ui/overlays/confirm.tsx'
import { preloadDialog } from '../../ui/overlays/dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { forgetSession, signIn, useUser } from '../../session/session.ts'
import styles from './account.module.css'
import { PasskeysCard } from './passkeys-card.tsx'
import { lastSeenText, signedInText } from './sign-in-texts.ts'
import { useSignOut } from './use-sign-out.ts'

const readDevices = () => api.call('listSessions')

/** How the member signs in without a password, and where they are signed in. */
export function LoginsCard(): ReactNode {
  const { email } = useUser()
  return (
    <>
      <PasskeysCard email={email} />
      <DevicesCard />
    </>
  )
}

/** The devices that are signed in. Signs out one of them, the others, or all. */
function DevicesCard(): ReactNode {
  const confirm = useConfirm()
  const { data: devices = [], error, refetch } = useQuery(readDevices, 'Failed to load your devices')
  const others = useAction(signOutOthers, { success: 'All other devices are signed out', fallback: 'Failed to sign out' })
  const askToSignOut = useSignOut()
  const everywhere = useAction(signOutEverywhere, { fallback: 'Failed to sign out' })
  const askOthers = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Sign out all other devices?',
      message: 'Only this device stays signed in.',
      confirmLabel: 'Sign out the others',
      danger: true,
    })
    if (!isSure) return
    await others.run()
    refetch()
  }
  const askEverywhere = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Sign out everywhere?',
      message: 'This ends your session on this device and on all others.',
      confirmLabel: 'Sign out everywhere',
      danger: true,
    })
    if (isSure) await everywhere.run()
  }
  return (
    <Card title="Signed-in devices">
      <p className={styles.muted}>Lost your phone, or signed in on someone else’s? Sign it out here. It takes effect at once.</p>
      <ErrorBox message={error} />
      {devices.length > 0 && (
        <ul className="stack">
          {devices.map((device) => (
            <Device key={device.id} device={device} onEnded={refetch} />
          ))}
        </ul>
      )}
      <div className="wrap">
        <Button onFocus={preloadDialog} onClick={() => void askToSignOut()}>
          Sign out
        </Button>
        {devices.length > 1 && (
          <Button pending={others.pending} onFocus={preloadDialog} onClick={askOthers}>
            Sign out all others
          </Button>
        )}
        <Button pending={everywhere.pending} onFocus={preloadDialog} onClick={askEverywhere}>
          Sign out everywhere
        </Button>
      </div>
      <ErrorText>{others.error ?? everywhere.error}</ErrorText>
    </Card>
  )
}

function Device({ device, onEnded }: { readonly device: DeviceSession; readonly onEnded: () => void }): ReactNode {
  const end = useAction(
    async () => {
      await write('endSession', { params: { id: device.id } })
      onEnded()
    },
    { success: 'The device is signed out', fallback: 'Failed to sign out' },
  )
  const Icon = /iPhone|Android/.test(device.device) ? Smartphone : Laptop
  return (
    <li className={styles.item}>
      <Icon aria-hidden size={20} className={styles.icon} />
      <div className={styles.what}>
        <p className={styles.itemTitle}>
          {device.device} {device.is_current && <Badge tone="win">This device</Badge>}
        </p>
        <p className="note">{lastSeenText(device, deviceTime())}</p>
        <p className="note">{signedInText(device)}</p>
        <ErrorText>{end.error}</ErrorText>
      </div>
      {!device.is_current && (
        <Button size="small" pending={end.pending} onClick={() => end.run()}>
          Sign out<VisuallyHidden> {device.device}</VisuallyHidden>
        </Button>
      )}
    </li>
  )
}

async function signOutOthers(): Promise<void> {
  signIn(await write('endOtherSessions', { body: {} }))
}

async function signOutEverywhere(): Promise<void> {
  await write('signOutEverywhere', { body: {} })
  forgetSession()
}
