import { seasonTopic, type Topic, userTopic, weekTopic } from '@outlast/contract/live'
import { useCallback, useMemo } from 'react'
import { useQuery } from '../../../api/use-query.ts'
import { useHeldFor } from '../../../lib/use-held-for.ts'
import { liveClient } from '../../../live/live-client.ts'
import { useTopic, viewOf } from '../../../live/use-topic.ts'
import { useUser } from '../../../session/session.ts'
import { type Board, liveBoard } from './board.ts'
import { loadBoard, type RestBoard } from './rest-board.ts'

/** How long the live views may take before plain calls are made instead, in milliseconds. */
const PATIENCE_MS = 6_000

/** The board as far as it could be had. */
export type BoardState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string; readonly retry: () => void; readonly retrying: boolean }
  | {
      readonly status: 'ready'
      readonly board: Board
      /** What could not be loaded. */
      readonly problem: string | null
      readonly retry: () => void
      /** To be called after a write: gets what no push will tell. */
      readonly refresh: () => void
    }

/**
 * The board from the live views; when the first ones do not come, from plain calls, until they do. What failed is said, with a
 * way to try again; the live views keep trying by themselves.
 */
export function useBoard(): BoardState {
  const live = useLiveBoard()
  const isMissing = live.board === undefined
  const isLate = useHeldFor(isMissing, PATIENCE_MS)
  const rest = useRestBoard(isLate || (isMissing && live.isRefused))
  if (live.board !== undefined) {
    return { status: 'ready', board: live.board, problem: null, retry: rest.refetch, refresh: live.refresh }
  }
  if (rest.data !== undefined) return { status: 'ready', ...rest.data, retry: rest.refetch, refresh: rest.refetch }
  if (rest.error !== null) return { status: 'failed', message: rest.error, retry: rest.refetch, retrying: rest.isLoading }
  return { status: 'loading' }
}

function useLiveBoard() {
  const me = useUser()
  const poolState = useTopic('pool' satisfies Topic)
  const userState = useTopic(userTopic(me.id) as `user:${number}`)
  const pool = viewOf(poolState)
  const user = viewOf(userState)
  const current = pool?.weeks.find((one) => one.id === pool.current_week_id)
  const week = viewOf(useTopic(current === undefined ? null : (weekTopic(current.id) as `week:${number}`)))
  const season = viewOf(useTopic(current === undefined ? null : (seasonTopic(current.season_year) as `season:${number}`)))
  const board = useMemo(
    () => (pool === undefined || user === undefined ? undefined : liveBoard({ pool, user, week, season })),
    [pool, user, week, season],
  )
  const isLive = userState.status === 'live'
  const refresh = useCallback(() => {
    if (!isLive) liveClient.refresh()
  }, [isLive])
  return { board, isRefused: poolState.status === 'refused' || userState.status === 'refused', refresh }
}

function useRestBoard(isWanted: boolean) {
  const { id, is_admin } = useUser()
  const fetch = useCallback(() => loadBoard({ id, is_admin }), [id, is_admin])
  return useQuery<RestBoard>(isWanted ? fetch : null, 'Failed to load entries')
}
