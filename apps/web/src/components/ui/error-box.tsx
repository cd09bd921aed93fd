import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './error.module.css'

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
