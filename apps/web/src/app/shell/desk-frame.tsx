import type { ReactNode } from 'react'
import { useArrived } from '../../lib/arrivals.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useSession } from '../../session/session.ts'
import { PageLoading } from '../../ui/loading.tsx'
import { linksFor } from '../screens/screens.ts'
import { LinkList } from './bar-menu-content.tsx'
import styles from './desk-frame.module.css'

/** A page of the desk, shown when all its parts have arrived, so that none moves another. On a laptop, the desk's other pages are beside it. */
export function DeskFrame({ children }: { readonly children: ReactNode }): ReactNode {
  const hasArrived = useArrived()
  const isLaptop = useMedia('(width >= 1280px)')
  return (
    <div className={styles.desk}>
      {isLaptop && <DeskNav />}
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
