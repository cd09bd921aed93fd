import type { ReactNode } from 'react'
import { Skeleton } from '../../components/ui/loading.tsx'
import { VisuallyHidden } from '../../components/ui/screen-reader.tsx'
import styles from './reveal.module.css'

/** Holds the place of a week while it is fetched. */
export function RevealSkeleton(): ReactNode {
  return (
    <div className={styles.board}>
      <VisuallyHidden>
        <span role="status">Loading…</span>
      </VisuallyHidden>
      <Skeleton height={76} />
      <div className={styles.columns}>
        <Skeleton height={420} />
        <Skeleton height={660} />
      </div>
    </div>
  )
}
