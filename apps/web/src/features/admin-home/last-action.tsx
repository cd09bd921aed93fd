import type { ReactNode } from 'react'
import { easternTimeOfDay } from '../../clock/format.ts'
import type { Undo } from '../../desk/use-undo.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import styles from './waiting.module.css'

/** The last action of an admin, also when it cannot be taken back any more, with the reason. */
export function LastAction({ undo }: { readonly undo: Undo | null }): ReactNode {
  if (undo === null) return null
  return (
    <section className={styles.last} aria-label="Last action">
      <p>
        {undo.text} <small>{easternTimeOfDay(undo.doneAt)}</small>
      </p>
      {undo.problem === null ? (
        <Button size="small" pending={undo.state.pending} onClick={undo.ask}>
          Undo
        </Button>
      ) : (
        <small>{undo.problem}</small>
      )}
      <ErrorText>{undo.state.error}</ErrorText>
    </section>
  )
}
