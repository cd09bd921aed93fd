import type {
  AdminEntry,
  GameInfo,
  PoolView,
  SeasonEntry,
  SeasonWeek,
  UserEntry,
  UserInfo,
  UserPick,
  WeekEntry,
  WeekInfo,
} from './views.ts'

/**
 * What changes in a view. Every change is absolute: it says how a thing stands now, not how it differs. So a message
 * folds just as well into a view that already has the beginning of what the message covers.
 */

/** What can change in a week. A thing with an id replaces or adds the one with its id. */
export type WeekChange =
  | { readonly kind: 'week'; readonly week: WeekInfo }
  | { readonly kind: 'pick_count'; readonly pick_count: number }
  | { readonly kind: 'games'; readonly games: readonly GameInfo[] }
  | { readonly kind: 'entry'; readonly entry: WeekEntry }
  | { readonly kind: 'entry_removed'; readonly id: number }
  /**
   * The reveal: one character per entry of the view, in its order (see reveal-codes). `roster` is the checksum of the
   * entries it was made for, after the message's other changes; a client that holds others fetches the snapshot.
   */
  | { readonly kind: 'reveal'; readonly week: WeekInfo; readonly roster: string; readonly teams: string }

export type SeasonChange =
  | { readonly kind: 'week'; readonly week: SeasonWeek }
  | { readonly kind: 'entry'; readonly entry: SeasonEntry }
  | { readonly kind: 'entry_removed'; readonly id: number }
  /** As in a week, over all entries of the season; entries that were not in the week have a character of their own. */
  | { readonly kind: 'reveal'; readonly week: SeasonWeek; readonly roster: string; readonly teams: string }

export interface PoolChange {
  readonly kind: 'pool'
  readonly pool: PoolView
}

export type UserChange =
  | { readonly kind: 'user'; readonly user: UserInfo }
  | { readonly kind: 'entry'; readonly entry: UserEntry }
  | { readonly kind: 'entry_removed'; readonly id: number }
  /** The entry's pick of a week as it stands now. */
  | { readonly kind: 'pick'; readonly entry_id: number; readonly pick: UserPick }
  | { readonly kind: 'pick_cleared'; readonly entry_id: number; readonly week_id: number }

export type AdminChange =
  | { readonly kind: 'user'; readonly user: UserInfo }
  | { readonly kind: 'user_removed'; readonly id: number }
  | { readonly kind: 'entry'; readonly entry: AdminEntry }
  | { readonly kind: 'entry_removed'; readonly id: number }
  | { readonly kind: 'picked'; readonly week_id: number; readonly entry_id: number; readonly has_pick: boolean }
  /** A week's picks are revealed, or gone: presence is told elsewhere now. */
  | { readonly kind: 'picked_closed'; readonly week_id: number }

/** The changes of each kind of topic. */
export interface Changes {
  readonly week: WeekChange
  readonly season: SeasonChange
  readonly pool: PoolChange
  readonly user: UserChange
  readonly admin: AdminChange
}

/**
 * Server → client, event `changes`: brings a view that is at `from` or later to `to`. Drop it when you hold `to` or
 * more; when you hold less than `from`, something is missing: fetch the snapshot.
 */
export interface ChangesMessage<C = Changes[keyof Changes]> {
  readonly topic: string
  readonly from: number
  readonly to: number
  readonly changes: readonly C[]
}

/** Server → client, event `reset`: fetch the snapshot again, unless you hold `to` or more. */
export interface ResetMessage {
  readonly topic: string
  readonly to: number
}

/** Client → server, event `join`. `have`: the version the client holds, to be brought forward from there. */
export interface JoinRequest {
  readonly topic: string
  readonly have?: number | undefined
}

/** Client → server, event `leave`. */
export interface LeaveRequest {
  readonly topic: string
}

/** Client → server, event `auth`: a renewed token, or null after signing out. */
export interface AuthRequest {
  readonly token: string | null
}

/**
 * The acknowledgement of `join`, `leave` and `auth`. `version` is the topic's as far as messages were sent: a client
 * that holds less and is not brought forward by messages must fetch. 0 where there is no topic.
 */
export type LiveAnswer =
  | { readonly ok: true; readonly version: number }
  | { readonly ok: false; readonly error: string; readonly code: string }

/** `GET /api/live/{topic}`; the same version is in `ETag` and `X-Topic-Version`. */
export interface Snapshot<V> {
  readonly topic: string
  readonly version: number
  readonly view: V
}
