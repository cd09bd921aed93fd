import { Loading } from '../ui/loading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './list-skeleton.module.css'

const ROWS = 6

/** Holds the place of an admin's list while it comes: its numbers, its toolbar and a few rows. */
export function ListSkeleton({ label }: { readonly label: string }) {
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden>
        <Loading label={label} />
      </VisuallyHidden>
      <Skeleton width={220} height={24} />
      <Skeleton height={68} />
      {Array.from({ length: ROWS }, (_, row) => (
        <Skeleton key={row} height={52} />
      ))}
    </div>
  )
}
