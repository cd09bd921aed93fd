import { Button } from '../../components/ui/button.tsx'
import type { FieldDraft } from './use-draft.ts'
import styles from './admin-weeks.module.css'

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
