import { TextField } from '../ui/forms/text-field.tsx'

/** The message when an admin action that everybody sees has no reason. */
export const REASON_REQUIRED = 'Give a reason: every member will see it'

interface ReasonFieldProps {
  readonly value: string
  readonly onChange: (reason: string) => void
  readonly optional?: boolean
  /** Members read it after the lock only, because it can name a hidden team. */
  readonly isHidden?: boolean
}

/** The reason for an admin action. Every member can read it in the audit trail. */
export function ReasonField({ value, onChange, optional = false, isHidden = false }: ReasonFieldProps) {
  return (
    <TextField
      label={optional ? 'Reason (optional)' : 'Reason'}
      hint={isHidden ? 'Every member will see it after the lock' : 'Every member will see it'}
      value={value}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
