import type { EntryHistory } from '@outlast/contract'
import { type PoolView, type UserEntry, type WeekView, weekTopic } from '@outlast/contract/live'
import { useEffect, useState } from 'react'
import { api, errorMessage } from '../../api/client.ts'
import { useTopicView } from '../../live/use-topic.ts'

/** An entry's history; what is held stays when it cannot be fetched again. */
interface HistoryState {
  readonly history: EntryHistory | undefined
  readonly error: string | null
}

/** Fetches an entry's history, and again whenever the live views tell that it has become another. */
export function useEntryHistory(entry: UserEntry): HistoryState & { readonly retry: () => void } {
  const [state, setState] = useState<HistoryState>({ history: undefined, error: null })
  const [attempt, setAttempt] = useState(0)
  const weeks = useWeeksSign()
  useEffect(() => {
    const leaving = new AbortController()
    api.call('entryHistory', { params: { id: entry.id }, signal: leaving.signal }).then(
      (history) => setState({ history, error: null }),
      (error: unknown) => {
        if (leaving.signal.aborted) return
        setState((held) => ({ ...held, error: errorMessage(error, 'Failed to load history') }))
      },
    )
    return () => leaving.abort()
    // `entry` is replaced with each change of its picks; `weeks` tells of locks and results.
  }, [entry, weeks, attempt])
  return { ...state, retry: () => setAttempt(attempt + 1) }
}

/** A text that changes when a week locks or opens, or when a game of the current one gets or loses its result. */
function useWeeksSign(): string {
  const locks = useTopicView('pool', locksSign)
  const current = useTopicView('pool', (pool) => pool.current_week_id) ?? null
  const results = useTopicView(current === null ? null : weekTopic(current), resultsSign)
  return `${locks ?? ''}/${results ?? ''}`
}

const locksSign = ({ weeks }: PoolView): string =>
  weeks.map(({ id, is_locked, reopenings }) => `${id}${is_locked ? 'x' : 'o'}${reopenings}`).join()

const resultsSign = ({ games }: WeekView): string =>
  games.map(({ id, status, home_score, away_score }) => (status === 'final' ? `${id}:${home_score}:${away_score}` : '')).join()
