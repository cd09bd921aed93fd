import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentPropsWithRef } from 'react'
import { classes } from '../../lib/classes.ts'
import { Field, type FieldFrame } from './text-field.tsx'
import styles from './forms.module.css'

/** One choice of a {@link SelectField}. */
export interface SelectOption {
  readonly value: string | number
  readonly label: string
  readonly disabled?: boolean | undefined
}

interface SelectFieldProps extends FieldFrame, ComponentPropsWithRef<'select'> {
  readonly options: readonly SelectOption[]
  /** Lower, for rows of a table. */
  readonly small?: boolean | undefined
}

/** A native select with its label: what phones do best. */
export function SelectField({ label, error, hint, hideLabel, options, small, id, className, ...select }: SelectFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} hideLabel={hideLabel} id={id}>
      {(control) => (
        <span className={styles.select}>
          <select {...select} {...control} className={classes(styles.control, className)} data-size={small ? 'small' : undefined}>
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className={styles.chevron} size={18} aria-hidden="true" />
        </span>
      )}
    </Field>
  )
}
