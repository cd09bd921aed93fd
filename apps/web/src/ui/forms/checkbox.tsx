import type { ComponentPropsWithRef } from 'react'
import { VisuallyHidden } from '../screen-reader.tsx'
import styles from './forms.module.css'
import { FieldMessages, type FieldProps, splitProps, useControlProps } from './field.tsx'

interface CheckboxProps extends FieldProps, Omit<ComponentPropsWithRef<'input'>, 'id'> {}

/** A checkbox with its label beside it. */
export function Checkbox({ className, ...props }: CheckboxProps) {
  const [field, input] = splitProps(props)
  const control = useControlProps(field)
  return (
    <div className={className}>
      <label className={styles.check} htmlFor={control.id}>
        <input {...input} {...control} type="checkbox" />
        {field.hideLabel ? <VisuallyHidden>{field.label}</VisuallyHidden> : <span>{field.label}</span>}
      </label>
      {(field.hint || field.error) && (
        <div className={styles.below}>
          <FieldMessages id={control.id} hint={field.hint} error={field.error} />
        </div>
      )}
    </div>
  )
}
