import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './errors.module.css'

interface ErrorTextProps {
  readonly id?: string | undefined
  readonly children: ReactNode
}

/** An error message beside its cause. Screen readers announce it. Renders nothing without a message. */
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

/** An error message that replaces content, with a way to retry. */
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

interface ErrorNoticeProps {
  readonly message: ReactNode
  readonly onRetry: () => unknown
  readonly retrying: boolean
  readonly onClose: () => unknown
}

/** An error message above the page, for a dialog or a menu that cannot open. */
export function ErrorNotice({ message, onRetry, retrying, onClose }: ErrorNoticeProps) {
  return (
    <div className={styles.notice} role="alert">
      <p className={styles.message}>{message}</p>
      <div className={styles.buttons}>
        <Button size="small" pending={retrying} onClick={onRetry}>
          Retry
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
