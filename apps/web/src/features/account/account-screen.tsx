import type { ReactNode } from 'react'
import { PageHeader } from '../../ui/page-header.tsx'
import { useUser } from '../../session/session.ts'
import styles from './account.module.css'
import { CalendarCard } from './calendar-card.tsx'
import { LoginsCard } from './logins-card.tsx'
import { MyEntries } from './my-entries.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'

interface AccountScreenProps {
  readonly dues: ReactNode
  readonly device: ReactNode
  readonly programs: ReactNode
}

/** The member's account: profile, password, logins, and the full history of their picks. */
export function AccountScreen({ dues, device, programs }: AccountScreenProps): ReactNode {
  const user = useUser()
  // On a phone the entries come after the forms, so the header links to them.
  const entriesLink = (
    <a href="#my-entries" className={styles.jump}>
      My entries
    </a>
  )
  return (
    <div className={styles.page}>
      <PageHeader title="Account" help="playing#signing-in" lead={`Signed in as ${user.email}`} actions={entriesLink} />
      <div className={styles.columns}>
        <div className={styles.column}>
          {device}
          {dues}
          <NotificationsCard />
          <ProfileCard user={user} />
          <CalendarCard />
          <PasswordCard email={user.email} />
          <LoginsCard />
          {programs}
        </div>
        <div id="my-entries" className={styles.entries}>
          <MyEntries userId={user.id} />
        </div>
      </div>
    </div>
  )
}
