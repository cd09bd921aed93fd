import { seasonTopic, weekTopic } from '@outlast/contract/live/topics'
import { useMemo } from 'react'
import { api, write } from '../api/client.ts'
import { useQuery } from '../api/use-query.ts'
import { useTopicView } from '../live/use-topic.ts'
import { type Action, useAction } from '../ui/forms/use-action.ts'
import { type Confirmed, useConfirmCalls } from './confirm-call.tsx'
import { actionText } from './undo-text.ts'
import { useEntryNames } from './use-entry-names.ts'

/** The last action of an admin, and how to take it back. */
export interface Undo {
  /** What was done, by person and entry. */
  readonly text: string
  readonly doneAt: string
  /** Why it cannot be taken back any more; null if it can. */
  readonly problem: string | null
  /** Shows what taking it back would change, and asks. */
  readonly ask: () => Promise<void>
  readonly state: Pick<Action<[], unknown>, 'pending' | 'error'>
}

const fetchLastAction = () => api.call('lastAction')

/**
 * Loads the last action of an admin, again whenever a live view shows that something it may concern has changed.
 * @returns undefined while it loads; null without one
 */
export function useUndo(): Undo | null | undefined {
  const { data, error, refetch } = useQuery(fetchLastAction, 'Failed to load the last action', useVersion())
  const confirmCalls = useConfirmCalls()
  const nameOf = useEntryNames()
  const action = data?.action ?? null
  const body = action === null ? {} : { position: action.position }
  const undo = useAction((confirmed: Confirmed) => write('undoAction', { body, ...confirmed }), {
    success: 'Undone',
    fallback: 'Failed to undo',
  })
  if (data === undefined && error === null) return undefined
  if (data === undefined || action === null) return null
  const text = actionText(action, nameOf)
  const ask = async (): Promise<void> => {
    const question = { title: `Undo: ${text}?`, confirmLabel: 'Undo' }
    const confirmed = await confirmCalls(question, [{ call: 'undoAction', body }])
    if (confirmed !== undefined) await undo.run(confirmed)
    refetch()
  }
  return { text, doneAt: action.done_at, problem: data.problem, ask, state: undo }
}

/** Returns an object that is replaced with each change of a lock, an entry or a result. */
function useVersion(): object {
  const pool = useTopicView('pool', (view) => view)
  const admin = useTopicView('admin', ({ entries }) => ({ entries }))
  const current = pool?.weeks.find((week) => week.id === pool.current_week_id)
  const season = useTopicView(current === undefined ? null : seasonTopic(current.season_year), (view) => view)
  const week = useTopicView(current === undefined ? null : weekTopic(current.id), ({ entries, games }) => ({
    entries,
    byHand: games
      .map(({ id, by_hand, status, away_score, home_score }) => by_hand && [id, status, away_score, home_score])
      .join(),
  }))
  return useMemo(() => ({ pool, admin, season, week }), [pool, admin, season, week])
}
