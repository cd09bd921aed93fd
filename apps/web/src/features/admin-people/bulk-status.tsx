import { Bar } from '../../components/ui/bar.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import styles from './people.module.css'
import type { BulkState } from './use-bulk.ts'

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
