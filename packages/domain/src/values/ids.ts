import { parseSlot, type Slot } from './slots.ts'

// Ids are small positive integers in the order of creation, because admins type them by hand.

export type UserId = number & { readonly __brand: 'UserId' }
export type EntryId = number & { readonly __brand: 'EntryId' }
/** A contest. The first contest of a season has the year as its id, so that events and addresses from before contests name it. */
export type ContestId = number & { readonly __brand: 'ContestId' }
/** A round: what members and the API call a week. */
export type WeekId = number & { readonly __brand: 'WeekId' }
/** A week of the schedule. It has the id of its first round, by which events about games name it. */
export type ScheduleWeekId = WeekId & { readonly __part: 'schedule' }
export type PickId = number & { readonly __brand: 'PickId' }
export type InvitationId = number & { readonly __brand: 'InvitationId' }
export type GameId = number & { readonly __brand: 'GameId' }
/** The position of an event in the log: 1 for the first, without gaps. Also the version of whatever that event changed last. */
export type Position = number & { readonly __brand: 'Position' }
/** What a sender expects of a row's version (`If-Match`): this one, or any. */
export type ExpectedVersion = Position | '*'

export const userId = (value: number): UserId => value as UserId
export const entryId = (value: number): EntryId => value as EntryId
/** Returns the first contest of a season, in which every entry of the season takes part. */
export const mainContest = (seasonYear: number): ContestId => seasonYear as ContestId
export const contestId = (value: number): ContestId => value as ContestId
export const scheduleWeekId = (value: number): ScheduleWeekId => value as ScheduleWeekId
export const weekId = (value: number): WeekId => value as WeekId
export const pickId = (value: number): PickId => value as PickId
export const invitationId = (value: number): InvitationId => value as InvitationId
export const gameId = (value: number): GameId => value as GameId
export const position = (value: number): Position => value as Position

/** An upper limit for the ids of weeks. */
const WEEK_IDS = 1_000_000
/** An upper limit for the ids of picks in one slot, so that those of all slots are whole numbers that JavaScript can represent. */
const SLOT_IDS = 1e15

/**
 * Returns the id of an entry's pick in a slot of a week. It is computed, so that it reveals neither when a pick was made nor whether it was
 * made again (docs/rules.md §10.1).
 */
export function pickIdOf(entry: EntryId, week: WeekId, slot: Slot): PickId {
  return ((slot - 1) * SLOT_IDS + entry * WEEK_IDS + week) as PickId
}

/** Returns the entry, the week and the slot of a pick's id. An id whose slot is out of range parses as that of an entry that does not exist. */
export function parsePickId(pick: PickId): { readonly entryId: EntryId; readonly weekId: WeekId; readonly slot: Slot } {
  const inSlot = pick % SLOT_IDS
  const [entryId, weekId] = [Math.floor(inSlot / WEEK_IDS) as EntryId, (inSlot % WEEK_IDS) as WeekId]
  const slot = parseSlot(Math.floor(pick / SLOT_IDS) + 1)
  return slot === undefined ? { entryId: 0 as EntryId, weekId, slot: 1 } : { entryId, weekId, slot }
}
