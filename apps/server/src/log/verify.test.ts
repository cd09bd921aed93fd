import fc from 'fast-check'
import {
  type Command,
  createWeekLocked,
  emptyPool,
  evolve,
  instantFromMs,
  type PoolState,
  runCommand,
  type StreamName,
  weekId,
} from '@outlast/domain'
import { describe, expect, test } from 'vitest'
import { chainHash, earlyChainHash, eventHashOf, GENESIS, hashOf, seal } from './chain.ts'
import { exportLine, parseExportLine } from './export.ts'
import { nodeHashing } from './hashing.ts'
import { type StoredEvent, upToDate } from './stored-event.ts'
import { LogVerifier } from './verify.ts'
import type { ExpectedHead } from './verify-chain.ts'

type Send = (userId: number, type: Command['type'], data: object, at: string) => void

/** A small log: two members, picks, a lock, and a deleted member whose names were redacted. */
function smallLog(beforeLock: (send: Send) => void = () => {}): StoredEvent[] {
  const pool: PoolState = emptyPool()
  const events: StoredEvent[] = []
  const lengths = new Map<StreamName, number>()
  const send: Send = (userId, type, data, at) => {
    const actor = userId === 0 ? { kind: 'visitor' } : { kind: 'user', userId, tokenVersion: 1 }
    const run = runCommand(
      pool,
      { command: { type, data } as Command, actor: actor as never },
      instantFromMs(Date.parse(at)),
      nodeHashing,
    )
    if (!run.outcome.ok) throw run.outcome.violation
    for (const event of run.recorded) {
      const version = (lengths.get(event.stream) ?? 0) + 1
      lengths.set(event.stream, version)
      events.push(seal(event, version, `event-${event.position}`, events.at(-1)?.hash ?? '0'.repeat(64)))
    }
  }
  send(0, 'RegisterUser', { emailTaken: false, adminGrant: 'first_account' }, '2030-08-01T10:00:00Z')
  send(0, 'RegisterUser', { emailTaken: false, adminGrant: 'first_account' }, '2030-08-01T11:00:00Z')
  send(1, 'AddWeek', { seasonYear: 2030, weekNumber: 1 }, '2030-08-01T12:00:00Z')
  for (let i = 1; i <= 4; i += 1)
    send(1 + (i % 2), 'CreateEntry', { userId: 1 + (i % 2), name: `Entry ${i}` }, '2030-08-02T12:00:00Z')
  const teams = ['KC', 'SF', 'DAL']
  teams.forEach((team, i) => {
    const nonce = String(i + 1).repeat(64)
    send(1 + ((i + 1) % 2), 'SubmitPick', { entryId: i + 1, weekId: 1, team, nonce }, '2030-08-03T12:00:00Z')
  })
  beforeLock(send)
  send(1, 'DeleteUser', { userId: 2 }, '2030-10-01T12:00:00Z')
  const redacted = new Set(events.flatMap((event) => (event.type === 'EventsRedacted' ? event.data.positions : [])))
  return events.map((event) =>
    redacted.has(event.position) ? ({ ...event, data: { ...event.data, name: null } } as StoredEvent) : event,
  )
}

const validLog = smallLog()
const head: ExpectedHead = { position: validLog.length, hash: validLog.at(-1)?.hash ?? '', origin: 'that was published' }

function problemsOf(events: readonly StoredEvent[]) {
  const verifier = new LogVerifier([head])
  for (const event of events) verifier.check(event)
  return verifier.finish()
}

test('LogVerifier: finds nothing in a valid log with redacted names', () => {
  expect(validLog.some((event) => event.type === 'WeekLocked')).toBe(true)
  expect(validLog.some((event) => event.type === 'EventsRedacted')).toBe(true)
  expect(problemsOf(validLog)).toEqual([])
})

test('LogVerifier: accepts the redacted name of a paper entry that somebody else created, once its last owner is deleted', () => {
  const log = smallLog((send) => {
    send(1, 'CreatePaperEntries', { userId: 1, names: ['Fritz'] }, '2030-08-04T10:00:00Z')
    send(1, 'HandOverEntries', { entryIds: [5], userId: 2, byHand: false }, '2030-08-04T11:00:00Z')
  })
  const verifier = new LogVerifier()
  for (const event of log) verifier.check(event)
  expect(log.find((event) => event.type === 'EntryCreated' && event.data.entryId === 5)?.data).toMatchObject({ name: null })
  expect(verifier.finish()).toEqual([])
})

