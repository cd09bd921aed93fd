import { Link } from 'wouter'
import { easternTimeOfDay } from '../clock/format.ts'
import { Button } from '../ui/button.tsx'
import { ErrorText } from '../ui/errors.tsx'
import styles from './undo-note.module.css'
import { type Undo, useUndo } from './use-undo.ts'

/** Offers to take back the last action of an admin, while that is possible. Nothing otherwise. */
export function UndoNote() {
  const undo = useUndo()
  return undo && <UndoLine undo={undo} />
}

/** The same on a screen that waits for it. */
export function UndoLine({ undo }: { readonly undo: Undo }) {
  return (
    <section className={`between ${styles.note}`} aria-label="Last action">
      <p>
        {undo.entryId === undefined ? (
          <strong>{undo.text}</strong>
        ) : (
          <Link className="strong" to={`/entry/${undo.entryId}`}>
            {undo.text}
          </Link>
        )}{' '}
        <span>{easternTimeOfDay(undo.doneAt)}</span>
      </p>
      <Button size="small" pending={undo.state.pending} onClick={undo.ask}>
        Undo
      </Button>
      <ErrorText>{undo.state.error}</ErrorText>
    </section>
  )
}
