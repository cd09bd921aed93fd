import { TextField } from '../../components/forms/text-field.tsx'
import { Button } from '../../components/ui/button.tsx'
import styles from './admin-weeks.module.css'
import type { FieldDraft } from './field-draft.ts'

interface DraftNoteProps {
  readonly draft: FieldDraft
  /** The live value in words. */
  readonly words?: (value: string) => string
}

/** Says that what is being edited was changed by somebody else meanwhile, and offers to take that. */
export function DraftNote({ draft, words = (value) => value || 'nothing' }: DraftNoteProps) {
  return (
    <div className={styles.note} role="status">
      {draft.changedTo !== undefined && (
        <div className={styles.changed}>
          <span>Changed meanwhile to {words(draft.changedTo)}. What you typed is kept.</span>
          <Button size="small" onClick={draft.drop}>
            Use the new value
          </Button>
        </div>
      )}
    </div>
  )
}

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
