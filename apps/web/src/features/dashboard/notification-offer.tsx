import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useQuery } from '../../api/use-query.ts'
import { readPushState } from '../../device/push-device.ts'
import { endNotificationOffer } from '../../pick-drafts/notification-offer.ts'
import { Button } from '../../ui/button.tsx'
import styles from './notification-offer.module.css'

/** Offers messages on this device, once, where the browser can receive them and does not yet. */
export function NotificationOffer(): ReactNode {
  const { data: state } = useQuery(readPushState, '')
  if (state !== 'off') return null
  return (
    <div className={styles.offer} role="group" aria-label="Notifications">
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
