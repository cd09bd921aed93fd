import type {
  Buyback,
  BuybackLapse,
  CalendarDay,
  ClubhouseScreen,
  EntryId,
  GameId,
  GamePhase,
  GameStatus,
  Instant,
  JoiningMode,
  PaymentType,
  PoolRules,
  Position,
  SplitChoice,
  Setup,
  Slot,
  TeamAbbr,
  UnreadPart,
  UserId,
  WeekId,
  ScoreMeaning,
} from '@outlast/domain'
import { type RawBuilder, sql } from 'kysely'
import type { ViewRows } from './view-rows.ts'

/**
 * The version of the tables and views. Raise it with every change of them or of how events update them: at start, the server rebuilds
 * tables of another version from the log.
 */
export const PROJECTIONS_VERSION = 36

/** The live tables, those of a rebuild in progress, and those of a check, which are dropped at its end. */
export const LIVE_SCHEMA = 'projections'
export const NEXT_SCHEMA = 'projections_next'
export const CHECK_SCHEMA = 'projections_check'
export type SchemaName = typeof LIVE_SCHEMA | typeof NEXT_SCHEMA | typeof CHECK_SCHEMA

/*
 * Rows as queries return them. Connections must parse 8-byte integers as numbers (ids and positions are safe integers). Instants are
 * text in the domain's format, which sorts by time and allows years that a timestamp does not.
 */

export interface UserRow {
  readonly id: UserId
  readonly is_admin: boolean
  readonly password_chosen_by_admin: boolean
  readonly is_waiting: boolean
  /** While the account's hidden picks are sealed: since when, until when, and before which position they were made. */
  readonly sealed_since: Instant | null
  readonly sealed_until: Instant | null
  readonly sealed_before: Position | null
  readonly created_at: Instant
}

export interface EntryRow {
  readonly id: EntryId
  readonly user_id: UserId
  /** Empty after its redaction. */
  readonly name: string
  readonly payment_type: PaymentType | null
  readonly paid_date: CalendarDay | null
  /** When the owner said that the dues are paid. */
  readonly payment_claimed_at: Instant | null
  readonly created_at: Instant
  /** Not changed by picks. */
  readonly updated_at: Instant
  readonly created_position: Position
  readonly version: Position
  /** The last override that was refused because of another pick that was still hidden (docs/rules.md §3.4). */
  readonly refused_override: RefusedOverride | null
}

/** The public record of a refused override. It names the week that the admin tried to set, and no team. */
interface RefusedOverride {
  readonly position: Position
  readonly week_id: WeekId
  readonly recorded_at: Instant
}

export interface WeekRow {
  readonly id: WeekId
  readonly season_year: number
  readonly week_number: number
  readonly lock_time: Instant
  readonly lock_is_automatic: boolean
  /** Site time and position of the standing lock; null while the week is open. */
  readonly locked_at: Instant | null
  readonly locked_position: Position | null
  readonly merkle_root: string | null
  /** The position of the first lock that was not a rehearsal, and of the first under which it was played and reopened (docs/rules.md §2.6). */
  readonly first_lock_position: Position | null
  readonly played_lock_position: Position | null
  /** The vote on sharing that is open or closed in this week. */
  readonly split_vote: SplitVoteFacts | null
  /** The position of its close, if all agreed (docs/rules.md §18). */
  readonly agreed_position: Position | null
  readonly ineligible: readonly TeamAbbr[]
  /** How many picks an entry has in it; null: as the rules say. */
  readonly picks: number | null
  readonly reopenings: number
  readonly reopened_after_reveal: boolean
  readonly unmasked: boolean
  readonly unmask_reason: string | null
  readonly created_at: Instant
  readonly version: Position
}

/** A vote as everybody may know it. How entries voted is known once it has closed. */
export interface SplitVoteFacts {
  readonly entry_ids: readonly number[]
  readonly closed: { readonly share: readonly number[]; readonly play_on: readonly number[]; readonly position: number } | null
}

