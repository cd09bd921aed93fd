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
import { siteNow } from '../../../clock/site-clock.ts'
import type { GameLike, StandingLike } from '../../../pool/pool-text.ts'
import { type Board, type BoardEntry, type BoardPick, refusedOverrideOf, sealOf, severalOf } from './board.ts'
import { titleOf } from './champions.ts'
import { type JudgedEntry, restOutlook, type UsedTeams, usedTeamsIn } from './rest-outlook.ts'
import { teamUsesOf } from '@outlast/views'

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
  const parts = await fetchWeekParts(week)
  return {
    ...parts,
    currentWeek: week,
    isAdmin: member.is_admin,
    firstWeek: canManage ? null : LOCKED_WEEK,
    lastEntryWeek: null,
    forOthers: [],
    entries: entries.map((entry) => ({ ...fromDashboardEntry(entry, parts), title: titleOf(entry.id, championIds) })),
    champions: champions.map(({ entry_name, user_name }) => `${entry_name} (${user_name})`),
    championIds,
  }
}

/** Shows another week than the current one. */
async function showWeek(board: Board, id: number | null): Promise<RestBoard> {
  const weeks = await api.call('listWeeks')
  const week = weeks.find((other) => other.id === id) ?? null
  const [parts, { picks, problem }] = await Promise.all([fetchWeekParts(week), fetchPicks(board.entries)])
  const entries = board.entries.map((entry) => ({
    ...entry,
    ...pickFields(entry, picks.get(entry.id) ?? [], parts, weeks, entry.openWeeks),
  }))
  return { board: { ...board, ...parts, entries }, problem }
}

/** The response says that the first week has locked, but not when. */
const LOCKED_WEEK = { lock_time: '1970-01-01T00:00:00.000Z', is_locked: true }

interface WeekParts extends Pick<Board, 'games' | 'rules' | 'view' | 'season'> {
  readonly week: Week | null
}

async function fetchWeekParts(week: Week | null): Promise<WeekParts> {
  const [games, rules] = await Promise.all([
    week === null ? [] : api.call('weekGames', { params: { id: week.id } }).catch(() => null),
    api.call('getRules').catch(() => null),
  ])
  return { week, games, rules, view: undefined, season: undefined }
}

async function fetchBoardInParts(member: Member): Promise<RestBoard> {
  const entries = await api.call('userEntries', { params: { id: member.id } })
  const weeks = await api.call('listWeeks')
  const week = weeks.find(({ is_current }) => is_current) ?? null
  const [weekParts, { picks, problem }] = await Promise.all([fetchWeekParts(week), fetchPicks(entries)])
  const board: Board = {
    ...weekParts,
    currentWeek: week,
    isAdmin: member.is_admin,
    firstWeek: null,
    lastEntryWeek: null,
    forOthers: [],
    entries: entries.map((entry) => fromEntry(entry, picks.get(entry.id) ?? [], weekParts, weeks)),
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

function fromDashboardEntry(entry: DashboardEntry, parts: WeekParts): BoardEntry {
  const picks = entry.pick === null ? [] : [entry.pick, ...(entry.more ?? [])]
  const weekOf = ({ team_abbr, week_number }: DashboardEntry['used_teams'][number]) => [team_abbr, week_number] as const
  const usedUp = entry.used_teams.filter(({ week_id }) => !entry.open_weeks.some((open) => open.week_id === week_id))
  const used = { all: new Map(entry.used_teams.map(weekOf)), up: new Map(usedUp.map(weekOf)) }
  const common = commonFields(entry, entry.elimination)
  return {
    ...common,
    ...boardPicks(common, picks, parts, used, entry.open_weeks),
    seal: picks.some(({ hidden }) => hidden === true) ? 'this_week' : entry.has_sealed_pick ? 'other_week' : null,
    lostGame: lostGameOf(entry.elimination),
    refusedOverride: refusedOverrideOf(entry),
    openWeeks: entry.open_weeks,
  }
}

function fromEntry(entry: Entry, picks: readonly PickRow[], parts: WeekParts, weeks: readonly Week[]): BoardEntry {
  const common = commonFields(entry, null)
  return {
    ...common,
    ...pickFields(common, picks, parts, weeks, []),
    lostGame: null,
    refusedOverride: null,
    openWeeks: [],
  }
}

/** Used where the rules could not be loaded. */
const USUAL = { teamUses: 1, teamsFreeAgainIn: null }

function pickFields(
  entry: JudgedEntry,
  picks: readonly PickRow[],
  parts: WeekParts,
  weeks: readonly Week[],
  openWeeks: BoardEntry['openWeeks'],
) {
  const { week, rules } = parts
  const uses = rules === null ? USUAL : teamUsesOf(rules)
  const own = picks.filter(({ week_id }) => week_id === week?.id)
  const used = usedTeamsIn(week, picks, weeks, uses)
  return { ...boardPicks(entry, own, parts, used, openWeeks), seal: sealOf(picks, week) }
}

function commonFields(entry: Entry, elimination: Elimination | null) {
  const { id, name, is_paper: isPaper, is_paid: isPaid, takes_part: takesPart, renew_season: renewSeason } = entry
  return {
    id,
    name,
    isPaper,
    isPaid,
    takesPart,
    renewSeason,
    standing: standingOf(entry, elimination),
    lostWeek: null,
    // Only the live views have the season.
    title: null,
    lives: null,
    ranking: null,
    buyback: entry.buyback,
    lostPickBy: null,
    missedCosts: null,
  }
}

function standingOf(entry: Entry, elimination: Elimination | null): StandingLike {
  if (!entry.is_eliminated) return { status: 'alive', losses: entry.losses }
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

function boardPicks(
  entry: JudgedEntry,
  rows: readonly PickRow[],
  parts: WeekParts,
  used: UsedTeams,
  openWeeks: BoardEntry['openWeeks'],
) {
  const picks = rows.flatMap((row) => boardPick(row, openWeeks) ?? [])
  const outlook = restOutlook(parts, entry, used, picks, siteNow())
  const several = severalOf(parts.week, picks)
  return { pick: picks[0] ?? null, several, used: used.all, outlook, teamsLeft: outlook?.teamsLeft }
}

function boardPick(pick: PickRow, openWeeks: BoardEntry['openWeeks']): BoardPick | null {
  if (pick.team_abbr === null) return null
  const {
    id,
    slot,
    team_abbr: team,
    updated_at,
    version,
    is_override: isOverride = false,
    is_auto: isAuto = false,
    made_by: madeBy,
  } = pick
  const open = openWeeks.find(({ week_id, team_abbr }) => week_id === pick.week_id && team_abbr === team)
  const usedIn = open?.used_in_week ?? null
  const saved = { savedAt: updated_at ?? '', receipt: version ?? 0 }
  return { id, slot, team, ...saved, isOverride, isAuto, madeBy, usedIn, result: pick.result ?? 'tbd' }
}
