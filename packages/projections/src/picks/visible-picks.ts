import {
  allPicks,
  createdAtForOwner,
  type Entry,
  type EntryId,
  type Instant,
  isSealed,
  mayPickFor,
  type Pick,
  type PickId,
  type PickMaker,
  type PoolState,
  type Position,
  type Round,
  type Slot,
  type TeamAbbr,
  type WeekId,
} from '@outlast/domain'
import { type Viewer, viewerId } from './viewer.ts'

/** A pick as far as the viewer may know it. */
export type VisiblePick = {
  readonly id: PickId
  readonly entryId: EntryId
  readonly weekId: WeekId
  readonly slot: Slot
  readonly week: Round
} & (
  | {
      readonly team: TeamAbbr
      readonly isOverride: boolean
      readonly isAuto: boolean
      readonly madeBy?: PickMaker
      readonly version: Position
      readonly createdAt: Instant
      readonly updatedAt: Instant
    }
  /**
   * What an admin sees of another member's pick before the lock, and the owner of a sealed one: that it exists, and neither
   * when nor how often it changed.
   */
  | { readonly team: null }
)

interface Scope {
  /** Only of this week. */
  readonly weekId?: WeekId
  /** Shows the teams of an unmasked week, for the admin's picks list only (docs/rules.md §10.2). */
  readonly unmasks?: true
}

/**
 * Returns the picks of an entry, in the order of their weeks and slots. The only reader of picks for viewers (docs/architecture.md, "Reads
 * and secrecy"). Everyone sees the picks of a locked week. Before the lock, owners and those who pick for them
 * see them unless they are sealed, and an admin sees that a pick exists. The picks of deleted weeks are left out.
 */
export function visiblePicks(pool: PoolState, viewer: Viewer, entry: Entry, scope: Scope = {}): readonly VisiblePick[] {
  const isOwner = mayPickFor(pool, viewerId(viewer), entry)
  const found = allPicks(entry).flatMap((pick): VisiblePick | [] => {
    const week = pool.rounds.get(pick.weekId)
    if (week === undefined || (scope.weekId !== undefined && scope.weekId !== week.id)) return []
    const isKnown = week.locked !== null || (isOwner && !isSealed(pool, entry, pick))
    const place = { id: pick.id, entryId: entry.id, weekId: week.id, slot: pick.slot, week }
    if (isKnown) return { ...place, ...knownFields(pool, entry, pick), ...(pick.madeBy && { madeBy: pick.madeBy }) }
    // Whether the owner or somebody else made it stays hidden.
    if (scope.unmasks === true && week.unmasked) return { ...place, ...knownFields(pool, entry, pick) }
    return isOwner || viewer.kind === 'admin' ? { ...place, team: null } : []
  })
  return found.sort((a, b) => a.week.seasonYear - b.week.seasonYear || a.week.weekNumber - b.week.weekNumber || a.slot - b.slot)
}

function knownFields(pool: PoolState, { userId }: Entry, pick: Pick) {
  const { team, isOverride, assignedBy, version, updatedAt } = pick
  const createdAt = createdAtForOwner(pool, userId, pick, updatedAt)
  return { team, isOverride, isAuto: assignedBy !== null, version, createdAt, updatedAt }
}
