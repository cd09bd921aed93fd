import { ApiError, type Consequences } from '@outlast/contract'
import { useRef, useState } from 'react'
import { api, errorMessage, write } from '../../api/client.ts'
import { confirmedWithin } from '../../desk/ask-first.ts'
import { useConfirmBulk } from '../../desk/confirm-call.tsx'
import type { Question } from '../../ui/overlays/question-dialog.tsx'
import { Bar } from '../../ui/bar.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { updateInBatches } from '../../desk/batches.ts'
import type { PersonEntry } from './people-list.ts'
import styles from './people.module.css'

const FALLBACK = 'Bulk action failed'

/** The state of a bulk update. */
type BulkState =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly completed: number; readonly total: number }
  | { readonly status: 'done'; readonly updated: number; readonly failed: number }
  | { readonly status: 'failed'; readonly message: string }

/** How often one entry is tried while the pool keeps changing. */
const ATTEMPTS = 3

function partsOf({ id }: PersonEntry, isEliminated: boolean) {
  return { params: { id }, body: { is_eliminated: isEliminated } }
}

/** Updates one entry of a bulk action, if that changes no more than what was confirmed for all of them. */
async function updateEntry(entry: PersonEntry, isEliminated: boolean, confirmed: Consequences): Promise<void> {
  const parts = partsOf(entry, isEliminated)
  for (let attempt = 1; ; attempt += 1) {
    const found = await api.call('previewCalls', { body: { calls: [{ call: 'adminUpdateEntry', ...parts }] } })
    const known = confirmedWithin(found, confirmed)
    if (known === undefined) throw new Error('it would change something else than what was confirmed')
    try {
      await write('adminUpdateEntry', { ...parts, ...known, fallback: FALLBACK })
      return
    } catch (error) {
      const hasMovedOn = error instanceof ApiError && error.code === 'consequences_changed'
      if (!hasMovedOn || attempt === ATTEMPTS) throw error
    }
  }
}

/** Activates or eliminates many entries at once, after asking. */
export function useBulkUpdate(refresh: () => void) {
  const [state, setState] = useState<BulkState>({ status: 'idle' })
  const busy = useRef(false)
  const confirm = useConfirmBulk()
  const run = async (question: Question, entries: readonly PersonEntry[], isEliminated: boolean): Promise<void> => {
    if (busy.current) return
    const calls = entries.map((entry) => ({ call: 'adminUpdateEntry' as const, ...partsOf(entry, isEliminated) }))
    const confirmed = await confirm(question, calls).catch((error: unknown) => {
      setState({ status: 'failed', message: errorMessage(error, FALLBACK) })
      return undefined
    })
    if (confirmed === undefined || busy.current) return
    busy.current = true
    const total = entries.length
    setState({ status: 'running', completed: 0, total })
    const update = (entry: PersonEntry) => updateEntry(entry, isEliminated, confirmed)
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
