import { easternTimeOfDay } from '../clock/format.ts'
import { Button } from '../ui/button.tsx'
import { ErrorText } from '../ui/errors.tsx'
import styles from './undo-note.module.css'
import { actionText } from './undo-text.ts'
import { useUndo } from './use-undo.ts'

/** Offers to take back the last action of an admin, while that is possible. Nothing otherwise. */
export function UndoNote() {
  const undo = useUndo()
  if (undo === undefined || undo === null || undo.problem !== null) return null
  return (
    <section className={styles.note} aria-label="Last action">
      <p>
        <strong>{actionText(undo.action)}</strong> <span>{easternTimeOfDay(undo.action.done_at)}</span>
      </p>
      <Button size="small" pending={undo.state.pending} onClick={undo.ask}>
        Undo
      </Button>
      <ErrorText>{undo.state.error}</ErrorText>
    </section>
  )
}
