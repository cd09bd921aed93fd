import { type ComponentPropsWithRef, useState } from 'react'
import { classes } from '../../lib/classes.ts'
import { Field, type FieldFrame } from './text-field.tsx'
import styles from './forms.module.css'

/** A password, which can be shown: typing on a phone in a noisy room goes wrong unseen. */
export function PasswordField({
  label,
  error,
  hint,
  hideLabel,
  id,
  className,
  ...input
}: FieldFrame & ComponentPropsWithRef<'input'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} error={error} hint={hint} hideLabel={hideLabel} id={id}>
      {(control) => (
        <span className={styles.frame}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            className={classes(styles.control, styles.input, className)}
            type={shown ? 'text' : 'password'}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-label={shown ? 'Hide what is typed' : 'Show what is typed'}
            aria-controls={control.id}
            // The field keeps the focus: it is not left, so nothing is said to be missing yet.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </span>
      )}
    </Field>
  )
}
