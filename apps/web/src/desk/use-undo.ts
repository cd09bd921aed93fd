import { api, write } from '../api/client.ts'
import { useQuery } from '../api/use-query.ts'
import { type Action, useAction } from '../ui/forms/use-action.ts'
import { type Confirmed, useConfirmCalls } from './confirm-call.tsx'
import { actionText } from './undo-text.ts'
import { useMay } from './may.ts'
import { useEntryNames } from './use-entry-names.ts'
import { useFacts } from './use-facts.ts'

/** The last action of an admin that can be taken back. */
export interface Undo {
  /** What was done, by person and entry. */
  readonly text: string
  /** The entry that it was about. */
  readonly entryId: number | undefined
  readonly doneAt: string
  /** Shows what taking it back would change, and asks. */
  readonly ask: () => Promise<void>
  readonly state: Pick<Action<[], unknown>, 'pending' | 'error'>
}

const fetchLastAction = () => api.call('lastAction')

/**
 * Loads the last action of an admin, again whenever a live view shows that something it may concern has changed.
 * @returns undefined while it loads; null without one that can be taken back
 */
export function useUndo(): Undo | null | undefined {
  const mayUndo = useMay('undoAction')
  const { data, error, refetch } = useQuery(mayUndo ? fetchLastAction : null, 'Failed to load the last action', useFacts())
  const confirmCalls = useConfirmCalls()
  const nameOf = useEntryNames()
  const action = data === undefined || data.problem !== null ? null : data.action
  const body = action === null ? {} : { position: action.position }
  const undo = useAction((confirmed: Confirmed) => write('undoAction', { body, ...confirmed }), {
    success: 'Undone',
    fallback: 'Failed to undo',
  })
  if (data === undefined && error === null) return undefined
  if (action === null) return null
  const text = actionText(action, nameOf)
  const ask = async (): Promise<void> => {
    const question = { title: `Undo: ${text}?`, confirmLabel: 'Undo' }
    const confirmed = await confirmCalls(question, [{ call: 'undoAction', body }])
    if (confirmed !== undefined) await undo.run(confirmed)
    refetch()
  }
  return { text, entryId: action.entry?.id, doneAt: action.done_at, ask, state: undo }
}
