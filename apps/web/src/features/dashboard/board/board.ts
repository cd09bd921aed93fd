import {
  seasonOutcomeOf,
  resultsOf,
  type SeasonView,
  standingsOf,
  type SeasonWeek,
  type UserEntry,
  type WeekView,
} from '@outlast/contract/live'
import type { GameInfo, PoolView, RulesInfo, UserPick, UserView, WeekInfo } from '@outlast/contract/live'
import type { GameLike } from '../../../components/pool/pool-text.ts'
import type { StandingLike } from '../../../components/pool/pool-text.ts'
import { gameOfTeam, usedTeams } from './pick-rules.ts'

/** What of the current week the board shows. */
export type BoardWeek = Pick<
  WeekInfo,
  | 'id'
  | 'season_year'
  | 'week_number'
  | 'lock_time'
  | 'is_locked'
  | 'ineligible_teams'
  | 'reopened_after_reveal'
  | 'unmasked'
  | 'unmask_reason'
>

/** What closes renaming and deleting, and perhaps new entries: the lock of the season's first week. */
export type FirstLock = Pick<WeekInfo, 'lock_time' | 'is_locked'>

export type BoardGame = Omit<GameInfo, 'espn_id' | 'final_by_admin' | 'result_at'>

/** This week's pick of an entry. */
export interface BoardPick {
  readonly id: number
  readonly team: string
  /** When it was recorded, by real time. */
  readonly savedAt: string
  /** The number of its receipt: its position in the log. */
  readonly receipt: number
  readonly isOverride: boolean
  readonly result: 'win' | 'loss' | 'tbd'
}

/** One of the member's entries as its card shows it. */
export interface BoardEntry {
  readonly id: number
  readonly name: string
  readonly isPaid: boolean
  /** Null: no pick this week, or no week. */
  readonly pick: BoardPick | null
  /** Teams of other weeks of the season, with the week's number. */
  readonly used: ReadonlyMap<string, number>
  /** Null while the season is on its way. */
  readonly standing: StandingLike | null
  readonly lostGame: GameLike | null
  /** Where to look that game up, when it is none of the current week's; another object whenever a result of it changed. */
  readonly lostIn: SeasonWeek | null
}

/** Everything the board shows, wherever it came from. */
export interface Board {
  readonly isAdmin: boolean
  readonly week: BoardWeek | null
  readonly firstLock: FirstLock | null
  /** Null when they are not known. */
  readonly rules: RulesInfo | null
  /** Null while they are on their way. */
  readonly games: readonly BoardGame[] | null
  readonly entries: readonly BoardEntry[]
  /** Names of who won the season; empty while it runs. */
  readonly champions: readonly string[]
  /** The live view of the current week, for what concerns all entries. */
  readonly view: WeekView | undefined
  readonly season: SeasonView | undefined
}

/** The views that a board is made of; the last two come after the first. */
export interface LiveViews {
  readonly pool: PoolView
  readonly user: UserView
  readonly week: WeekView | undefined
  readonly season: SeasonView | undefined
}

/** The board of the live views. */
export function liveBoard({ pool, user, week: view, season }: LiveViews): Board {
  const week = latestWeek(pool, view)
  return {
    isAdmin: user.user.is_admin,
    week,
    firstLock: week === null ? null : firstWeekOf(pool.weeks, week.season_year),
    rules: pool.rules,
    games: view?.games ?? null,
    entries: user.entries.map((entry) => boardEntry(entry, week, view, season)),
    champions: championsOf(season),
    view,
    season,
  }
}

/** The pool's topic and the week's tell of the same week, one a moment before the other. */
function latestWeek(pool: PoolView, view: WeekView | undefined): WeekInfo | null {
  const week = pool.weeks.find((one) => one.id === pool.current_week_id)
  if (week === undefined) return null
  return view !== undefined && view.week.id === week.id && view.week.version > week.version ? view.week : week
}

/** The season's Week 1, or the first week that the pool has of it (docs/decisions/005). */
function firstWeekOf(weeks: readonly WeekInfo[], seasonYear: number): FirstLock | null {
  const own = weeks.filter((week) => week.season_year === seasonYear)
  return own.reduce<WeekInfo | null>(
    (first, week) => (first === null || week.week_number < first.week_number ? week : first),
    null,
  )
}

function boardEntry(
  entry: UserEntry,
  week: WeekInfo | null,
  view: WeekView | undefined,
  season: SeasonView | undefined,
): BoardEntry {
  const standing = ownStanding(entry, season)
  const lost = standing?.status === 'out' && standing.cause === 'loss' && season !== undefined ? standing : null
  const lostWeek = season?.weeks.find((one) => one.week_number === lost?.eliminatedWeek)
  const isCurrent = lostWeek !== undefined && lostWeek.id === view?.week.id
  return {
    id: entry.id,
    name: entry.name,
    isPaid: entry.is_paid,
    pick: boardPick(
      entry.picks.find((pick) => pick.week_id === week?.id),
      view,
    ),
    used: usedTeams(entry.picks, week),
    standing,
    lostGame: isCurrent ? (gameOfTeam(view?.games ?? [], lost?.team ?? '') ?? null) : null,
    lostIn: lostWeek === undefined || isCurrent ? null : lostWeek,
  }
}

function ownStanding(entry: UserEntry, season: SeasonView | undefined): StandingLike | null {
  const standing = season === undefined ? undefined : standingsOf(season).get(entry.id)
  if (standing === undefined || season === undefined) return null
  if (standing.status === 'alive' || standing.cause !== 'loss') return standing
  // A loss before the lock is told without its team; one's own is known.
  const pick = entry.picks.find((one) => one.season_year === season.season_year && one.week_number === standing.eliminatedWeek)
  return { ...standing, team: pick?.team_abbr ?? standing.team }
}

function boardPick(pick: UserPick | undefined, view: WeekView | undefined): BoardPick | null {
  if (pick === undefined) return null
  const { id, team_abbr: team, updated_at: savedAt, version: receipt, is_override: isOverride } = pick
  const result = (view === undefined ? undefined : resultsOf(view).get(team)) ?? 'tbd'
  return { id, team, savedAt, receipt, isOverride, result }
}

function championsOf(season: SeasonView | undefined): readonly string[] {
  const finish = season === undefined ? undefined : seasonOutcomeOf(season)
  if (season === undefined || finish?.status !== 'finished') return []
  const ids = new Set(finish.champions)
  return season.entries.filter(({ id }) => ids.has(id)).map(({ name, user_name }) => `${name} (${user_name})`)
}
