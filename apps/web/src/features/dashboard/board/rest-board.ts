import {
  ApiError,
  type Dashboard,
  type DashboardEntry,
  type Elimination,
  type Entry,
  isUnanswered,
  type Pick as PickRow,
  type Week,
} from '@outlast/contract'
import { api, errorMessage } from '../../../api/client.ts'
import type { GameLike, StandingLike } from '../../../pool/pool-text.ts'
import { type Board, type BoardEntry, type BoardPick, refusedOverrideOf, sealOf, severalOf, titleOf } from './board.ts'
import { usedTeams } from '@outlast/views'

/** A board from the REST API, with the message of the part that failed to load. */
export interface RestBoard {
  readonly board: Board
  readonly problem: string | null
}

interface Member {
  readonly id: number
  readonly is_admin: boolean
}

/**
 * Loads the board without the live views. Calls `GET /api/dashboard`; if the server responds with an error, loads the member's
 * entries and picks separately.
 * @throws ApiError
 */
export async function fetchBoard(member: Member, chosenId: number | null): Promise<RestBoard> {
  try {
    const board = await boardFromDashboard(await api.call('getDashboard'), member)
    const isOpen = board.entries.some(({ openWeeks }) => openWeeks.some(({ week_id }) => week_id === chosenId))
    return isOpen ? await showWeek(board, chosenId) : { board, problem: null }
  } catch (error) {
    // Without a connection the other calls would fail too.
    if (!(error instanceof ApiError) || isUnanswered(error)) throw error
    return await fetchBoardInParts(member)
  }
}

async function boardFromDashboard(dashboard: Dashboard, member: Member): Promise<Board> {
  const { current_week: week, can_rename_and_delete: canManage, entries, champions } = dashboard
  const championIds = champions.map(({ entry_id }) => entry_id)
  return {
    ...(await fetchWeekParts(week)),
    currentWeek: week,
    isAdmin: member.is_admin,
    firstWeek: canManage ? null : LOCKED_WEEK,
    lastEntryWeek: null,
    entries: entries.map((entry) => ({ ...fromDashboardEntry(entry, week), title: titleOf(entry.id, championIds) })),
    champions: champions.map(({ entry_name, user_name }) => `${entry_name} (${user_name})`),
    championIds,
  }
}

/** Shows another week than the current one. */
async function showWeek(board: Board, id: number | null): Promise<RestBoard> {
  const week = (await api.call('listWeeks')).find((other) => other.id === id) ?? null
  const [parts, { picks, problem }] = await Promise.all([fetchWeekParts(week), fetchPicks(board.entries)])
  const entries = board.entries.map((entry) => ({ ...entry, ...pickFields(picks.get(entry.id) ?? [], week, entry.openWeeks) }))
  return { board: { ...board, ...parts, entries }, problem }
}

/** The response says that the first week has locked, but not when. */
const LOCKED_WEEK = { lock_time: '1970-01-01T00:00:00.000Z', is_locked: true }

async function fetchWeekParts(week: Week | null): Promise<Pick<Board, 'week' | 'games' | 'rules' | 'view' | 'season'>> {
  const games = week === null ? [] : await api.call('weekGames', { params: { id: week.id } }).catch(() => null)
  return { week, games, rules: null, view: undefined, season: undefined }
}

async function fetchBoardInParts(member: Member): Promise<RestBoard> {
  const entries = await api.call('userEntries', { params: { id: member.id } })
  const week = (await api.call('listWeeks')).find(({ is_current }) => is_current) ?? null
  const [weekParts, { picks, problem }] = await Promise.all([fetchWeekParts(week), fetchPicks(entries)])
  const board: Board = {
    ...weekParts,
    currentWeek: week,
    isAdmin: member.is_admin,
    firstWeek: null,
    lastEntryWeek: null,
    entries: entries.map((entry) => fromEntry(entry, picks.get(entry.id) ?? [], week)),
    champions: [],
    championIds: [],
  }
  return { board, problem }
}