export interface GameRow {
  readonly id: GameId
  readonly week_id: WeekId
  readonly espn_id: string
  readonly home: TeamAbbr
  readonly away: TeamAbbr
  readonly kickoff: Instant
  readonly kickoff_known: boolean
  readonly status: GameStatus
  readonly home_score: number | null
  readonly away_score: number | null
  readonly detail: string | null
  readonly final_by_admin: boolean
  /** Site time of the last change of the result; null unless the game is final. */
  readonly result_at: Instant | null
  /** Null if it says no more than the status. */
  readonly phase: GamePhase | null
  /** What of the scoreboard's newest answer could not be read. */
  readonly unread: readonly UnreadPart[]
  /** Whether it concerns the result, so that the week cannot be complete. */
  readonly result_unread: boolean
  /** Whether an admin decided about the game. */
  readonly by_hand: boolean
  /** The account that decided last, and the reason. They count only with {@link by_hand}. */
  readonly hand_actor: number | null
  readonly hand_reason: string | null
}

/** A standing elimination by hand, at most one per entry and season. */
export interface HandEliminationRow {
  readonly entry_id: EntryId
  readonly season_year: number
  readonly week_number: number
}

/**
 * A current pick; its id follows from entry, week and slot. Its nonce and commitment stay in the event at `version`, so that secrets are in
 * one place only. Read only by the files of `picks/`.
 */
export interface PickRow {
  readonly week_id: WeekId
  readonly entry_id: EntryId
  readonly slot: Slot
  readonly team: TeamAbbr
  readonly is_override: boolean
  readonly is_auto: boolean
  /** Whether it reveals a member's choice; null if it does not, or as the pick that it replaces. */
  readonly by_member: boolean | null
  readonly version: Position
  readonly created_at: Instant
  readonly updated_at: Instant
}

/**
 * The leaves of a standing lock's Merkle tree, in their order: the entries, each once for every pick that the week takes, and the positions of their pick events at the lock, null without
 * a pick. They are one row, because they are written and deleted together: a row each took 100,000 entries half a second.
 */
interface LockedPicksRow {
  readonly week_id: WeekId
  readonly entry_ids: readonly EntryId[]
  readonly pick_positions: readonly (Position | null)[]
}

/** An entry that took part in a week at the first lock that was not a rehearsal, and at all later ones, as of the last reopening. */
interface FirstParticipantRow {
  readonly week_id: WeekId
  readonly entry_id: EntryId
}

/** An entry that was alive at the lock of a week and lacks a pick there, or lacked one. */
interface MissedRow {
  readonly week_id: WeekId
  readonly entry_id: EntryId
}

/** A loss that an admin waived; `team` is null for a missed pick. It reveals a pick, so only the files of `picks/` read it. */
export interface WaivedLossRow {
  readonly entry_id: EntryId
  readonly week_id: WeekId
  readonly team: TeamAbbr | null
}

/** A member's teams for automatic picks. As secret as a pick, so only the files of `picks/` read it. */
export interface RankingRow {
  readonly entry_id: EntryId
  /** The position of the event that set it. */
  readonly version: Position
  readonly teams: readonly TeamAbbr[]
}

/** How an entry voted in the open vote. As secret as a pick, so only the files of `picks/` read it. */
interface SplitBallotRow {
  readonly entry_id: EntryId
  readonly week_id: WeekId
  /** The position of the vote. */
  readonly version: Position
  readonly choice: SplitChoice
}

/** A request to buy an entry back in; `team` is null after a missed pick. */
export interface BuybackRow {
  readonly entry_id: EntryId
  readonly season_year: number
  /** The loss that put the entry out. */
  readonly week_id: WeekId
  readonly team: TeamAbbr | null
  readonly status: Buyback['status']
  readonly fee_cents: number
  readonly asked_at: Instant
  readonly answered_at: Instant | null
  /** Why a withdrawn request ended, and by the lock of which week. */
  readonly lapsed_because: BuybackLapse['because'] | null
  readonly lapsed_week: number | null
}

export interface PoolRow {
  readonly only_row: true
  readonly current_week_id: WeekId | null
  readonly pinned_summary_week_id: WeekId | null
  readonly clock_mode: 'real' | 'frozen' | 'running'
  /** Of an override: the site time that was set, and the real time of that moment. */
  readonly clock_at: Instant | null
  readonly clock_since: Instant | null
  readonly rules: PoolRules
  /** What scores count as under the rules. */
  readonly counts_as: ScoreMeaning
  /** Null: the configured name. */
  readonly club_name: string | null
  readonly club_color: string | null
  readonly club_crest: string | null
  readonly shows_odds: boolean
  readonly clubhouse_screen: ClubhouseScreen
  readonly joining: JoiningMode
  readonly setup: Setup
}

