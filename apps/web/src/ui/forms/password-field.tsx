import { type ComponentPropsWithRef, useState } from 'react'
import { classes } from '../../lib/classes.ts'
import styles from './forms.module.css'
import { Field, type FieldProps, splitProps } from './field.tsx'

interface PasswordFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'input'>, 'id'> {}

/** A password input whose text can be shown, because typing errors are hard to notice otherwise. */
export function PasswordField({ className, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const [field, input] = splitProps(props)
  return (
    <Field {...field}>
      {(control) => (
        <span className={styles.password}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            className={classes(styles.control, styles.passwordInput, className)}
            type={isShown ? 'text' : 'password'}
          />
          <button
            type="button"
            className={styles.passwordToggle}
            aria-label={isShown ? 'Hide password' : 'Show password'}
            aria-controls={control.id}
            // Keep the focus in the input: on blur it would show its errors.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </span>
      )}
    </Field>
  )
}