async function fetchPicks(entries: readonly Pick<Entry, 'id'>[]) {
  const picks = new Map<number, readonly PickRow[]>()
  let problem: string | null = null
  for (const { id } of entries) {
    try {
      picks.set(id, await api.call('entryPicks', { params: { id } }))
    } catch (error) {
      problem ??= errorMessage(error, 'Fetch picks failed')
    }
  }
  return { picks, problem }
}

function fromDashboardEntry(entry: DashboardEntry, week: Week | null): BoardEntry {
  const picks = entry.pick === null ? [] : [entry.pick, ...(entry.more ?? [])]
  return {
    ...commonFields(entry, entry.elimination),
    ...boardPicks(picks, week, entry.open_weeks),
    seal: picks.some(({ hidden }) => hidden === true) ? 'this_week' : entry.has_sealed_pick ? 'other_week' : null,
    used: new Map(entry.used_teams.map(({ team_abbr, week_number }) => [team_abbr, week_number])),
    lostGame: lostGameOf(entry.elimination),
    refusedOverride: refusedOverrideOf(entry),
    openWeeks: entry.open_weeks,
  }
}

function fromEntry(entry: Entry, picks: readonly PickRow[], week: Week | null): BoardEntry {
  return {
    ...commonFields(entry, null),
    ...pickFields(picks, week, []),
    lostGame: null,
    refusedOverride: null,
    openWeeks: [],
  }
}

/** The rules are not known without the live connection. */
const USUAL = { teamUses: 1, teamsFreeAgainIn: null }

function pickFields(picks: readonly PickRow[], week: Week | null, openWeeks: BoardEntry['openWeeks']) {
  const own = picks.filter(({ week_id }) => week_id === week?.id)
  return { ...boardPicks(own, week, openWeeks), seal: sealOf(picks, week), used: usedTeams(picks, week, USUAL) }
}

function commonFields(entry: Entry, elimination: Elimination | null) {
  const { id, name, is_paid: isPaid, takes_part: takesPart, renew_season: renewSeason } = entry
  return {
    id,
    name,
    isPaid,
    takesPart,
    renewSeason,
    standing: standingOf(entry, elimination),
    lostWeek: null,
    // Only the live views have the rules and the season.
    title: null,
    lives: null,
    ranking: null,
    buyback: entry.buyback,
    outlook: null,
    lostPickBy: null,
    missedCosts: null,
  }
}

function standingOf(entry: Entry, elimination: Elimination | null): StandingLike {
  if (!entry.is_eliminated) return { status: 'alive' }
  const eliminatedWeek = elimination?.week_number ?? entry.eliminated_week ?? 0
  return {
    status: 'out',
    losses: entry.losses,
    eliminatedWeek,
    cause: elimination?.cause ?? 'loss',
    team: elimination?.team_abbr ?? null,
  }
}

function lostGameOf(elimination: Elimination | null): GameLike | null {
  const game = elimination?.game ?? null
  return game === null ? null : { ...game, status: 'final', detail: null }
}

function boardPicks(rows: readonly PickRow[], week: Week | null, openWeeks: BoardEntry['openWeeks']) {
  const picks = rows.flatMap((row) => boardPick(row, openWeeks) ?? [])
  return { pick: picks[0] ?? null, several: severalOf(week, picks) }
}

function boardPick(pick: PickRow, openWeeks: BoardEntry['openWeeks']): BoardPick | null {
  if (pick.team_abbr === null) return null
  const { id, slot, team_abbr: team, updated_at, version, is_override: isOverride = false, is_auto: isAuto = false } = pick
  const open = openWeeks.find(({ week_id, team_abbr }) => week_id === pick.week_id && team_abbr === team)
  const usedIn = open?.used_in_week ?? null
  const saved = { savedAt: updated_at ?? '', receipt: version ?? 0 }
  return { id, slot, team, ...saved, isOverride, isAuto, usedIn, result: pick.result ?? 'tbd' }
}
