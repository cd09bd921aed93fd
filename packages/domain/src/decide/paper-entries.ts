import { createEvent, type EventOfType } from '../events/events.ts'
import { type EntryId, entryId, type UserId } from '../values/ids.ts'
import { type Entry, entriesOf, type PoolState, type User } from '../state/state.ts'
import { isByHand } from '../state/keepers.ts'
import { RuleViolation } from '../events/violation.ts'
import { accept, type Decider, reject, requireEntry, requireUser } from './context.ts'
import { mayBendRules, normalizeEntryName, requireNewEntryAllowed } from './entries.ts'

/** Creates entries of people without an account, each of somebody else (docs/rules.md §8.4). */
export const createPaperEntries: Decider<'CreatePaperEntries'> = (state, { userId, names }, context) => {
  requireMayPlay(state, userId)
  if (!mayBendRules(state, context)) requireNewEntryAllowed(state, 0, context)
  requireFreeNames(state, userId, names)
  const entryIds = names.map((_, index) => entryId(state.lastIds.entry + index + 1))
  const events = entryIds.flatMap((id, index) => [
    createEvent('EntryCreated', { entryId: id, userId, name: names[index] ?? reject('entry_not_found') }),
    createEvent('EntryHandedOver', { entryId: id, userId, byHand: true }),
  ])
  return { events, reply: { entryIds } }
}

/** Gives paper entries another keeper, or to the account of their person. What is so already records nothing. */
export const handOverEntries: Decider<'HandOverEntries'> = (state, { entryIds, userId, byHand }) => {
  requireMayPlay(state, userId)
  const given = requirePaperEntries(state, entryIds).filter((entry) => !byHand || entry.userId !== userId)
  requireFreeNames(
    state,
    userId,
    given.map(({ name }) => name),
    given,
  )
  return accept(...handedTo(userId, given, byHand))
}

/** Returns the entries with these ids, each once. Throws unless all are of people without an account. */
export function requirePaperEntries(state: PoolState, ids: readonly EntryId[]): readonly Entry[] {
  const entries = [...new Set(ids)].map((id) => requireEntry(state, id))
  if (!entries.every(isByHand)) throw new RuleViolation('not_by_hand')
  return entries
}

/** Returns the events that give entries to an account. */
export function handedTo(userId: UserId, entries: readonly Entry[], byHand: boolean): readonly EventOfType<'EntryHandedOver'>[] {
  return entries.map(({ id }) => createEvent('EntryHandedOver', { entryId: id, userId, ...(byHand && { byHand }) }))
}

/** Throws if an account keeps entries: they are other people's, and would go with it. */
export function requireKeepsNothing(state: PoolState, { id }: User): void {
  if (keepsEntries(state, id)) throw new RuleViolation('keeps_entries')
}

export const keepsEntries = (state: PoolState, id: UserId): boolean => entriesOf(state, id).some(isByHand)

function requireMayPlay(state: PoolState, id: UserId): void {
  if (requireUser(state, id).isWaiting) throw new RuleViolation('player_waits')
}

/** Throws if two of these names are the same, or the account has an entry with one of them, besides those that move. */
function requireFreeNames(state: PoolState, owner: UserId, names: readonly string[], moving: readonly Entry[] = []): void {
  const staying = entriesOf(state, owner).filter((entry) => !moving.includes(entry))
  const taken = new Set(staying.map(({ name }) => normalizeEntryName(name)))
  for (const name of names.map(normalizeEntryName)) {
    if (taken.has(name)) throw new RuleViolation('entry_name_taken')
    taken.add(name)
  }
}
