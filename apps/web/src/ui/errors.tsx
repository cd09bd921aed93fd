import type { ReactNode } from 'react'
import type { LoadError } from '../api/use-query.ts'
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

type ErrorBoxProps = (
  | {
      /** Why a read failed, which knows how to retry. Null renders nothing. */
      readonly message: LoadError | null
      readonly onRetry?: never
    }
  | { readonly message: string | null; readonly onRetry?: (() => unknown) | undefined }
) & {
  readonly retrying?: boolean | undefined
  readonly children?: ReactNode
}

/** An error message that replaces content, with a way to retry. */
export function ErrorBox({ message, onRetry: retry, retrying, children }: ErrorBoxProps) {
  if (message === null) return null
  const { text, retry: onRetry } = typeof message === 'string' ? { text: message, retry } : message
  return (
    <div className={styles.box} role="alert">
      <p className={styles.message}>{text}</p>
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
    <div className={`between ${styles.notice}`} role="alert">
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
