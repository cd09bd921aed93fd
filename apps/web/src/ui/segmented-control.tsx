import { useId } from 'react'
import { VisuallyHidden } from './screen-reader.tsx'
import styles from './segmented-control.module.css'

interface SegmentedControlProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => unknown
  /** Shows the label before the options; otherwise it is for screen readers only. */
  readonly showLabel?: boolean | undefined
}

/** A radio group in a row, for a few short options. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, value, options, onChange, showLabel = false } = props
  const name = useId()
  return (
    <fieldset className={styles.group} data-label={showLabel || undefined}>
      <legend className={styles.legend}>{showLabel ? label : <VisuallyHidden>{label}</VisuallyHidden>}</legend>
      <div className={styles.track}>
        {options.map((option) => (
          <label key={option.value} className={`label ${styles.option}`}>
            <input
              className={styles.input}
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
