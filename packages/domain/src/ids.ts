/** Ids are positive integers, handed out by the log in order; an admin types them by hand (decisions.md §API shapes). */
export type UserId = number & { readonly __brand: 'UserId' }
export type EntryId = number & { readonly __brand: 'EntryId' }
export type WeekId = number & { readonly __brand: 'WeekId' }
export type PickId = number & { readonly __brand: 'PickId' }
export type GameId = number & { readonly __brand: 'GameId' }
/** Place of an event in the log: 1 for the first, without gaps. Also the version of what that event changed last. */
export type Position = number & { readonly __brand: 'Position' }

export const userId = (value: number): UserId => value as UserId
export const entryId = (value: number): EntryId => value as EntryId
export const weekId = (value: number): WeekId => value as WeekId
export const pickId = (value: number): PickId => value as PickId
export const gameId = (value: number): GameId => value as GameId
export const position = (value: number): Position => value as Position

/** More weeks than any pool will ever add; ids of weeks stay below it. */
const WEEK_SLOTS = 1_000_000

/**
 * The id of an entry's pick in a week. It follows from the two, so that an id tells nobody when a pick was made, or
 * that it was made anew: before the lock that is known to its owner alone (decisions.md §API shapes).
 */
export function pickIdOf(entry: EntryId, week: WeekId): PickId {
  return (entry * WEEK_SLOTS + week) as PickId
}

/** The entry and the week that a pick's id stands for. */
export function parsePickId(pick: PickId): { readonly entryId: EntryId; readonly weekId: WeekId } {
  return { entryId: Math.floor(pick / WEEK_SLOTS) as EntryId, weekId: (pick % WEEK_SLOTS) as WeekId }
}
