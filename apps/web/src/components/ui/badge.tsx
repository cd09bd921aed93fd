import type { ReactNode } from 'react'
import styles from './badge.module.css'

/** What a badge's colour means. */
export type Tone = 'win' | 'loss' | 'warn' | 'neutral' | 'accent'

/** One or two words about a thing's state. */
export function Badge({ tone = 'neutral', children }: { readonly tone?: Tone | undefined; readonly children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}
