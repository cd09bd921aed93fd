import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/loading.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import styles from './reveal.module.css'

/** The placeholder while a week loads. */
export function RevealSkeleton(): ReactNode {
  return (
    <div className={styles.board}>
      <VisuallyHidden>
        <span role="status">Loading…</span>
      </VisuallyHidden>
      <Skeleton height={76} />
      <div className={`stack5 ${styles.columns}`}>
        <Skeleton height={420} />
        <Skeleton height={660} />
      </div>
    </div>
  )
}
