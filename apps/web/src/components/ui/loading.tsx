import styles from './loading.module.css'

/** Says that something is on its way. */
export function Loading({ label = 'Loading…' }: { readonly label?: string | undefined }) {
  return <output className={styles.loading}>{label}</output>
}

interface SkeletonProps {
  /** So many lines of text; else one block of `width` and `height`. */
  readonly lines?: number | undefined
  /** Pixels, or any CSS length. */
  readonly width?: number | string | undefined
  readonly height?: number | string | undefined
}

/** Holds the place of what is being loaded, in its size. Nothing to a screen reader: pair it with {@link Loading} or a label. */
export function Skeleton({ lines, width = '100%', height = 20 }: SkeletonProps) {
  if (lines === undefined) return <span data-skeleton className={styles.block} style={{ width, height }} aria-hidden="true" />
  return (
    <span data-skeleton className={styles.lines} style={{ width }} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </span>
  )
}
