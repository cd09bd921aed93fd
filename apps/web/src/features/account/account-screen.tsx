import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { useUser } from '../../session/session.ts'
import styles from './account.module.css'
import { LoginsCard } from './logins-card.tsx'
import { MyEntries } from './my-entries.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'

/** The member's own account, and everything that ever happened to their picks (decisions.md §Screens). */
export function AccountScreen(): ReactNode {
  const user = useUser()
  // On a phone they come after the forms.
  const toEntries = (
    <Link to="#my-entries" className={styles.jump}>
      My entries
    </Link>
  )
  return (
    <div className={styles.page}>
      <PageHeader title="Account" lead={`Signed in as ${user.email}`} actions={toEntries} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <ProfileCard user={user} />
          <PasswordCard email={user.email} />
          <LoginsCard />
        </div>
        <div id="my-entries" className={styles.entries}>
          <MyEntries userId={user.id} />
        </div>
      </div>
    </div>
  )
}
