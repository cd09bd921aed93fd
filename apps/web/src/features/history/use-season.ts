import { type LiveState, type PoolView, seasonTopic, type SeasonView } from '@outlast/contract/live'
import { useCallback, useMemo, useState } from 'react'
import { useHeldFor } from '../../lib/use-held-for.ts'
import { liveClient } from '../../live/live-client.ts'
import { useTopic, viewOf } from '../../live/use-topic.ts'

/** After this time without a season the page shows an error. The connection keeps retrying. */
const TIMEOUT_MS = 8_000

/** The state of the shown season. */
type SeasonState =
  | { readonly status: 'loading' }
  /** The season did not load in time, or the server refused it. */
  | { readonly status: 'failed'; readonly message: string; readonly retry: () => void }
  /** The pool has no season at all yet. */
  | { readonly status: 'none' }
  /** The pool has other seasons, but not this one. */
  | { readonly status: 'missing'; readonly year: number }
  | { readonly status: 'ready'; readonly year: number; readonly view: SeasonView }

/** The seasons of the pool and the shown one. */
export interface Seasons {
  /** The season of the pool's current week. */
  readonly defaultYear: number | null
  /** Newest first. */
  readonly years: readonly number[]
  /** The shown season: the requested one, else the remembered one, else the default. */
  readonly year: number | null
  readonly state: SeasonState
}

/** Watches the requested season, else the remembered one if the pool still has it, else the season of the current week. */
export function useSeason(requested: number | null, remembered: number | null = null): Seasons {
  const pool = useTopic('pool')
  const poolView = viewOf(pool)
  const { defaultYear, years } = useMemo(() => seasonsOf(poolView), [poolView])
  const isRemembered = remembered !== null && (poolView === undefined || years.includes(remembered))
  const year = requested ?? (isRemembered ? remembered : defaultYear)
  // Does not watch a season that the pool does not have. Until the pool is loaded, the requested season may exist; the remembered one
  // waits, because the pool may have lost it.
  const exists = year !== null && (poolView === undefined ? year === requested : years.includes(year))
  const season = useTopic(exists ? seasonTopic(year) : null)
  const final = poolView !== undefined && year !== null && !exists ? missing(year) : finalState(year, season, poolView)
  const [attempt, setAttempt] = useState(0)
  const isLate = useHeldFor(final === undefined, TIMEOUT_MS, attempt)
  const retry = useCallback(() => {
    setAttempt((before) => before + 1)
    liveClient.refresh()
  }, [])
  const state = withErrors(final, isLate, retry)
  return { defaultYear, years, year, state }
}

type FinalState = Extract<SeasonState, { status: 'none' | 'missing' | 'ready' }> | { status: 'refused'; message: string }

function withErrors(final: FinalState | undefined, isLate: boolean, retry: () => void): SeasonState {
  if (final === undefined) return isLate ? { status: 'failed', message: 'Failed to load history', retry } : { status: 'loading' }
  return final.status === 'refused' ? { status: 'failed', message: final.message, retry } : final
}

const missing = (year: number) => ({ status: 'missing', year }) as const

/** Returns the final state of the season; undefined while it loads. */
function finalState(year: number | null, season: LiveState<SeasonView>, pool: PoolView | undefined): FinalState | undefined {
  if (year === null) return pool === undefined ? undefined : { status: 'none' }
  const view = viewOf(season)
  if (view !== undefined) return { status: 'ready', year, view }
  if (season.status !== 'refused') return undefined
  return season.code === 'topic_not_found' ? missing(year) : { status: 'refused', message: season.error }
}

function seasonsOf(pool: PoolView | undefined): { readonly defaultYear: number | null; readonly years: readonly number[] } {
  if (pool === undefined) return { defaultYear: null, years: [] }
  const years = [...new Set(pool.weeks.map((week) => week.season_year))].sort((a, b) => b - a)
  const current = pool.weeks.find((week) => week.id === pool.current_week_id)
  return { defaultYear: current?.season_year ?? years[0] ?? null, years }
}
