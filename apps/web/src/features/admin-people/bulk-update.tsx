import { useRef, useState } from 'react'
import { errorMessage, write } from '../../api/client.ts'
import { Bar } from '../../components/ui/bar.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import { inBatches } from './batches.ts'
import type { PersonEntry } from './people-list.ts'
import styles from './people.module.css'

const FALLBACK = 'Bulk action failed'

/** How a bulk action stands. */
export type BulkState =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly done: number; readonly total: number }
  | { readonly status: 'done'; readonly updated: number; readonly failed: number }
  | { readonly status: 'failed'; readonly message: string }

/** Activates or eliminates many entries, and tells how it goes. */
export function useBulk(refresh: () => void) {
  const [state, setState] = useState<BulkState>({ status: 'idle' })
  const busy = useRef(false)
  const run = async (entries: readonly PersonEntry[], isEliminated: boolean): Promise<void> => {
    if (busy.current) return
    busy.current = true
    const total = entries.length
    setState({ status: 'running', done: 0, total })
    const amend = ({ id }: PersonEntry) =>
      write('adminUpdateEntry', { params: { id }, body: { is_eliminated: isEliminated }, fallback: FALLBACK })
    const { updated, failed, firstFailure } = await inBatches(entries, amend, (done) =>
      setState({ status: 'running', done, total }),
    )
    busy.current = false
    const nothingWorked = updated === 0 && failed > 0
    setState(
      nothingWorked ? { status: 'failed', message: errorMessage(firstFailure, FALLBACK) } : { status: 'done', updated, failed },
    )
    refresh()
  }
  return { state, run, running: state.status === 'running' }
}

/** How far a bulk action is, and what came of it. */
export function BulkStatus({ state }: { readonly state: BulkState }) {
  return (
    <div className={styles.bulkStatus}>
      {state.status === 'running' && <Bar value={state.done} max={state.total} />}
      <p role="status" data-partly={state.status === 'done' && state.failed > 0}>
        {wordsOf(state)}
      </p>
      {state.status === 'failed' && <ErrorText>{state.message}</ErrorText>}
    </div>
  )
}

function wordsOf(state: BulkState): string {
  if (state.status === 'running') return `Updating entries: ${state.done} of ${state.total}…`
  return state.status === 'done' ? `Bulk action complete: ${state.updated} updated, ${state.failed} failed` : ''
}
