import { isDeepStrictEqual } from 'node:util'
import { pickCommitment, instantFromMs, instantToMs, TEAMS } from '@outlast/domain'
import { nodeHashing } from '@outlast/server/log/hashing'
import type { StoredEvent } from '@outlast/server/log/stored-event'
import { type Random, integerBetween } from '@outlast/seasons/random'
import { withMatchingHashes } from '@outlast/testing/rewritten-log'

/** Changes a log. */
export type Tampering = (events: readonly StoredEvent[], random: Random) => readonly StoredEvent[]

/** The ways to tamper with a log, each at a random place. */
export const TAMPERINGS: Readonly<Record<string, Tampering>> = {
  'a payload edited': (events, random) => editOne(events, random, (event) => ({ data: withEdit(event.data, random) })),
  'a pick changed': (events, random) => editPick(events, random),
  'a name removed that nobody has redacted': (events, random) => {
    const named = events.filter(
      (event) => (event.type === 'EntryCreated' || event.type === 'EntryRenamed') && event.data.name !== null,
    )
    const victim = named[integerBetween(random, 0, named.length - 1)]
    if (victim === undefined) throw new Error('the log has no names')
    return events.map((event) => (event === victim ? ({ ...event, data: { ...event.data, name: null } } as StoredEvent) : event))
  },
  'an actor or a reason edited': (events, random) =>
    editOne(events, random, (event) => ({ metadata: withEdit(event.metadata, random) })),
  'a time moved': (events, random) =>
    editOne(events, random, (event) => {
      const name = random() < 0.5 ? 'recordedAt' : 'siteTime'
      return { [name]: instantFromMs(instantToMs(event[name]) + integerBetween(random, 1, 5_000)) }
    }),
  'a type, version or id edited': (events, random) =>
    editOne(events, random, (event) => {
      const edits = [
        { type: `${event.type}Not` },
        { version: event.version + 1 },
        { eventId: crypto.randomUUID() },
        { schemaVersion: 9 },
      ]
      return edits[integerBetween(random, 0, edits.length - 1)] ?? {}
    }),
  'events deleted, leaving gaps': (events, random) => without(events, random),
  'events deleted, the others renumbered': (events, random) => renumbered(without(events, random)),
  'two events swapped': (events, random) => {
    const at = integerBetween(random, 0, events.length - 2)
    return renumbered([...events.slice(0, at), ...events.slice(at, at + 2).toReversed(), ...events.slice(at + 2)])
  },
  'events reordered': (events, random) => {
    const from = integerBetween(random, 0, events.length - 4)
    const count = integerBetween(random, 3, Math.min(40, events.length - from))
    return renumbered([...events.slice(0, from), ...events.slice(from, from + count).toReversed(), ...events.slice(from + count)])
  },
  'the end truncated': (events, random) => events.slice(0, integerBetween(random, 0, events.length - 1)),
  'an event inserted': (events, random) => {
    const at = integerBetween(random, 1, events.length - 1)
    const copy = events.slice(at, at + 1).map((event) => ({ ...event, eventId: crypto.randomUUID() }))
    return renumbered([...events.slice(0, at), ...copy, ...events.slice(at)])
  },
  'the end replaced by new events': (events, random) => {
    const at = integerBetween(random, 0, events.length - 1)
    return events.map((event, i) => (i < at ? event : { ...event, eventId: crypto.randomUUID() }))
  },
}

interface TamperedLog {
  readonly what: string
  readonly events: readonly StoredEvent[]
  /** Whether every hash, and the recorded head of the log, match the tampered events. */
  readonly hashesMatch: boolean
}

/** Applies the nth kind of tampering at a random place; again when by chance it changed nothing. */
export function tamperWith(original: readonly StoredEvent[], random: Random, n: number): TamperedLog {
  const kinds = Object.entries(TAMPERINGS)
  const [what = '', tampering] = kinds[n % kinds.length] ?? []
  const hashesMatch = Math.floor(n / kinds.length) % 2 === 1
  for (;;) {
    const changed = tampering?.(original, random) ?? []
    const events = hashesMatch ? withMatchingHashes(changed) : changed
    if (!isDeepStrictEqual(events, original))
      return { what: hashesMatch ? `${what}, with matching hashes` : what, events, hashesMatch }
  }
}

function editOne(
  events: readonly StoredEvent[],
  random: Random,
  edit: (event: StoredEvent) => Readonly<Record<string, unknown>>,
): readonly StoredEvent[] {
  const at = integerBetween(random, 0, events.length - 1)
  return events.map((event, i) => (i === at ? ({ ...event, ...edit(event) } as StoredEvent) : event))
}

/** Changes the team of a pick, with a matching commitment. */
function editPick(events: readonly StoredEvent[], random: Random): readonly StoredEvent[] {
  const picks = events.filter((event) => event.type === 'PickSubmitted')
  const victim = picks[integerBetween(random, 0, picks.length - 1)]
  if (victim === undefined) throw new Error('the log has no picks')
  const { entryId, weekId, nonce } = victim.data
  const others = TEAMS.filter(({ abbr }) => abbr !== victim.data.team)
  const team = others[integerBetween(random, 0, others.length - 1)]?.abbr ?? victim.data.team
  const data = { ...victim.data, team, commitment: pickCommitment(nodeHashing, nonce, entryId, weekId, team) }
  return events.map((event) => (event === victim ? { ...victim, data } : event))
}

/** Changes one value of an object, or adds one. */
function withEdit(value: object, random: Random): Readonly<Record<string, unknown>> {
  const fields: readonly (readonly [string, unknown])[] = Object.entries(value)
  const [name, old] = fields[integerBetween(random, 0, fields.length)] ?? ['note', undefined]
  return { ...value, [name]: changedValue(old) }
}

/** Returns another value of the same type. */
export function changedValue(old: unknown): unknown {
  if (typeof old === 'number') return old + 1
  if (Array.isArray(old)) return [...(old as readonly unknown[]), 'x']
  if (typeof old === 'object' && old !== null) return { ...old, added: 1 }
  if (typeof old === 'boolean') return !old
  return typeof old === 'string' ? `${old}.` : 'x'
}

function without(events: readonly StoredEvent[], random: Random): readonly StoredEvent[] {
  const from = integerBetween(random, 0, events.length - 2)
  const count = integerBetween(random, 1, Math.min(20, events.length - 1 - from))
  return [...events.slice(0, from), ...events.slice(from + count)]
}

function renumbered(events: readonly StoredEvent[]): readonly StoredEvent[] {
  return events.map((event, i) => ({ ...event, position: (i + 1) as StoredEvent['position'] }))
}
