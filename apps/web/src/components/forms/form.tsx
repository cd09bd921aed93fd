import type { ReactNode, SubmitEvent } from 'react'
import { classes } from '../../lib/classes.ts'
import { ErrorBox } from '../ui/errors.tsx'
import styles from './forms.module.css'

interface FormProps {
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown
  readonly error?: string | null | undefined
  readonly className?: string | undefined
  /** A name, where a screen has several forms. */
  readonly label?: string | undefined
  readonly children: ReactNode
}

/** A form whose messages are ours, not the browser's. The page never reloads. */
export function Form({ onSubmit, error, className, label, children }: FormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(event)
  }
  return (
    <form noValidate className={classes(styles.form, className)} aria-label={label} onSubmit={submit}>
      {error && <ErrorBox message={error} />}
      {children}
    </form>
  )
}

/** The row of buttons that ends a form. */
export function FormActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
