/**
 * What each topic's snapshot holds. Views are made for folding: they hold facts (teams, results, forgiven losses), and
 * what follows from them (a pick's result, who is out, the champion) is derived where it is shown, so that a score is
 * one small change whatever the number of picks. Field names are the wire's; times are ISO 8601 UTC with milliseconds.
 */

/** A week, without anything that would tell of hidden picks. */
export interface WeekInfo {
  readonly id: number
  readonly season_year: number
  readonly week_number: number
  readonly is_current: boolean
  readonly lock_time: string
  readonly lock_is_automatic: boolean
  readonly is_locked: boolean
  /** Site time of the standing lock. */
  readonly locked_at: string | null
  readonly ineligible_teams: readonly string[]
  /** Reopened after a real reveal: a mark for good (decisions.md §Rules 2). */
  readonly reopened_after_reveal: boolean
  /** How often it was reopened at all, rehearsals included. */
  readonly reopenings: number
  /** Whether an admin lifted the mask from the picks list, and why. */
  readonly unmasked: boolean
  readonly unmask_reason: string | null
  /** Root that proves the picks of the standing lock; null while open. */
  readonly merkle_root: string | null
  readonly created_at: string
  /** Log position of its last change, for If-Match. */
  readonly version: number
}

export interface GameInfo {
  readonly id: number
  readonly espn_id: string
  readonly start_time: string
  /** False while the kickoff is a placeholder. */
  readonly kickoff_known: boolean
  readonly home_team_abbr: string
  readonly away_team_abbr: string
  readonly home_score: number | null
  readonly away_score: number | null
  readonly status: 'scheduled' | 'in_progress' | 'final' | 'cancelled' | 'postponed'
  /** Where the game stands in the feed's words, e.g. `1:01 - 4th`. */
  readonly detail: string | null
  /** Made final by *Set All to Final*: counts even before the lock. */
  readonly final_by_admin: boolean
  /** When its result became what it is; null while it is not final. */
  readonly result_at: string | null
}

/** An entry that went into the week alive. */
export interface WeekEntry {
  readonly id: number
  readonly name: string
  /** Null: no pick, or not revealed yet. */
  readonly team: string | null
  /** Given by an admin after all, not by the member. */
  readonly is_override: boolean
}

/** Topic `week:<id>`. `entries` in {@link compareEntries} order, `games` by kickoff and id. */
export interface WeekView {
  readonly week: WeekInfo
  readonly pick_count: number
  readonly games: readonly GameInfo[]
  readonly entries: readonly WeekEntry[]
}

export interface SeasonWeek {
  readonly id: number
  readonly week_number: number
  readonly is_locked: boolean
  /** Results that count so far, by team. */
  readonly results: Readonly<Record<string, 'win' | 'loss'>>
  /** Locked, and every game final. */
  readonly is_complete: boolean
}

/** An entry with what decides its standing. Weeks are week numbers. */
export interface SeasonEntry {
  readonly id: number
  readonly name: string
  readonly user_name: string
  /** Teams of revealed weeks by week number. */
  readonly picks: Readonly<Record<string, string>>
  /** Weeks whose standing lock found it alive without a pick. */
  readonly missed: readonly number[]
  readonly forgiven: readonly { readonly week: number; readonly team: string | null }[]
  /** Week of an elimination by hand that stands. */
  readonly eliminated_by_hand: number | null
  /** Weeks of settled losses with picks that are not revealed (Set All to Final before the lock); team untold. */
  readonly hidden_losses: readonly number[]
}

/** Topic `season:<year>`. `weeks` by number, `entries` in {@link compareEntries} order. */
export interface SeasonView {
  readonly season_year: number
  readonly missed_pick: 'survives' | 'eliminated'
  readonly weeks: readonly SeasonWeek[]
  readonly entries: readonly SeasonEntry[]
}

export interface RulesInfo {
  readonly missed_pick: 'survives' | 'eliminated'
  readonly team_lock: 'week' | 'kickoff'
  readonly max_entries_per_member: number | null
  readonly late_entries: 'allowed' | 'closed'
}

/** Topic `pool`. `weeks` newest first. */
export interface PoolView {
  readonly club_name: string
  readonly current_week_id: number | null
  readonly weeks: readonly WeekInfo[]
  /** Null override: real time. While `running`, site time is `at` + (now − `since`); else it stands at `at`. */
  readonly site_time: { readonly at: string; readonly since: string; readonly running: boolean } | null
  readonly rules: RulesInfo
  /** Why the rules are read-only: the season whose first lock has passed. */
  readonly rules_locked_by_season: number | null
}

export interface UserPick {
  readonly id: number
  readonly week_id: number
  readonly week_number: number
  readonly season_year: number
  readonly team_abbr: string
  readonly is_override: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

/** A member's own entry, with everything that is theirs to know. */
export interface UserEntry {
  readonly id: number
  readonly user_id: number
  readonly name: string
  readonly is_paid: boolean
  readonly payment_type: 'venmo' | 'paypal' | 'square' | 'cash' | null
  readonly paid_date: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
  readonly picks: readonly UserPick[]
}

export interface UserInfo {
  readonly id: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly mobile: string | null
  readonly is_admin: boolean
  readonly created_at: string
}

/** Topic `user:<id>`. `entries` in {@link compareEntries} order. */
export interface UserView {
  readonly user: UserInfo
  readonly entries: readonly UserEntry[]
}

/** An entry in the admin's lists. Standing comes from the season's view. */
export interface AdminEntry extends Omit<UserEntry, 'picks'> {
  readonly user_name: string
  readonly user_email: string
  readonly user_mobile: string | null
}

/** Topic `admin`. `users` by e-mail, `entries` in {@link compareEntries} order. */
export interface AdminView {
  readonly users: readonly UserInfo[]
  readonly entries: readonly AdminEntry[]
  /** Entries that have a pick in a week that is still open, by week id; nothing tells which team, when, or how often. */
  readonly picked: Readonly<Record<string, readonly number[]>>
}

/** The view of each kind of topic. */
export interface Views {
  readonly week: WeekView
  readonly season: SeasonView
  readonly pool: PoolView
  readonly user: UserView
  readonly admin: AdminView
}
