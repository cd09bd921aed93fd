import { Button } from '../button.tsx'
import styles from './conflict-note.module.css'
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
        <div className={`between ${styles.changed}`}>
          <span>Someone else changed this to {format(draft.newValue)}. Your edits are kept.</span>
          <Button size="small" onClick={draft.discard}>
            Use the new value
          </Button>
        </div>
      )}
    </div>
  )
}
