import { type ReactNode, useState } from 'react'
import { useQuery } from '../../api/use-query.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import styles from './notifications.module.css'
import { type PushState, readPushState, switchPushOff, switchPushOn } from '../../device/push-device.ts'

const TEXTS: Readonly<Record<PushState, string>> = {
  on: 'This device gets push messages.',
  off: 'Get a short message on this device, even when Outlast is closed. Your browser asks you once.',
  denied: 'Your browser blocks messages from this pool. Allow notifications in its settings for this page, then come back.',
  'needs-home-screen': 'On iPhone and iPad: tap Share, then “Add to Home Screen”, and open Outlast from there to switch push on.',
  unsupported: 'This browser cannot receive push messages. Mail reaches you everywhere.',
}

interface PushSwitchProps {
  readonly pushKey: string
  /** Called after this device was added or removed. */
  readonly onChange: () => Promise<void>
}

/** Switches push messages on this device on and off. */
export function PushSwitch({ pushKey, onChange }: PushSwitchProps): ReactNode {
  const { data } = useQuery(readPushState, '')
  const [changed, setChanged] = useState<PushState>()
  const state = changed ?? data
  const change = useAction(
    async (to: 'on' | 'off') => {
      setChanged(await (to === 'on' ? switchPushOn(pushKey) : switchPushOff()))
      await onChange()
    },
    { fallback: 'Your browser could not reach its push service. Try again in a moment' },
  )
  if (state === undefined) return null
  return (
    <div className={styles.push}>
      <p className={`line ${styles.pushTitle}`}>Push on this device {state === 'on' && <Badge tone="win">On</Badge>}</p>
      <p className={`note ${styles.muted}`}>{TEXTS[state]}</p>
      <ErrorText>{change.error}</ErrorText>
      {(state === 'on' || state === 'off') && (
        <div>
          <Button
            variant={state === 'off' ? 'primary' : 'secondary'}
            pending={change.pending}
            onClick={() => change.run(state === 'on' ? 'off' : 'on')}
          >
            {state === 'on' ? 'Switch push off here' : 'Switch push on'}
          </Button>
        </div>
      )}
    </div>
  )
}
