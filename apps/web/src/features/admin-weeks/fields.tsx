import { TextField } from '../../components/forms/text-field.tsx'
import { Button } from '../../components/ui/button.tsx'
import { digitsOnly } from '../../lib/numbers.ts'
import styles from './admin-weeks.module.css'
import type { FieldDraft } from './field-draft.ts'

interface ConflictNoteProps {
  readonly draft: FieldDraft
  /** Formats the new value for display. */
  readonly format?: (value: string) => string
}

/** Warns that another admin changed a value while it was being edited, and offers the new value. */
export function ConflictNote({ draft, format = (value) => value || 'nothing' }: ConflictNoteProps) {
  return (
    <div className={styles.note} role="status">
      {draft.newValue !== undefined && (
        <div className={styles.changed}>
          <span>Someone else changed this to {format(draft.newValue)}. Your edits are kept.</span>
          <Button size="small" onClick={draft.discard}>
            Use the new value
          </Button>
        </div>
      )}
    </div>
  )
}

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
