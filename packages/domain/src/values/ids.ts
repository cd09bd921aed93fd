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
const WEEK_SLOTS = 1_000_000

/**
 * Returns the id of an entry's pick in a week. It is computed from the two ids, so that it reveals neither when a pick was made nor
 * whether it was made again (docs/rules.md §10.1).
 */
export function pickIdOf(entry: EntryId, week: WeekId): PickId {
  return (entry * WEEK_SLOTS + week) as PickId
}

/** Returns the entry and the week of a pick's id. */
export function parsePickId(pick: PickId): { readonly entryId: EntryId; readonly weekId: WeekId } {
  return { entryId: Math.floor(pick / WEEK_SLOTS) as EntryId, weekId: (pick % WEEK_SLOTS) as WeekId }
}
