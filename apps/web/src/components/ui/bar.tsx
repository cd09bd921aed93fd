import { asImage } from './screen-reader.tsx'
import styles from './bar.module.css'

interface BarProps {
  readonly value: number
  readonly max: number
  /** What the bar says to a screen reader; without it the number stands beside the bar anyway and the bar is decoration. */
  readonly label?: string | undefined
}

/** A part of a whole, as a horizontal bar. */
export function Bar({ value, max, label }: BarProps) {
  const width = `${max > 0 ? Math.min(100, Math.max(0, (value / max) * 100)) : 0}%`
  return (
    <span className={styles.bar} {...(label === undefined ? { 'aria-hidden': true } : asImage(label))}>
      <span className={styles.fill} style={{ width }} />
    </span>
  )
}
