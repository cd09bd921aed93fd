import { seasonTopic, userTopic, weekTopic } from '@outlast/contract/live'
import { useCallback, useMemo } from 'react'
import { useQuery } from '../../../api/use-query.ts'
import { useSiteNow } from '../../../clock/site-clock.ts'
import { loadChunk } from '../../../lib/load-chunk.ts'
import { useHeldFor } from '../../../lib/use-held-for.ts'
import { liveClient } from '../../../live/live-client.ts'
import { useTopic, viewOf } from '../../../live/use-topic.ts'
import { usePickAnswers } from '../../../pick-drafts/pick-drafts.ts'
import { useUser } from '../../../session/session.ts'
import { type Board, type BoardEntry, boardFromViews, shownWeekId, withAnswers } from './board.ts'
import type { RestBoard } from './rest-board.ts'

/** How long to wait for the live views before calling the REST API, in milliseconds. */
const LIVE_TIMEOUT_MS = 6_000
const MINUTE_MS = 60_000

type BoardState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string; readonly retry: () => void; readonly retrying: boolean }
  | {
      readonly status: 'ready'
      readonly board: Board
      /** The message of the part that failed to load. */
      readonly problem: string | null
      readonly retry: () => void
      /** Loads changes that no push will bring. Call it after each write. */
      readonly refresh: () => void
    }

/**
 * Returns the board from the live views, or from the REST API until the live views arrive.
 * @param chosenId the week that the member chose; null: the current one
 */
export function useBoard(chosenId: number | null): BoardState {
  const live = useLiveBoard(chosenId)
  const isMissing = live.board === undefined
  const isLate = useHeldFor(isMissing, LIVE_TIMEOUT_MS)
  const rest = useRestBoard(chosenId, isLate || (isMissing && live.isRefused))
  const board = useAnswered(live.board ?? rest.data?.board, live.board === undefined ? 0 : live.version)
  if (board !== undefined) {
    const isLive = live.board !== undefined
    const problem = isLive ? null : (rest.data?.problem ?? null)
    return { status: 'ready', board, problem, retry: rest.refetch, refresh: isLive ? live.refresh : rest.refetch }
  }
  if (rest.error !== null) return { status: 'failed', message: rest.error.text, retry: rest.refetch, retrying: rest.isLoading }
  return { status: 'loading' }
}

/** Returns the board with what the pool answered to this device after the given version. */
function useAnswered(board: Board | undefined, version: number): Board | undefined {
  const answers = usePickAnswers()
  return useMemo(() => {
    const answered = (entry: BoardEntry) => withAnswers(entry, board?.week?.id, answers, version)
    return board && { ...board, entries: board.entries.map(answered), forOthers: board.forOthers.map(answered) }
  }, [board, answers, version])
}

function useLiveBoard(chosenId: number | null) {
  const { id } = useUser()
  const poolState = useTopic('pool')
  const userState = useTopic(userTopic(id))
  const pool = viewOf(poolState)
  const user = viewOf(userState)
  const weekId = pool === undefined ? null : shownWeekId(pool, chosenId)
  const shown = pool?.weeks.find(({ id: other }) => other === weekId)
  const week = viewOf(useTopic(shown === undefined ? null : weekTopic(shown.id)))
  const season = viewOf(useTopic(shown === undefined ? null : seasonTopic(shown.season_year)))
  const now = useSiteNow(MINUTE_MS)
  const board = useMemo(
    () => (pool === undefined || user === undefined ? undefined : boardFromViews({ pool, user, week, season, now }, chosenId)),
    [pool, user, week, season, now, chosenId],
  )
  const isLive = userState.status === 'live'
  const refresh = useCallback(() => {
    if (!isLive) liveClient.refresh()
  }, [isLive])
  const version = userState.status === 'live' || userState.status === 'stale' ? userState.version : 0
  return { board, version, isRefused: poolState.status === 'refused' || userState.status === 'refused', refresh }
}

function useRestBoard(chosenId: number | null, isNeeded: boolean) {
  const { id, is_admin } = useUser()
  const fetch = useCallback(async () => {
    const { fetchBoard } = await loadChunk(() => import('./rest-board.ts'))
    return fetchBoard({ id, is_admin }, chosenId)
  }, [id, is_admin, chosenId])
  return useQuery<RestBoard>(isNeeded ? fetch : null, 'Failed to load entries')
}
