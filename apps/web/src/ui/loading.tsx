import styles from './loading.module.css'

/** Text that announces loading content. */
export function Loading({ label = 'Loading…' }: { readonly label?: string | undefined }) {
  return <output className={styles.loading}>{label}</output>
}

/** Says that the page is loading, in a place that nothing else on the page moves. */
export function PageLoading() {
  return (
    <div className={styles.page} data-page-loading>
      <Loading />
    </div>
  )
}

interface SkeletonProps {
  /** The number of text lines to draw; without it, one block of `width` and `height`. */
  readonly lines?: number | undefined
  /** Pixels, or any CSS length. */
  readonly width?: number | string | undefined
  readonly height?: number | string | undefined
}

/** A placeholder with the size of the content that is loading. Hidden from screen readers: pair it with {@link Loading}. */
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
