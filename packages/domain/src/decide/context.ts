import type { Actor, ReplyOf, CommandData, CommandType } from '../commands.ts'
import type { EventMetadata, PoolEvent } from '../events/events.ts'
import type { EntryId, ExpectedVersion, Position, UserId, WeekId } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import { type Hashing, nameCommitment, type SaltedNames } from '../proof/proof.ts'
import { type Entry, isSessionEnded, mayPickFor, type PoolState, type Round, type User, validToken } from '../state/state.ts'
import type { Refusal } from '../pool-rules/index.ts'
import { type Power, powersOf } from '../values/roles.ts'
import type { Scope } from '../values/scopes.ts'
import type { SecondedCommand } from '../values/seconded-commands.ts'
import type { Need } from './command-needs.ts'
import { RuleViolation, type ViolationCode } from '../events/violation.ts'

/** What a decision depends on besides the pool's state: the actor and the time. */
export interface DecisionContext {
  readonly actor: Actor
  /** Real time, read from the database's clock under the lock. */
  readonly now: Instant
  /** Site time, which every rule uses (docs/rules.md §2.1). */
  readonly siteNow: Instant
  readonly hashing: Hashing
}

/** The events that a command causes, and the reply to its sender. */
interface Decision<T extends CommandType> {
  readonly events: readonly PoolEvent[]
  readonly reply: ReplyOf<T>
  /** What another admin asked for, which is done with it or not at all. */
  readonly asked?: { readonly command: SecondedCommand; readonly actor: Actor }
}

/** Decides a command, or throws a {@link RuleViolation}. Pure: the result depends on the arguments only. */
export type Decider<T extends CommandType> = (state: PoolState, data: CommandData[T], context: DecisionContext) => Decision<T>

/** The metadata of what the pool itself records. */
export const SYSTEM: EventMetadata = { actor: null, role: 'system' }

/** Accepts a command that has no reply. */
export function accept(...events: readonly PoolEvent[]): { readonly events: readonly PoolEvent[]; readonly reply: null } {
  return { events, reply: null }
}

/** Returns whether a member acts, or is meant to: nothing says yet whether their login is valid. */
export function isActor({ actor }: Pick<DecisionContext, 'actor'>, id: UserId): boolean {
  return actor.kind === 'user' && actor.userId === id
}

/** Returns the acting user. Throws `unauthenticated` for visitors and for tokens that are no longer valid. */
export function requireSignedInUser(state: PoolState, { actor, now }: Pick<DecisionContext, 'actor' | 'now'>): User {
  if (actor.kind !== 'user') throw new RuleViolation('unauthenticated')
  const user = state.users.get(actor.userId)
  if (user === undefined || user.tokenVersion !== actor.tokenVersion) throw new RuleViolation('unauthenticated')
  if (isSessionEnded(user, actor.sessionId)) throw new RuleViolation('unauthenticated')
  if (actor.program !== undefined && validToken(user, actor.program.id, now) === undefined) throw new RuleViolation('token_ended')
  return user
}

/** Throws unless the actor may send commands with this need, as far as that does not depend on what they are about. */
export function requireNeed(state: PoolState, context: DecisionContext, need: Need): void {
  const program = context.actor.kind === 'user' ? context.actor.program : undefined
  if (program !== undefined && !program.scopes.some((scope) => scope === need)) throw scopeMissing(program.scopes)
  if (need !== 'own' && need !== 'picks') requirePower(state, context, need)
}

/** Says what a token may do, to a program that tried something else. */
export function scopeMissing(scopes: readonly Scope[]): RuleViolation {
  return new RuleViolation('scope_missing', { scopes: scopes.join(', ') })
}

/** Throws unless the actor has a power, or is the pool itself. */
export function requirePower(state: PoolState, context: DecisionContext, power: Power): void {
  if (context.actor.kind === 'system') return
  if (!powersOf(requireSignedInUser(state, context)).includes(power)) throw new RuleViolation('forbidden')
}

/** Returns an entry of the acting member. Other members' entries do not exist for them (docs/rules.md §3.1). */
export function requireOwnEntry(state: PoolState, context: DecisionContext, id: EntryId): Entry {
  const user = requireSignedInUser(state, context)
  const entry = requireEntry(state, id)
  if (entry.userId !== user.id) throw new RuleViolation('entry_not_found')
  requireApproved(user)
  return entry
}

/** Returns an entry for which the acting member may pick. All others do not exist for them. */
export function requireEntryToPick(state: PoolState, context: DecisionContext, id: EntryId): Entry {
  const user = requireSignedInUser(state, context)
  const entry = requireEntry(state, id)
  if (!mayPickFor(state, user.id, entry)) throw new RuleViolation('entry_not_found')
  requireApproved(user)
  return entry
}

/** Returns what an event says about an account's names: the commitment to them, or nothing if they are not known. */
export function committedNames({ hashing }: DecisionContext, id: UserId, names: SaltedNames | undefined) {
  return names === undefined ? {} : { nameCommitment: nameCommitment(hashing, id, names) }
}

/** Throws while an admin must still approve the account (docs/rules.md §11.9). */
export function requireApproved({ isWaiting }: User): void {
  if (isWaiting) throw new RuleViolation('waiting_for_approval')
}

export function requireEntry(state: PoolState, id: EntryId): Entry {
  return state.entries.get(id) ?? reject('entry_not_found')
}

export function requireRound(state: PoolState, id: WeekId): Round {
  return state.rounds.get(id) ?? reject('week_not_found')
}

export function requireUser(state: PoolState, id: UserId): User {
  return state.users.get(id) ?? reject('user_not_found')
}

/** The version of a row that does not exist. The log begins at 1. */
const NO_VERSION = 0

/** Throws `version_conflict` if the sender saw another version (`If-Match`); 0 says that there was nothing. */
export function requireVersion(actual: Position | undefined, expected: ExpectedVersion | undefined): void {
  if (expected !== undefined && expected !== '*' && (actual ?? NO_VERSION) !== expected)
    throw new RuleViolation('version_conflict')
}

export function reject(code: ViolationCode): never {
  throw new RuleViolation(code)
}

/** Throws what a rule of the pool refuses, if it does. */
export function throwRefusal(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw new RuleViolation(refusal.code, refusal.details)
}
