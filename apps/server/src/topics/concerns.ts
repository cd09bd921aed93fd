import type { Topic } from '@outlast/contract/live/topics'
import type { UserPick } from '@outlast/contract/live/wire'

/** What of a topic's view an event touches: the rows to be read again, or what is known from the event alone. */
export type Touch =
  /** The week, the whole pool, or the member's own account. */
  | { readonly what: 'info' }
  | { readonly what: 'pick_count' }
  | { readonly what: 'games'; readonly ids: readonly number[] }
  | { readonly what: 'entries'; readonly ids: readonly number[] }
  | { readonly what: 'users'; readonly ids: readonly number[] }
  | { readonly what: 'weeks'; readonly ids: readonly number[] }
  /** `entries`: how many went into the week alive. */
  | { readonly what: 'reveal'; readonly weekId: number; readonly entries: number }
  /** For its owner, from the event alone: a pick costs no query, whoever watches. */
  | { readonly what: 'pick'; readonly entryId: number; readonly pick: UserPick }
  | { readonly what: 'pick_cleared'; readonly entryId: number; readonly weekId: number }
  | { readonly what: 'picked'; readonly weekId: number; readonly entryId: number; readonly hasPick: boolean }
  | { readonly what: 'picked_closed'; readonly weekId: number }
  /** Names lawfully left the pool: nothing that was said before may be said again. */
  | { readonly what: 'forget' }
  /** Too much, or too complicated: clients fetch the snapshot. */
  | { readonly what: 'reset' }

/** A topic that an event concerns, and how. */
export interface Concern {
  readonly topic: Topic
  readonly touches: readonly Touch[]
}

export const INFO: Touch = { what: 'info' }
export const PICK_COUNT: Touch = { what: 'pick_count' }
export const FORGET: Touch = { what: 'forget' }
export const RESET: Touch = { what: 'reset' }
export const entries = (...ids: readonly number[]): Touch => ({ what: 'entries', ids })
export const users = (...ids: readonly number[]): Touch => ({ what: 'users', ids })

/** A concern of a topic. */
export const concern = (topic: Topic, ...touches: readonly Touch[]): Concern => ({ topic, touches })
