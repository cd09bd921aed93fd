import type { PickId, Position, WeekId } from '../values/ids.ts'
import type { Slot } from '../values/slots.ts'
import type { Instant } from '../values/instant.ts'
import type { AutoPickStep } from '../pool-rules/index.ts'
import type { TeamAbbr } from '../values/teams.ts'
import type { PickMaker } from './proxy.ts'

export interface Pick {
  readonly id: PickId
  readonly weekId: WeekId
  /** Which of the week's picks it is, from 1. Their order means nothing. */
  readonly slot: Slot
  readonly team: TeamAbbr
  readonly commitment: string
  /**
   * Whether the pick reveals a member's choice: a pick that the member made, or an automatic one from the member's ranking. An
   * admin's override keeps the value; a random pick resets it.
   */
  readonly byMember: boolean
  /** The step that chose an automatic pick; null for all others. */
  readonly assignedBy: AutoPickStep | null
  /** The real time of the entry's first pick in this week. Changing the pick keeps it. */
  readonly createdAt: Instant
  /** The real time of the last event that changed the pick, its position, and whether it was an admin's override. */
  readonly updatedAt: Instant
  readonly version: Position
  readonly isOverride: boolean
  /** Absent for a pick that the owner made in person, and for those that no member made. */
  readonly madeBy?: PickMaker
}

declare const opaque: unique symbol

/** The picks of an entry, in the order of their last changes. Only this module can look into them ([decision 68](../../../../docs/decisions/README.md)). */
export interface EntryPicks {
  readonly [opaque]?: never
}

/** An entry; one that does not exist has no picks. */
type WithPicks = { readonly picks: EntryPicks } | undefined

export const entryPicks = (picks: readonly Pick[]): EntryPicks => picks as EntryPicks

/** Returns all picks of an entry, also of deleted weeks, in which they have no effect. */
export const allPicks = (entry: WithPicks): readonly Pick[] => (entry === undefined ? [] : (entry.picks as readonly Pick[]))

/** Returns the picks of an entry in a week, in the order of their slots. */
export function picksOf(entry: WithPicks, weekId: WeekId): readonly Pick[] {
  const found = allPicks(entry).filter((pick) => pick.weekId === weekId)
  return found.length < 2 ? found : found.sort((a, b) => a.slot - b.slot)
}

/** Returns the pick of an entry in a slot of a week. */
export function pickAt(entry: WithPicks, weekId: WeekId, slot: Slot): Pick | undefined {
  return allPicks(entry).find((pick) => pick.weekId === weekId && pick.slot === slot)
}

/** Returns whether an entry has any pick in a week. */
export const hasPick = (entry: WithPicks, weekId: WeekId): boolean => allPicks(entry).some((pick) => pick.weekId === weekId)

/** Returns the picks with another one, or none, in a slot of a week. */
export function withPick(entry: WithPicks, weekId: WeekId, slot: Slot, pick?: Pick): EntryPicks {
  const others = allPicks(entry).filter((other) => other.weekId !== weekId || other.slot !== slot)
  return entryPicks(pick === undefined ? others : [...others, pick])
}

/** Returns the picks with others in their places. */
export function withPicks(entry: WithPicks, picks: readonly Pick[]): EntryPicks {
  return picks.reduce((all, pick) => withPick({ picks: all }, pick.weekId, pick.slot, pick), entryPicks(allPicks(entry)))
}
