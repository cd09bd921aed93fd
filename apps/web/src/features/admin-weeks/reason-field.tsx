import { TextField } from '../../components/forms/text-field.tsx'

interface ReasonFieldProps {
  readonly value: string
  readonly onChange: (reason: string) => void
  readonly optional?: boolean
}

/** Words that every member can read in the audit trail. */
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
