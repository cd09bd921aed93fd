import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentPropsWithRef } from 'react'
import { classes } from '../../lib/classes.ts'
import styles from './forms.module.css'
import { Field, type FieldProps, splitProps } from './field.tsx'

/** An option of a {@link SelectField}. */
export interface SelectOption {
  readonly value: string | number
  readonly label: string
  readonly disabled?: boolean | undefined
}

interface SelectFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'select'>, 'id'> {
  readonly options: readonly SelectOption[]
  /** Reduces the height, for rows of a table. */
  readonly small?: boolean | undefined
}

/** A native select with its label. Phones show their own picker for it. */
export function SelectField({ options, small, className, ...props }: SelectFieldProps) {
  const [field, select] = splitProps(props)
  return (
    <Field {...field}>
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
