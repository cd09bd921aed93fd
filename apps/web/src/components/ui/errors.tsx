import type { ReactNode } from 'react'
import styles from './errors.module.css'
import { Button } from './button.tsx'

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

interface ErrorBoxProps {
  readonly message: ReactNode
  readonly onRetry?: (() => unknown) | undefined
  readonly retrying?: boolean | undefined
  readonly children?: ReactNode
}

/** Something failed: what, and the way out of it. */
export function ErrorBox({ message, onRetry, retrying, children }: ErrorBoxProps) {
  return (
    <div className={styles.box} role="alert">
      <p className={styles.message}>{message}</p>
      {children}
      {onRetry && (
        <Button size="small" pending={retrying} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  )
}
