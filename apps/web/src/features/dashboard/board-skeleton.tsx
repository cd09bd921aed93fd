import { Loading } from '../../components/ui/loading.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { VisuallyHidden } from '../../components/ui/visually-hidden.tsx'
import styles from './dashboard-board.module.css'

/** The board's places while it is on its way: a week, and an entry with its pick. */
export function BoardSkeleton() {
  return (
    <div className={styles.board}>
      <VisuallyHidden>
        <Loading />
      </VisuallyHidden>
      <Skeleton height={232} />
      <Skeleton height={36} width={160} />
      <Skeleton height={236} />
    </div>
  )
}