/** The rules of a season that has a standing lock, or had one that was not a rehearsal. */
interface SeasonRulesRow {
  readonly season_year: number
  readonly rules: PoolRules
  readonly counts_as: ScoreMeaning
  /** Whether they are fixed for good (docs/rules.md §7.2). */
  readonly is_fixed: boolean
}

/** A season that an admin started. */
interface SeasonStartRow {
  readonly season_year: number
  readonly position: Position
}

/** An entry that was renewed for a started season. */
export interface RenewalRow {
  readonly entry_id: EntryId
  readonly season_year: number
  readonly position: Position
}

/** The position that the tables have reached, and their version. */
export interface CheckpointRow {
  readonly only_row: true
  readonly position: Position
  readonly version: number
}

export interface Rows {
  readonly users: UserRow
  readonly entries: EntryRow
  readonly hand_eliminations: HandEliminationRow
  readonly weeks: WeekRow
  readonly games: GameRow
  readonly picks: PickRow
  /** Plans that were void at the lock of their week. */
  readonly void_plans: PickRow
  readonly first_participants: FirstParticipantRow
  readonly locked_picks: LockedPicksRow
  readonly missed: MissedRow
  readonly waived_losses: WaivedLossRow
  readonly rankings: RankingRow
  readonly split_ballots: SplitBallotRow
  readonly buybacks: BuybackRow
  readonly pool: PoolRow
  readonly season_rules: SeasonRulesRow
  readonly season_starts: SeasonStartRow
  readonly renewals: RenewalRow
  readonly checkpoint: CheckpointRow
}

export type TableName = keyof Rows

/** The columns that identify a row, by table. */
export const KEYS: { readonly [T in TableName]: readonly (keyof Rows[T] & string)[] } = {
  users: ['id'],
  entries: ['id'],
  hand_eliminations: ['entry_id', 'season_year'],
  weeks: ['id'],
  games: ['id'],
  picks: ['week_id', 'entry_id', 'slot'],
  void_plans: ['week_id', 'entry_id', 'slot'],
  first_participants: ['week_id', 'entry_id'],
  locked_picks: ['week_id'],
  missed: ['week_id', 'entry_id'],
  waived_losses: ['entry_id', 'week_id', 'team'],
  rankings: ['entry_id'],
  split_ballots: ['entry_id'],
  buybacks: ['entry_id', 'week_id', 'team'],
  pool: ['only_row'],
  season_rules: ['season_year'],
  season_starts: ['season_year'],
  renewals: ['entry_id', 'season_year'],
  checkpoint: ['only_row'],
}

export const TABLE_NAMES = Object.keys(KEYS) as readonly TableName[]

const INTERNAL_VIEWS = [
  'teams',
  'revealed_picks',
  'unwaived_losses',
  'entrants',
  'season_members',
  'season_falls',
  'season_lives',
  'eliminations',
  'season_entries',
] as const
const PUBLIC_VIEWS = [
  'week_results',
  'standings',
  'reveal',
  'matrix',
  'leaderboard',
  'decided_seasons',
] as const satisfies readonly (keyof ViewRows)[]
type ViewName = (typeof INTERNAL_VIEWS)[number] | keyof ViewRows

const FUNCTIONS = ['waives_week', 'late_losses', 'wipe_outs', 'tiebreak_scores'] as const

/** The relations of one schema, to be put into SQL: `` sql`SELECT … FROM ${relations.weeks}` ``. */
export type Tables = { readonly [T in TableName | ViewName | (typeof FUNCTIONS)[number]]: RawBuilder<unknown> }

/** Names every table, view and function of a schema. */
export function tablesIn(schema: SchemaName): Tables {
  return TABLES[schema]
}

function nameTables(schema: SchemaName): Tables {
  const names = [...TABLE_NAMES, ...INTERNAL_VIEWS, ...PUBLIC_VIEWS, ...FUNCTIONS]
  return Object.fromEntries(names.map((name) => [name, sql`${sql.id(schema, name)}`])) as Tables
}

const TABLES: { readonly [S in SchemaName]: Tables } = {
  [LIVE_SCHEMA]: nameTables(LIVE_SCHEMA),
  [NEXT_SCHEMA]: nameTables(NEXT_SCHEMA),
  [CHECK_SCHEMA]: nameTables(CHECK_SCHEMA),
}

/** The tables that the pool reads. */
export const LIVE = tablesIn(LIVE_SCHEMA)
