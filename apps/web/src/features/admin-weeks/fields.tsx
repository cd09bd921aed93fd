import { TextField } from '../../components/forms/text-field.tsx'
import { digitsOnly } from '../../lib/numbers.ts'

/** The message when an admin action on a locked week has no reason. */
export const REASON_REQUIRED = 'Give a reason: every member will see it'

interface ReasonFieldProps {
  readonly value: string
  readonly onChange: (reason: string) => void
  readonly optional?: boolean
}

/** The reason for an admin action. Every member can read it in the audit trail. */
export function ReasonField({ value, onChange, optional = false }: ReasonFieldProps) {
  return (
    <TextField
      label={optional ? 'Reason (optional)' : 'Reason'}
      hint="Every member will see it"
      value={value}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

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
