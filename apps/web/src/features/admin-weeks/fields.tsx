import { TextField } from '../../ui/forms/text-field.tsx'
import { digitsOnly } from '../../lib/numbers.ts'

interface NumberFieldProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly onChange: (digits: string) => void
}

/** A text field that accepts up to four digits. */
export function NumberField({ label, value, placeholder, onChange }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      value={value}
      placeholder={placeholder}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => onChange(digitsOnly(event.target.value).slice(0, 4))}
    />
  )
}
