import { seasonTopic, userTopic, weekTopic } from '@outlast/contract/live'
import { useCallback, useMemo } from 'react'
import { useQuery } from '../../../api/use-query.ts'
import { useHeldFor } from '../../../lib/use-held-for.ts'
import { liveClient } from '../../../live/live-client.ts'
import { useTopic, viewOf } from '../../../live/use-topic.ts'
import { useUser } from '../../../session/session.ts'
import { type Board, boardFromViews } from './board.ts'
import { fetchBoard, type RestBoard } from './rest-board.ts'

/** How long to wait for the live views before calling the REST API, in milliseconds. */
const LIVE_TIMEOUT_MS = 6_000

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

/** Returns the board from the live views, or from the REST API until the live views arrive. */
export function useBoard(): BoardState {
  const live = useLiveBoard()
  const isMissing = live.board === undefined
  const isLate = useHeldFor(isMissing, LIVE_TIMEOUT_MS)
  const rest = useRestBoard(isLate || (isMissing && live.isRefused))
  if (live.board !== undefined) {
    return { status: 'ready', board: live.board, problem: null, retry: rest.refetch, refresh: live.refresh }
  }
  if (rest.data !== undefined) return { status: 'ready', ...rest.data, retry: rest.refetch, refresh: rest.refetch }
  if (rest.error !== null) return { status: 'failed', message: rest.error, retry: rest.refetch, retrying: rest.isLoading }
  return { status: 'loading' }
}

function useLiveBoard() {
  const { id } = useUser()
  const poolState = useTopic('pool')
  const userState = useTopic(userTopic(id))
  const pool = viewOf(poolState)
  const user = viewOf(userState)
  const current = pool?.weeks.find((week) => week.id === pool.current_week_id)
  const week = viewOf(useTopic(current === undefined ? null : weekTopic(current.id)))
  const season = viewOf(useTopic(current === undefined ? null : seasonTopic(current.season_year)))
  const board = useMemo(
    () => (pool === undefined || user === undefined ? undefined : boardFromViews({ pool, user, week, season })),
    [pool, user, week, season],
  )
  const isLive = userState.status === 'live'
  const refresh = useCallback(() => {
    if (!isLive) liveClient.refresh()
  }, [isLive])
  return { board, isRefused: poolState.status === 'refused' || userState.status === 'refused', refresh }
}

function useRestBoard(isNeeded: boolean) {
  const { id, is_admin } = useUser()
  const fetch = useCallback(() => fetchBoard({ id, is_admin }), [id, is_admin])
  return useQuery<RestBoard>(isNeeded ? fetch : null, 'Failed to load entries')
}
