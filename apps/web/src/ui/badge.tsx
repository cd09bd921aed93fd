import type { ReactNode } from 'react'
import styles from './badge.module.css'

type Tone = 'win' | 'loss' | 'warn' | 'neutral' | 'accent'

/** One or two words about the state of something. */
export function Badge({ tone = 'neutral', children }: { readonly tone?: Tone | undefined; readonly children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}
