import styles from './bar.module.css'
import { asImage } from './screen-reader.tsx'

interface BarProps {
  readonly value: number
  readonly max: number
  /** The text for screen readers. Omit it when the number is next to the bar. */
  readonly label?: string | undefined
}

/** A horizontal bar that shows a share of a whole. */
export function Bar({ value, max, label }: BarProps) {
  const width = `${max > 0 ? Math.min(100, Math.max(0, (value / max) * 100)) : 0}%`
  return (
    <span className={styles.bar} {...(label === undefined ? { 'aria-hidden': true } : asImage(label))}>
      <span className={styles.fill} style={{ width }} />
    </span>
  )
}
