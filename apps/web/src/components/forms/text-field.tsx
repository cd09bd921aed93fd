import { type ReactNode, useId, type ComponentPropsWithRef } from 'react'
import { ErrorText } from '../ui/errors.tsx'
import styles from './forms.module.css'
import { VisuallyHidden } from '../ui/screen-reader.tsx'
import { classes } from '../../lib/classes.ts'

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

interface Small {
  /** Lower, for rows of a table. */
  readonly small?: boolean | undefined
}

/** A line of text with its label; takes what `register()` of a form gives. */
export function TextField({
  label,
  error,
  hint,
  hideLabel,
  small,
  id,
  className,
  ...input
}: FieldFrame & Small & ComponentPropsWithRef<'input'>) {
  return (
    <Field label={label} error={error} hint={hint} hideLabel={hideLabel} id={id}>
      {(control) => (
        <input {...input} {...control} className={classes(styles.control, className)} data-size={small ? 'small' : undefined} />
      )}
    </Field>
  )
}

/** Several lines of text with their label. */
export function TextArea({
  label,
  error,
  hint,
  hideLabel,
  id,
  className,
  ...input
}: FieldFrame & ComponentPropsWithRef<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint} hideLabel={hideLabel} id={id}>
      {(control) => <textarea {...input} {...control} className={classes(styles.control, className)} />}
    </Field>
  )
}