/** Changes one place inside a JSON value. */
function edited(value: unknown, seed: number): unknown {
  if (typeof value === 'number') return value + 1 + (seed % 5)
  if (typeof value === 'boolean') return !value
  if (typeof value === 'string') return value === 'member' ? 'admin' : `${value}x`
  if (value === null) return 'x'
  if (Array.isArray(value)) return value.length === 0 ? [1] : value.toSpliced(seed % value.length, 1)
  const keys = Object.keys(value as object)
  const key = keys[seed % Math.max(1, keys.length)]
  if (key === undefined) return { x: 1 }
  return { ...(value as object), [key]: edited((value as Record<string, unknown>)[key], seed >> 3) }
}

const FIELDS = [
  'position',
  'stream',
  'version',
  'eventId',
  'type',
  'schemaVersion',
  'data',
  'metadata',
  'recordedAt',
  'siteTime',
  'dataHash',
  'eventHash',
  'hash',
] as const

describe('LogVerifier with a published head', () => {
  const at = fc.nat(validLog.length - 1)
  test('finds a change of any column', () => {
    fc.assert(
      fc.property(at, fc.constantFrom(...FIELDS), fc.nat(1e6), (i, field, seed) => {
        const events = validLog.map((event, j) =>
          i === j ? ({ ...event, [field]: edited(event[field], seed) } as StoredEvent) : event,
        )
        expect(problemsOf(events)).not.toEqual([])
      }),
      { numRuns: 300 },
    )
  })
  test('finds a changed payload with a matching hash', () => {
    fc.assert(
      fc.property(at, fc.nat(1e6), (i, seed) => {
        const events = validLog.map((event, j) => {
          const data = edited(event.data, seed)
          return i === j ? ({ ...event, data, dataHash: hashOf(data) } as StoredEvent) : event
        })
        expect(problemsOf(events)).not.toEqual([])
      }),
    )
  })
  test('finds deleted, duplicated, reordered and truncated events', () => {
    fc.assert(
      fc.property(at, at, fc.constantFrom('delete', 'double', 'swap', 'truncate'), (i, j, how) => {
        const events = [...validLog]
        const [a, b] = [validLog[i], validLog[j]]
        if (a === undefined || b === undefined) return
        if (how === 'delete') events.splice(i, 1)
        if (how === 'double') events.splice(i, 0, a)
        if (how === 'truncate') events.splice(i)
        if (how === 'swap') {
          if (i === j) return
          events[i] = b
          events[j] = a
        }
        expect(problemsOf(events)).not.toEqual([])
      }),
      { numRuns: 300 },
    )
  })
  test('finds a rewritten tail with a valid chain', () => {
    for (let from = 0; from < validLog.length; from += 1) {
      const events = validLog.slice(0, from)
      for (const event of validLog.slice(from)) {
        const previous = events.at(-1)?.hash ?? '0'.repeat(64)
        events.push(
          seal({ ...event, metadata: { ...event.metadata, reason: 'because' } }, event.version, event.eventId, previous),
        )
      }
      expect(problemsOf(events)).not.toEqual([])
    }
  })
})

test('LogVerifier: finds a lock whose Merkle root does not match the picks, even in a valid chain', () => {
  const forged = validLog.map((event): StoredEvent => {
    if (event.type !== 'WeekLocked') return event
    const data = { ...event.data, merkleRoot: 'f'.repeat(64) }
    return { ...event, data, dataHash: hashOf(data) }
  })
  const events = rechained(forged, () => false)
  const verifier = new LogVerifier()
  for (const event of events) verifier.check(event)
  const { position } = validLog.find(({ type }) => type === 'WeekLocked')!
  expect(verifier.finish()).toEqual([
    { position, problem: 'does not follow from the events before it: a pick, a result or an entry is not the recorded one' },
  ])
})

