import type { ComponentPropsWithRef } from 'react'
import { classes } from '../../lib/classes.ts'
import { Field, type FieldProps, splitProps } from './field.tsx'
import styles from './forms.module.css'

interface TextFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'input'>, 'id'> {
  /** Reduces the height, for rows of a table. */
  readonly small?: boolean | undefined
}

/** A single-line text input with its label. Accepts the props from react-hook-form's `register()`. */
export function TextField({ small, className, ...props }: TextFieldProps) {
  const [field, input] = splitProps(props)
  return (
    <Field {...field}>
      {(control) => (
        <input {...input} {...control} className={classes(styles.control, className)} data-size={small ? 'small' : undefined} />
      )}
    </Field>
  )
}

interface TextAreaProps extends FieldProps, Omit<ComponentPropsWithRef<'textarea'>, 'id'> {}

/** A multi-line text input with its label. */
export function TextArea({ className, ...props }: TextAreaProps) {
  const [field, textarea] = splitProps(props)
  return (
    <Field {...field}>
      {(control) => <textarea {...textarea} {...control} className={classes(styles.control, className)} />}
    </Field>
  )
}
