import type { AdminEntry, User } from '@outlast/contract'
import { type SeasonView, seasonTopic } from '@outlast/contract/live'
import { useCallback, useMemo } from 'react'
import { api } from '../api/client.ts'
import { useQuery } from '../api/use-query.ts'
import { useHeldFor } from '../lib/use-held-for.ts'
import { useTopic, useTopicView, viewOf } from '../live/use-topic.ts'
import { useMay } from './may.ts'
import { toAdminEntries } from './roster-entries.ts'

/** How long to wait for the live view before reading the lists from the API, in milliseconds. */
const LIVE_TIMEOUT_MS = 3_000

/** A list and its loading state. */
type Loaded<Row> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string; readonly retry: () => void; readonly retrying: boolean }
  | { readonly status: 'ready'; readonly rows: readonly Row[] }

/** All users and all entries. */
export interface Roster {
  readonly users: Loaded<User>
  readonly entries: Loaded<AdminEntry>
  /** Reads the lists again after a change, when no live view updates them. */
  readonly refresh: () => void
}

const fetchUsers = () => api.call('adminListUsers')
const fetchEntries = () => api.call('adminListEntries')

const NO_STARTS: readonly never[] = []

/**
 * Returns the live lists of an admin. Without a live view, as for everybody with a role, reads the lists from the API; each can fail
 * separately. They have what the viewer’s powers show.
 */
export function useRoster(): Roster {
  const mayListUsers = useMay('adminListUsers')
  const state = useTopic('admin')
  const admin = viewOf(state)
  const season = useCurrentSeason()
  const starts = useTopicView('pool', (pool) => pool.season_starts) ?? NO_STARTS
  const liveEntries = useMemo(
    () => (admin === undefined || season === undefined ? undefined : toAdminEntries(admin.entries, season, starts)),
    [admin, season, starts],
  )
  const isLive = admin !== undefined && liveEntries !== undefined
  const isLate = useHeldFor(!isLive, LIVE_TIMEOUT_MS)
  const needsFetch = !isLive && (isLate || state.status === 'refused')
  const [users, refetchUsers] = useList(needsFetch && mayListUsers, fetchUsers, 'Failed to load users')
  const [entries, refetchEntries] = useList(needsFetch, fetchEntries, 'Failed to load entries')
  const refresh = useCallback(() => {
    refetchUsers()
    refetchEntries()
  }, [refetchUsers, refetchEntries])
  return {
    users: admin === undefined ? users : { status: 'ready', rows: admin.users },
    entries: liveEntries === undefined ? entries : { status: 'ready', rows: liveEntries },
    refresh,
  }
}

/** Returns the season of the current week; null without a current week. */
function useCurrentSeason(): SeasonView | null | undefined {
  const current = useTopicView('pool', (pool) => ({
    year: pool.weeks.find((week) => week.id === pool.current_week_id)?.season_year ?? null,
  }))
  const year = current?.year ?? null
  const season = viewOf(useTopic(year === null ? null : seasonTopic(year)))
  return current !== undefined && year === null ? null : season
}

function useList<Row>(
  isNeeded: boolean,
  fetch: () => Promise<readonly Row[]>,
  fallback: string,
): readonly [Loaded<Row>, () => void] {
  const { data, error, isLoading, refetch } = useQuery(isNeeded ? fetch : null, fallback)
  if (error !== null) return [{ status: 'failed', message: error.text, retry: refetch, retrying: isLoading }, refetch]
  return [data === undefined ? { status: 'loading' } : { status: 'ready', rows: data }, refetch]
}