test('LogVerifier: accepts a lock of an older version, which had entries in it that an admin had eliminated as of its week', () => {
  const log = smallLog((send) => send(1, 'AmendEntry', { entryId: 3, isEliminated: true }, '2030-08-04T12:00:00Z'))
  const before = log.slice(
    0,
    log.findIndex(({ type }) => type === 'WeekLocked'),
  )
  const pool = emptyPool()
  for (const event of before) evolve(pool, upToDate(event))
  const locks = [false, true].map((hasOut) => createWeekLocked(pool, pool.rounds.get(weekId(1))!, nodeHashing, hasOut).data)
  expect(locks.map(({ entries, picks }) => [entries, picks])).toEqual([
    [3, 2],
    [4, 3],
  ])
  const problemsWith = (data: (typeof locks)[number]): boolean => {
    const verifier = new LogVerifier()
    const lock = log[before.length]!
    const sealed = seal({ ...lock, data } as StoredEvent, lock.version, lock.eventId, before.at(-1)!.hash)
    for (const event of [...before, sealed]) verifier.check(event)
    return verifier.finish().some(({ position }) => position === lock.position)
  }
  expect(locks.map(problemsWith)).toEqual([false, false])
  expect(problemsWith({ ...locks[1]!, picks: 2 })).toBe(true)
})

/** Chains a log again, with the earlier form of the chain for the events for which `isEarly` returns true. */
function rechained(events: readonly StoredEvent[], isEarly: (event: StoredEvent) => boolean): StoredEvent[] {
  let previous = GENESIS
  return events.map((event) => {
    const eventHash = isEarly(event) ? null : eventHashOf(event)
    previous = eventHash === null ? earlyChainHash(previous, event) : chainHash(previous, eventHash)
    return { ...event, eventHash, hash: previous }
  })
}

describe('LogVerifier with a log that began before event hashes', () => {
  const findingsOf = (events: readonly StoredEvent[], heads: readonly ExpectedHead[] = []) => {
    const verifier = new LogVerifier(heads)
    for (const event of events) verifier.check(event)
    return verifier.finish()
  }
  const keptAt = (events: readonly StoredEvent[], position: number): ExpectedHead => ({
    position,
    hash: events[position - 1]?.hash ?? '',
    origin: 'that was published',
  })

  test('finds nothing, wherever the event hashes begin', () => {
    for (let last = 0; last <= validLog.length; last += 1) {
      expect(findingsOf(rechained(validLog, ({ position }) => position <= last))).toEqual([])
    }
  })
  test('finds a later event of the earlier form, even in a valid chain', () => {
    for (let at = 2; at <= validLog.length; at += 1) {
      expect(findingsOf(rechained(validLog, ({ position }) => position === at))).toEqual([
        { position: at, problem: 'has no event hash, although earlier events have one' },
      ])
    }
  })
  test('finds that the beginning of the event hashes was moved, by a head after it', () => {
    const upgraded = rechained(validLog, ({ position }) => position <= 5)
    for (const last of [0, 4, 6, validLog.length]) {
      const moved = rechained(validLog, ({ position }) => position <= last)
      expect(findingsOf(moved, [keptAt(upgraded, validLog.length)])).toMatchObject([{ position: validLog.length }])
    }
  })
  test('finds an event hash that was removed or added without changing the chain', () => {
    const upgraded = rechained(validLog, ({ position }) => position <= 5)
    const removed = upgraded.map((event) => (event.position === 6 ? { ...event, eventHash: null } : event))
    expect(findingsOf(removed)).toContainEqual({ position: 6, problem: 'hash does not continue the chain' })
    const added = upgraded.map((event) => (event.position === 5 ? { ...event, eventHash: eventHashOf(event) } : event))
    expect(findingsOf(added)).toContainEqual({ position: 5, problem: 'hash does not continue the chain' })
  })
  test('accepts an export of an earlier version, whose lines have no event_hash', () => {
    const early = rechained(validLog, () => true)
    const lines = early.map((event) => exportLine(event).replace('"event_hash":null,', ''))
    expect(lines.join()).not.toContain('event_hash')
    expect(findingsOf(lines.map((line) => parseExportLine(line)).filter((event) => event !== undefined))).toEqual([])
    expect(parseExportLine(exportLine(validLog[0]!))?.eventHash).toBe(validLog[0]?.eventHash)
  })
})
