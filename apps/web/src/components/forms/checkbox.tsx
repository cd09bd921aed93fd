import { type ComponentPropsWithRef, useId } from 'react'
import { ErrorText } from '../ui/errors.tsx'
import type { FieldFrame } from './text-field.tsx'
import styles from './forms.module.css'
import { VisuallyHidden } from '../ui/screen-reader.tsx'

/** A box to tick, with its label beside it. */
export function Checkbox({
  label,
  error,
  hint,
  hideLabel,
  id: given,
  className,
  ...input
}: FieldFrame & ComponentPropsWithRef<'input'>) {
  const made = useId()
  const id = given ?? made
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label className={styles.check} htmlFor={id}>
        <input
          {...input}
          type="checkbox"
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
      </label>
      {(hint || error) && (
        <div className={styles.below}>
          {hint && (
            <p className={styles.hint} id={`${id}-hint`}>
              {hint}
            </p>
          )}
          {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
        </div>
      )}
    </div>
  )
}
