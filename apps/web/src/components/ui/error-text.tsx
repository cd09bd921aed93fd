import type { ReactNode } from 'react'
import styles from './error.module.css'

interface ErrorTextProps {
  readonly id?: string | undefined
  readonly children: ReactNode
}

/** An error near what caused it: announced at once; nothing when there is none. */
export function ErrorText({ id, children }: ErrorTextProps) {
  if (children === null || children === undefined || children === '' || children === false) return null
  return (
    <p className={styles.text} id={id} role="alert">
      {children}
    </p>
  )
}
