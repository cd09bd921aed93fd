import type { AdminEntry, User } from '@outlast/contract'
import { type SeasonView, seasonTopic } from '@outlast/contract/live'
import { useCallback, useMemo } from 'react'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { useHeldFor } from '../../lib/use-held-for.ts'
import { useTopic, useTopicView, viewOf } from '../../live/use-topic.ts'
import { toAdminEntries } from './roster-entries.ts'

/** How long the live view may take before the lists are asked for by themselves, in milliseconds. */
const PATIENCE_MS = 3_000

/** A list that comes, failed to, or is there. */
export type Loaded<Row> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string; readonly retry: () => void; readonly retrying: boolean }
  | { readonly status: 'ready'; readonly rows: readonly Row[] }

/** Everybody with an account, and every entry. */
export interface Roster {
  readonly users: Loaded<User>
  readonly entries: Loaded<AdminEntry>
  /** Asks for the lists again where they do not follow by themselves: after a change, while there is no live view. */
  readonly refresh: () => void
}

const readAllUsers = () => api.call('adminListUsers')
const readAllEntries = () => api.call('adminListEntries')

const LOADING = { status: 'loading' } as const

/**
 * The admin's lists: live, with the standing of the current week's season. Where the live view cannot be had, the lists are read once,
 * each with its own failure (pool.md §8: 'Failed to load users', 'Failed to load entries').
 */
export function useRoster(): Roster {
  const state = useTopic('admin')
  const admin = viewOf(state)
  const season = useCurrentSeason()
  const entries = useMemo(
    () => (admin === undefined || season === undefined ? undefined : toAdminEntries(admin.entries, season)),
    [admin, season],
  )
  const isLive = admin !== undefined && entries !== undefined
  const late = useHeldFor(!isLive, PATIENCE_MS)
  const needed = !isLive && (late || state.status === 'refused')
  const [readUsers, usersAgain] = useList(needed, readAllUsers, 'Failed to load users')
  const [readEntries, entriesAgain] = useList(needed, readAllEntries, 'Failed to load entries')
  const refresh = useCallback(() => {
    usersAgain()
    entriesAgain()
  }, [usersAgain, entriesAgain])
  return {
    users: admin === undefined ? readUsers : { status: 'ready', rows: admin.users },
    entries: entries === undefined ? readEntries : { status: 'ready', rows: entries },
    refresh,
  }
}

/** The current week's season; null when there is no week, and nobody can be out. */
function useCurrentSeason(): SeasonView | null | undefined {
  const current = useTopicView('pool', (pool) => ({
    year: pool.weeks.find((week) => week.id === pool.current_week_id)?.season_year ?? null,
  }))
  const year = current?.year ?? null
  const season = viewOf(useTopic(year === null ? null : seasonTopic(year)))
  return current !== undefined && year === null ? null : season
}

/** Reads a list while the live view is missing, and again on request. */
function useList<Row>(
  isNeeded: boolean,
  read: () => Promise<readonly Row[]>,
  fallback: string,
): readonly [Loaded<Row>, () => void] {
  const { data, error, isLoading, refetch } = useQuery(isNeeded ? read : null, fallback)
  if (error !== null) return [{ status: 'failed', message: error, retry: refetch, retrying: isLoading }, refetch]
  return [data === undefined ? LOADING : { status: 'ready', rows: data }, refetch]
}
