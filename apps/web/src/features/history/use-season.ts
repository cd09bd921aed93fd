import { type LiveState, type PoolView, seasonTopic, type SeasonView } from '@outlast/contract/live'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { liveClient } from '../../live/live-client.ts'
import { useTopic, viewOf } from '../../live/use-topic.ts'

/** Waiting longer than this deserves words. The connection goes on trying by itself. */
const PATIENCE_MS = 8_000

/** How it stands with the season that is looked at. */
export type SeasonState =
  | { readonly status: 'loading' }
  /** Nothing came, or it was refused; `retry` asks again. */
  | { readonly status: 'failed'; readonly sentence: string; readonly retry: () => void }
  /** The pool has no season at all yet. */
  | { readonly status: 'none' }
  /** The pool has others. */
  | { readonly status: 'missing'; readonly year: number }
  | { readonly status: 'ready'; readonly year: number; readonly view: SeasonView }

/** The seasons of the pool, and one of them. */
export interface Seasons {
  /** The season of the pool's current week. */
  readonly usual: number | null
  /** Newest first. */
  readonly years: readonly number[]
  /** The one that is looked at: the one asked for, else the usual one. */
  readonly year: number | null
  readonly state: SeasonState
}

/** Watches a season, the current week's unless another one is asked for. */
export function useSeason(asked: number | null): Seasons {
  const pool = useTopic('pool')
  const poolView = viewOf(pool)
  const { usual, years } = useMemo(() => seasonsOf(poolView), [poolView])
  const year = asked ?? usual
  // What the pool is known not to have is not asked for. Before that is known, what the address says is.
  const exists = year !== null && (poolView === undefined || years.includes(year))
  const season = useTopic(exists ? seasonTopic(year) : null)
  const settled = poolView !== undefined && year !== null && !exists ? missing(year) : stateOf(year, season, poolView)
  const { waited, retry } = usePatience(settled === undefined)
  const state =
    settled === undefined
      ? waited
        ? ({ status: 'failed', sentence: 'Failed to load history', retry } as const)
        : ({ status: 'loading' } as const)
      : settled.status === 'refused'
        ? ({ status: 'failed', sentence: settled.sentence, retry } as const)
        : settled
  return { usual, years, year, state }
}

type Settled = Extract<SeasonState, { status: 'none' | 'missing' | 'ready' }> | { status: 'refused'; sentence: string }

const missing = (year: number) => ({ status: 'missing', year }) as const

/** What is known for sure; undefined while it is awaited. */
function stateOf(year: number | null, season: LiveState<SeasonView>, pool: PoolView | undefined): Settled | undefined {
  if (year === null) return pool === undefined ? undefined : { status: 'none' }
  const view = viewOf(season)
  if (view !== undefined) return { status: 'ready', year, view }
  if (season.status !== 'refused') return undefined
  return season.code === 'topic_not_found' ? missing(year) : { status: 'refused', sentence: season.error }
}

function seasonsOf(pool: PoolView | undefined): { readonly usual: number | null; readonly years: readonly number[] } {
  if (pool === undefined) return { usual: null, years: [] }
  const years = [...new Set(pool.weeks.map((week) => week.season_year))].sort((a, b) => b - a)
  const current = pool.weeks.find((week) => week.id === pool.current_week_id)
  return { usual: current?.season_year ?? years[0] ?? null, years }
}

/** Whether something has been awaited for too long; `retry` asks again and begins anew. */
function usePatience(waiting: boolean): { readonly waited: boolean; readonly retry: () => void } {
  const [waited, setWaited] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setTimeout(() => setWaited(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setWaited(false)
    }
  }, [waiting, attempt])
  const retry = useCallback(() => {
    setAttempt((before) => before + 1)
    liveClient.refresh()
  }, [])
  return { waited, retry }
}
