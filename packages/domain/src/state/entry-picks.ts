import type { PickId, Position, WeekId } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import type { AutoPickStep } from '../pool-rules/index.ts'
import type { TeamAbbr } from '../values/teams.ts'

export interface Pick {
  readonly id: PickId
  readonly weekId: WeekId
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
  /** The position of the last event that changed the pick. */
  readonly version: Position
}

declare const opaque: unique symbol

/** The picks of an entry, in the order of their last changes. Only this module can look into them ([decision 68](../../../docs/decisions/068-one-table-of-events-and-one-reader-of-picks.md)). */
export interface EntryPicks {
  readonly [opaque]?: never
}

/** An entry; one that does not exist has no picks. */
type WithPicks = { readonly picks: EntryPicks } | undefined

export const entryPicks = (picks: readonly Pick[]): EntryPicks => picks as EntryPicks

/** Returns all picks of an entry, also of deleted weeks, in which they have no effect. */
export const allPicks = (entry: WithPicks): readonly Pick[] => (entry === undefined ? [] : (entry.picks as readonly Pick[]))

/** Returns the picks of an entry in a week. */
export function picksOf(entry: WithPicks, weekId: WeekId): readonly Pick[] {
  return allPicks(entry).filter((pick) => pick.weekId === weekId)
}

/** Returns the pick of an entry in a slot of a week. Pools of today have one slot a week. */
export function pickAt(entry: WithPicks, weekId: WeekId, slot = 1): Pick | undefined {
  let place = 0
  for (const pick of allPicks(entry)) {
    if (pick.weekId === weekId) place += 1
    if (place === slot) return pick
  }
  return undefined
}

export const hasPick = (entry: WithPicks, weekId: WeekId): boolean => pickAt(entry, weekId) !== undefined

/** Returns the picks with others in place of those of a week. */
export function withPicks(entry: WithPicks, weekId: WeekId, picks: readonly Pick[]): EntryPicks {
  return entryPicks([...allPicks(entry).filter((pick) => pick.weekId !== weekId), ...picks])
}
