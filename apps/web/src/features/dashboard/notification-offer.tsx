import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { readPushState } from '../../device/push-device.ts'
import { endNotificationOffer } from '../../pick-drafts/notification-offer.ts'
import { Button } from '../../ui/button.tsx'
import styles from './notification-offer.module.css'

/** Whether this browser could receive messages, does not yet, and the pool sends any. */
const readIsOffered = async (): Promise<boolean> =>
  (await readPushState()) === 'off' && (await api.call('getNotifications')).enabled

/** Offers messages on this device, once. */
export function NotificationOffer(): ReactNode {
  const { data: isOffered } = useQuery(readIsOffered, '')
  if (isOffered !== true) return null
  return (
    <div className={`row note ${styles.offer}`} role="group" aria-label="Notifications">
      <p>
        <Link to="/account?notifications" onClick={endNotificationOffer}>
          Get a message
        </Link>{' '}
        when a pick is missing or final.
      </p>
      <Button size="small" variant="quiet" onClick={endNotificationOffer}>
        No, thanks
      </Button>
    </div>
  )
}
