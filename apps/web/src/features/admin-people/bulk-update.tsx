import { useRef, useState } from 'react'
import { errorMessage, write } from '../../api/client.ts'
import { Bar } from '../../components/ui/bar.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import { updateInBatches } from './batches.ts'
import type { PersonEntry } from './people-list.ts'
import styles from './people.module.css'

const FALLBACK = 'Bulk action failed'

/** The state of a bulk update. */
type BulkState =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly completed: number; readonly total: number }
  | { readonly status: 'done'; readonly updated: number; readonly failed: number }
  | { readonly status: 'failed'; readonly message: string }

/** The calls of a bulk update, for its preview. */
export function callsOf(entries: readonly PersonEntry[], isEliminated: boolean) {
  return entries.map(({ id }) => ({ call: 'adminUpdateEntry' as const, params: { id }, body: { is_eliminated: isEliminated } }))
}

/** Activates or eliminates many entries at once. */
export function useBulkUpdate(refresh: () => void) {
  const [state, setState] = useState<BulkState>({ status: 'idle' })
  const busy = useRef(false)
  const run = async (entries: readonly PersonEntry[], isEliminated: boolean): Promise<void> => {
    if (busy.current) return
    busy.current = true
    const total = entries.length
    setState({ status: 'running', completed: 0, total })
    const update = ({ id }: PersonEntry) =>
      write('adminUpdateEntry', { params: { id }, body: { is_eliminated: isEliminated }, fallback: FALLBACK })
    const { updated, failed, firstError } = await updateInBatches(entries, update, (completed) =>
      setState({ status: 'running', completed, total }),
    )
    busy.current = false
    const allFailed = updated === 0 && failed > 0
    setState(allFailed ? { status: 'failed', message: errorMessage(firstError, FALLBACK) } : { status: 'done', updated, failed })
    refresh()
  }
  return { state, run, isRunning: state.status === 'running' }
}

/** The progress of a bulk update, then its result. */
export function BulkStatus({ state }: { readonly state: BulkState }) {
  return (
    <div className={styles.bulkStatus}>
      {state.status === 'running' && <Bar value={state.completed} max={state.total} />}
      <p role="status" data-partly={state.status === 'done' && state.failed > 0}>
        {describeState(state)}
      </p>
      {state.status === 'failed' && <ErrorText>{state.message}</ErrorText>}
    </div>
  )
}

function describeState(state: BulkState): string {
  if (state.status === 'running') return `Updating entries: ${state.completed} of ${state.total}…`
  return state.status === 'done' ? `Bulk action complete: ${state.updated} updated, ${state.failed} failed` : ''
}
