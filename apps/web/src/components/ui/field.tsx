import { type ReactNode, useId } from 'react'
import { ErrorText } from './error-text.tsx'
import styles from './field.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

/** What ties a control to its label, hint and error. */
export interface ControlProps {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** What every field has around its control. */
export interface FieldFrame {
  readonly label: ReactNode
  readonly error?: string | null | undefined
  readonly hint?: ReactNode
  /** The label is there for screen readers only: in tables, where the header says it. */
  readonly hideLabel?: boolean | undefined
}

interface FieldProps extends FieldFrame {
  readonly id?: string | undefined
  readonly children: (control: ControlProps) => ReactNode
}

/** A label, a control, its hint and its error, tied together for screen readers. */
export function Field({ label, error, hint, hideLabel = false, id: given, children }: FieldProps) {
  const made = useId()
  const id = given ?? made
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </div>
  )
}
