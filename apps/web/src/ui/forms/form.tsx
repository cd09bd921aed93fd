import type { ReactNode, SubmitEvent } from 'react'
import { classes } from '../../lib/classes.ts'
import { ErrorBox } from '../errors.tsx'
import styles from './forms.module.css'

interface FormProps {
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown
  readonly error?: string | null | undefined
  readonly className?: string | undefined
  /** The accessible name, for screens with several forms. */
  readonly label?: string | undefined
  readonly children: ReactNode
}

/** A form that replaces the browser's validation messages and never reloads the page. */
export function Form({ onSubmit, error, className, label, children }: FormProps) {
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(event)
  }
  return (
    <form noValidate className={classes('stack4', className)} aria-label={label} onSubmit={handleSubmit}>
      {error && <ErrorBox message={error} />}
      {children}
    </form>
  )
}

/** The buttons at the end of a form. */
export function FormActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

/** Says what came of a form or a button. The element always exists, because a live region must exist before its first message. */
export function FormStatus({ children }: { readonly children: string | null }) {
  return (
    <p className={styles.status} role="status">
      {children}
    </p>
  )
}
