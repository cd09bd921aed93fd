import { VisuallyHidden } from '../ui/screen-reader.tsx'
import styles from './lives.module.css'

interface LivesProps {
  readonly left: number
  /** How many lives an entry begins with. */
  readonly of: number
  /** Shows `♥ 2` instead of a heart for each life. */
  readonly short?: boolean
}

/** The lives that an entry has left, as hearts and as a number. */
export function Lives({ left, of, short = false }: LivesProps) {
  const text = `${left} ${left === 1 ? 'life' : 'lives'} left`
  if (short) {
    return (
      <span className={styles.lives} data-none={left === 0 || undefined} title={text}>
        <span aria-hidden="true" className={styles.heart}>
          ♥
        </span>
        <span aria-hidden="true">{left}</span>
        <VisuallyHidden>{text}</VisuallyHidden>
      </span>
    )
  }
  return (
    <span className={styles.lives} data-none={left === 0 || undefined}>
      <span aria-hidden="true">
        <span className={styles.heart}>{'♥'.repeat(left)}</span>
        <span className={styles.lost}>{'♡'.repeat(Math.max(0, of - left))}</span>
      </span>
      {text}
    </span>
  )
}
