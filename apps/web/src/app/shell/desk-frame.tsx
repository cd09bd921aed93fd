import type { ReactNode } from 'react'
import { useArrived } from '../../lib/arrivals.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useSession } from '../../session/session.ts'
import { PageLoading } from '../../ui/loading.tsx'
import { linksFor } from '../screens/screens.ts'
import { LinkList } from './bar-menu-content.tsx'
import styles from './desk-frame.module.css'

/**
 * A page of the desk, shown when all its parts have arrived, so that none moves another. On a wide page, the desk's other pages are beside
 * it: below 1,440 px, the table of payments needs the room.
 */
export function DeskFrame({ children }: { readonly children: ReactNode }): ReactNode {
  const hasArrived = useArrived()
  const hasRoom = useMedia('(width >= 1440px)')
  return (
    <div className={styles.desk}>
      {hasRoom && <DeskNav />}
      <div>
        {!hasArrived && <PageLoading />}
        <div className={hasArrived ? undefined : styles.arriving} aria-busy={!hasArrived}>
          {children}
        </div>
      </div>
    </div>
  )
}

function DeskNav(): ReactNode {
  const { desk } = linksFor(useSession())
  return (
    <nav aria-label="Desk" className={styles.pages} data-screen-only>
      {desk.map((group) => (
        <LinkList key={group.title} group={group} />
      ))}
    </nav>
  )
}
