import type { Pick } from './entry-picks.ts'
import type { Position, UserId } from '../values/ids.ts'

/** Who played an entry by hand, for a person without an account (docs/rules.md §8.4). */
export interface Keeper {
  readonly userId: UserId
  readonly since: Position
  /** Absent while the account keeps the entry. */
  readonly until?: Position
}

interface Kept {
  /** In their order. Absent if the entry was always its owner's. */
  readonly keepers?: readonly Keeper[]
}

/** Returns whether an entry is of a person without an account. Its owner keeps it. */
export function isByHand({ keepers = [] }: Kept): boolean {
  const last = keepers.at(-1)
  return last !== undefined && last.until === undefined
}

/** Returns who kept an entry when the event at a position happened. */
export function keeperAt({ keepers = [] }: Kept, position: Position): UserId | undefined {
  return keepers.find(({ since, until }) => since < position && (until === undefined || position < until))?.userId
}

/** Returns when an entry came to its present owner, if it was handed over. */
export function handedOverAt({ keepers = [] }: Kept): Position | undefined {
  const last = keepers.at(-1)
  return last?.until ?? last?.since
}

/** Returns who entered a pick by hand: not an automatic one, or one that an admin set. */
export function pickKeeper(entry: Kept, { version, assignedBy, isOverride }: Pick): UserId | undefined {
  return assignedBy === null && !isOverride ? keeperAt(entry, version) : undefined
}
