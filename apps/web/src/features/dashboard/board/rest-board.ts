import {
  ApiError,
  type Dashboard,
  type DashboardEntry,
  type Elimination,
  type Entry,
  type Pick as PickRow,
  type Week,
} from '@outlast/contract'
import { api } from '../../../api/client.ts'
import { errorMessage } from '../../../api/client.ts'
import type { GameLike } from '../../../components/pool/pool-text.ts'
import type { StandingLike } from '../../../components/pool/pool-text.ts'
import type { Board, BoardEntry, BoardPick } from './board.ts'

/** A board that plain calls gave, and what of it could not be had. */
export interface RestBoard {
  readonly board: Board
  readonly problem: string | null
}

interface Me {
  readonly id: number
  readonly is_admin: boolean
}

/**
 * Loads the board without the live views: from `GET /api/dashboard`, or, when that call fails though the server is there, from the
 * member's entries and their picks (pool.md §7, "Notes").
 * @throws ApiError
 */
export async function loadBoard(me: Me): Promise<RestBoard> {
  try {
    const dashboard = await api.call('getDashboard')
    return { board: await boardOfDashboard(dashboard, me), problem: null }
  } catch (error) {
    // Without any answer the other calls would not have one either.
    if (!(error instanceof ApiError) || error.code === 'network') throw error
    return await loadPieces(me)
  }
}

async function boardOfDashboard(dashboard: Dashboard, me: Me): Promise<Board> {
  const { current_week: week, can_rename_and_delete: open, entries, champions } = dashboard
  return {
    ...(await boardOfWeek(week)),
    isAdmin: me.is_admin,
    firstLock: open ? null : PAST_LOCK,
    entries: entries.map(dashboardEntry),
    champions: champions.map(({ entry_name, user_name }) => `${entry_name} (${user_name})`),
  }
}

/** The server says that it has locked, not when. */
const PAST_LOCK = { lock_time: '1970-01-01T00:00:00.000Z', is_locked: true }

async function boardOfWeek(week: Week | null): Promise<Pick<Board, 'week' | 'games' | 'rules' | 'view' | 'season'>> {
  const games = week === null ? [] : await api.call('weekGames', { params: { id: week.id } }).catch(() => null)
  return { week, games, rules: null, view: undefined, season: undefined }
}

async function loadPieces(me: Me): Promise<RestBoard> {
  const rows = await api.call('userEntries', { params: { id: me.id } })
  const week = (await api.call('listWeeks')).find((one) => one.is_current) ?? null
  const [rest, picks] = await Promise.all([boardOfWeek(week), picksOf(rows)])
  const entries = rows.map((entry) => plainEntry(entry, picks.of.get(entry.id) ?? [], week))
  return { board: { ...rest, isAdmin: me.is_admin, firstLock: null, entries, champions: [] }, problem: picks.problem }
}

async function picksOf(entries: readonly Entry[]) {
  const of = new Map<number, readonly PickRow[]>()
  let problem: string | null = null
  for (const { id } of entries) {
    try {
      of.set(id, await api.call('entryPicks', { params: { id } }))
    } catch (error) {
      problem ??= errorMessage(error, 'Fetch picks failed')
    }
  }
  return { of, problem }
}

function dashboardEntry(entry: DashboardEntry): BoardEntry {
  return {
    id: entry.id,
    name: entry.name,
    isPaid: entry.is_paid,
    pick: pickOf(entry.pick),
    used: new Map(entry.used_teams.map(({ team_abbr, week_number }) => [team_abbr, week_number])),
    standing: standingOf(entry, entry.elimination),
    lostGame: lostGame(entry.elimination),
    lostIn: null,
  }
}

function plainEntry(entry: Entry, picks: readonly PickRow[], week: Week | null): BoardEntry {
  const others = picks.filter((pick) => pick.season_year === week?.season_year && pick.week_id !== week.id)
  return {
    id: entry.id,
    name: entry.name,
    isPaid: entry.is_paid,
    pick: pickOf(picks.find((pick) => pick.week_id === week?.id) ?? null),
    used: new Map(others.flatMap(({ team_abbr, week_number }) => (team_abbr === null ? [] : [[team_abbr, week_number]]))),
    standing: standingOf(entry, null),
    lostGame: null,
    lostIn: null,
  }
}

function standingOf(entry: Entry, elimination: Elimination | null): StandingLike {
  if (!entry.is_eliminated) return { status: 'alive' }
  const eliminatedWeek = elimination?.week_number ?? entry.eliminated_week ?? 0
  return { status: 'out', eliminatedWeek, cause: elimination?.cause ?? 'loss', team: elimination?.team_abbr ?? null }
}

function lostGame(elimination: Elimination | null): GameLike | null {
  const game = elimination?.game ?? null
  return game === null ? null : { ...game, status: 'final', detail: null }
}

function pickOf(pick: PickRow | null): BoardPick | null {
  if (pick === null || pick.team_abbr === null) return null
  const { id, team_abbr: team, updated_at, version, is_override: isOverride = false } = pick
  return { id, team, savedAt: updated_at ?? '', receipt: version ?? 0, isOverride, result: pick.result ?? 'tbd' }
}
