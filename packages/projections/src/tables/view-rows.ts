import type { EntryId, Instant, PickResult, Position, SettledResult, Slot, TeamAbbr, WeekId } from '@outlast/domain'

// Rows of the views, as queries return them.

/** What the games of a week have come to. */
interface WeekResultsRow {
  readonly week_id: WeekId
  readonly season_year: number
  readonly week_number: number
  readonly is_locked: boolean
  /** Locked, and every game is over. */
  readonly is_complete: boolean
  /** Results by team, of settled games only, and when they became what they are. */
  readonly results: Readonly<Record<string, SettledResult>>
  readonly result_times: Readonly<Record<string, Instant>>
}

/** An entry in a season. */
interface StandingRow {
  readonly season_year: number
  readonly entry_id: EntryId
  /** Null while the entry is alive. */
  readonly eliminated_week: number | null
  readonly lives_left: number
  /** Lives lost, without waived losses. */
  readonly lives_lost: number
  readonly is_champion: boolean
  /** The position at which it joined the season, and the last week that it entered alive; a very late one while it is alive. */
  readonly joined_position: Position
  readonly lasted: number
  /** The lives with which entries begin, and the numbers of the weeks in which it lost one; null if it lost none. */
  readonly lives: number
  readonly lost_weeks: readonly number[] | null
}

type InternalColumn = 'lives_lost' | 'joined_position' | 'lasted' | 'lives' | 'lost_weeks'

/** An entry in a locked week: its pick, or the fact that it made none. */
export interface RevealRow {
  readonly season_year: number
  readonly week_number: number
  readonly week_id: WeekId
  readonly entry_id: EntryId
  readonly entry_name: string
  readonly user_name: string
  /** Null without a pick. */
  readonly team_abbr: TeamAbbr | null
  readonly team_city: string | null
  readonly team_name: string | null
  readonly result: PickResult | null
  readonly result_at: Instant | null
  readonly is_override: boolean
  readonly is_auto: boolean
  /** The lives that the week left it, and those that it has lost up to it, without waived losses. */
  readonly lives_left: number
  readonly losses: number
  /** The slot of the pick, and the other picks of a week with several. */
  readonly slot: Slot | null
  readonly more: readonly OtherPick[] | null
}

interface OtherPick extends Pick<RevealRow, 'result_at' | 'is_override' | 'is_auto'> {
  readonly result: PickResult
  readonly slot: Slot
  readonly team_abbr: TeamAbbr
}

/** An entry's revealed picks in a season. */
interface MatrixRow extends Omit<StandingRow, InternalColumn> {
  /** Lives lost, without waived losses. */
  readonly losses: number
  readonly entry_name: string
  readonly user_name: string
  readonly is_eliminated: boolean
  /** Teams of revealed picks by week number, and their results. */
  readonly teams: Readonly<Record<string, TeamAbbr>>
  readonly results: Readonly<Record<string, PickResult>>
  /** The numbers of the weeks whose pick was automatic, once for each such pick. */
  readonly auto: readonly number[]
  /** The teams of these picks, in the same order. */
  readonly auto_teams: readonly TeamAbbr[]
  /** The teams of revealed picks besides the first of a week, by week number; null if there is none. */
  readonly more: Readonly<Record<string, readonly TeamAbbr[]>> | null
}

/** An entry's place in a season. */
interface LeaderboardRow extends Omit<StandingRow, InternalColumn> {
  readonly rank: number
  readonly entry_name: string
  readonly user_name: string
  readonly wins: number
  readonly losses: number
}

/** Views on the tables; some only serve the public ones. */
export interface ViewRows {
  readonly week_results: WeekResultsRow
  readonly standings: StandingRow
  readonly reveal: RevealRow
  readonly matrix: MatrixRow
  readonly leaderboard: LeaderboardRow
  readonly decided_seasons: DecidedSeasonRow
}

/** A season that has champions: the deciding week with its locks, and the last week that a champion entered alive. */
interface DecidedSeasonRow {
  readonly season_year: number
  readonly week_number: number
  readonly week_id: WeekId
  readonly locked_position: Position
  readonly first_lock_position: Position | null
  readonly played_lock_position: Position | null
  /** Null after an agreement. */
  readonly longest: number | null
  /** The number of the week in which all agreed to share. */
  readonly agreed_week: number | null
  /** What the champions score in the season's tiebreaks; null where none tells entries apart. */
  readonly best: readonly number[] | null
}
