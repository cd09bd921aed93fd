import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Card } from '../../ui/card.tsx'
import { ThemeSwitch } from '../shell/theme-switch.tsx'
import styles from './this-device.module.css'

/** What the top bar has no room for on a phone: the theme and the proof. And the way to the notifications, which are further down. */
export function ThisDevice(): ReactNode {
  return (
    <div className={styles.card}>
      <Card title="This device">
        <div className={styles.row}>
          <span>Light or dark</span>
          <ThemeSwitch />
        </div>
        <Link to="/account?notifications" className={styles.row}>
          Notifications
        </Link>
        <Link to="/audit" className={styles.row}>
          Proof: no pick was changed
        </Link>
      </Card>
    </div>
  )
}
