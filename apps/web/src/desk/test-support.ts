import type { Consequences } from '@outlast/contract'

/** Consequences for tests. */

export const named = (...ids: readonly number[]) => ids.map((id) => ({ id, name: `Entry ${id}` }))

/** Of a call that changes nothing in a pool of five entries. */
export const nothing: Consequences = {
  token: 'a'.repeat(32),
  out: [],
  returned: [],
  losing_lives: [],
  regaining_lives: [],
  removed: [],
  alive_before: 5,
  alive_after: 5,
  champions_before: null,
  champions_after: null,
  locks: [],
  near_locks: [],
  out_without_pick: [],
  reopens: [],
  reopened_games: { playing: 0, over: 0 },
  deleted_weeks: [],
  lost_picks: 0,
  pick_changes: [],
  unmasks: [],
  turn: null,
  former_titles: [],
  current_week: null,
  site_time: null,
  admins_added: [],
  admins_removed: [],
  corrections: [],
  unfinished: { playing: 0, not_started: 0 },
  unfinished_note: null,
  hidden_picks_ignored: false,
  hidden_picks_note: null,
  refused: 0,
  members: 0,
  messages: null,
}
