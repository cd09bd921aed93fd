import type { ComponentPropsWithRef } from 'react'
import { classes } from './classes.ts'
import { Field, type FieldFrame } from './field.tsx'
import styles from './field.module.css'

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
