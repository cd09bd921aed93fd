import type { Actor, ReplyOf, CommandData, CommandType } from '../commands.ts'
import type { PoolEvent } from '../events.ts'
import type { EntryId, Position, UserId, WeekId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Hashing } from '../proof.ts'
import type { Entry, PoolState, User, Week } from '../state.ts'
import { RuleViolation, type ViolationCode } from '../violation.ts'

/** What a decision may know besides the pool: who asks, and what time it is. */
export interface DecisionContext {
  readonly actor: Actor
  /** Real time, from the database's clock under the lock. */
  readonly now: Instant
  /** The pool's time: every rule uses it (decisions.md §Words). */
  readonly siteNow: Instant
  readonly hashing: Hashing
}

/** What happened because of a command, and what its sender is told. */
export interface Decision<T extends CommandType> {
  readonly events: readonly PoolEvent[]
  readonly reply: ReplyOf<T>
}

/** Pure: the same pool, command and context give the same decision, or the same {@link RuleViolation}. */
export type Decider<T extends CommandType> = (state: PoolState, data: CommandData[T], context: DecisionContext) => Decision<T>

/** A decision whose sender is told nothing but that it was done. */
export function accept(...events: readonly PoolEvent[]): { readonly events: readonly PoolEvent[]; readonly reply: null } {
  return { events, reply: null }
}

/** The acting account, as it stands now. Throws `unauthenticated` for visitors and for tokens that no longer hold. */
export function requireSignedInUser(state: PoolState, { actor }: DecisionContext): User {
  if (actor.kind !== 'user') throw new RuleViolation('unauthenticated')
  const user = state.users.get(actor.userId)
  if (user === undefined || user.tokenVersion !== actor.tokenVersion) throw new RuleViolation('unauthenticated')
  return user
}

/** Throws unless an admin, or the pool itself, acts. */
export function requireAdmin(state: PoolState, context: DecisionContext): void {
  if (context.actor.kind === 'system') return
  if (!requireSignedInUser(state, context).isAdmin) throw new RuleViolation('forbidden')
}

/** An entry of the acting member; anybody else's does not exist for them (decisions.md §API shapes). */
export function requireOwnEntry(state: PoolState, context: DecisionContext, id: EntryId): Entry {
  const user = requireSignedInUser(state, context)
  const entry = requireEntry(state, id)
  if (entry.userId !== user.id) throw new RuleViolation('entry_not_found')
  return entry
}

export function requireEntry(state: PoolState, id: EntryId): Entry {
  return state.entries.get(id) ?? reject('entry_not_found')
}

export function requireWeek(state: PoolState, id: WeekId): Week {
  return state.weeks.get(id) ?? reject('week_not_found')
}

export function requireUser(state: PoolState, id: UserId): User {
  return state.users.get(id) ?? reject('user_not_found')
}

/** Throws `version_conflict` when the sender has seen an older state of the thing (`If-Match`). */
export function requireVersion(actual: Position | undefined, expected: Position | undefined): void {
  if (expected !== undefined && actual !== expected) throw new RuleViolation('version_conflict')
}

export function reject(code: ViolationCode): never {
  throw new RuleViolation(code)
}
