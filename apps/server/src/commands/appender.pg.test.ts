import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DatabaseProxy } from '@outlast/testing/postgres/database-proxy'
import { loseLastEvents } from '@outlast/testing/rewritten-log'
import {
  findingsIn,
  member,
  openLog,
  pickInOtherProcess,
  pickOf,
  seedPool,
  type TestLog,
  useTestLog,
  VISITOR,
} from '../../tests/support/log.ts'
import { openDatabase } from '../database/index.ts'
import type { Tables } from '../database/tables.ts'
import { Appender } from './appender.ts'
import { DatabaseUnavailable, OutcomeUnknown } from '../lib/errors.ts'
import { readEvents } from '../log/read.ts'
import { LogDiverged } from '../pool/follower.ts'
import { idempotencyKey } from './receipts.ts'
import { toQueuedCommand } from './queued-command.ts'

const own = useTestLog()

/** Positions of the picks that the log has. */
async function recordedPicks(): Promise<readonly number[]> {
  return (await readEvents(own.log.db, 0)).filter((event) => event.type === 'PickSubmitted').map((event) => event.position)
}

async function receiptCount(): Promise<number> {
  return (await sql`SELECT 1 FROM command_receipts`.execute(own.log.db)).rows.length
}

test('Appender: decides late arrivals at a time after their arrival', async () => {
  const appending = openDatabase<Tables>({
    connectionString: own.connectionString,
    max: 1,
    onError: () => {},
    prepare: true,
  })
  const observedTimes: string[] = []
  const appender = new Appender({
    db: appending.db,
    follower: own.log.follower,
    onTime: (now) => observedTimes.push(now),
  })
  const register = toQueuedCommand({
    envelope: { command: { type: 'RegisterUser', data: { emailTaken: false, adminGrant: 'first_account' } }, actor: VISITOR },
    toResponse: ({ events }) => events[0]?.recordedAt ?? '',
  })
  let arrivedAt = ''
  const results = await appender.append([register], () => {
    const until = Date.now() + 30
    while (Date.now() < until);
    arrivedAt = new Date(until).toISOString()
    return [register]
  })
  const times = results.map((item) => 'result' in item && item.result.ok && item.result.response)
  expect(times).toHaveLength(2)
  expect(observedTimes).toHaveLength(1)
  for (const time of [...times, ...observedTimes]) expect(String(time) >= arrivedAt).toBe(true)
  await appending.close()
})

test('Appender: fails only the command that threw, and records the rest of its batch', async () => {
  await seedPool(own.log)
  const poison = own.log.queue.submit({
    envelope: { command: { type: 'LockDueWeeks', data: {} }, actor: { kind: 'system' } },
    effects: (tx) => sql`SELECT 1 / 0`.execute(tx).then(() => {}),
    toResponse: () => null,
  })
  const pick = own.log.submit(member(1), 'SubmitPick', pickOf(1, 'KC'))
  await expect(poison).rejects.toThrow('division by zero')
  expect((await pick).ok).toBe(true)
  expect(await findingsIn(own.log)).toEqual([])
})

describe.each([
  ['decides under the lock', false],
  ['sends its batches at once', true],
])('Appender: when the database has lost commits, a process that %s', (_way, pipelined) => {
  test.each([
    ['is shorter', []],
    ['is as long again', [2]],
    ['is longer', [2, 3]],
  ])('records, folds and confirms nothing while the log %s', async (_how, others) => {
    await seedPool(own.log)
    const log = await openLog(own.connectionString, { pipelined })
    await log.submit(member(1), 'SubmitPick', pickOf(1, 'KC'))
    const { head } = log.follower
    await loseLastEvents(own.log.db, 1)
    await pickInOtherProcess(own.connectionString, others)
    expect(log.follower.hasDiverged).toBe(false)
    // The second would be refused by the rules.
    const sent = ['SF', 'nobody'].map((team) => log.submit(member(1), 'SubmitPick', pickOf(1, team)))
    for (const one of await Promise.allSettled(sent)) {
      expect(one).toMatchObject({ status: 'rejected', reason: { cause: expect.any(LogDiverged) as Error } })
      expect(one.status === 'rejected' && one.reason).toBeInstanceOf(DatabaseUnavailable)
    }
    expect([log.follower.head, log.follower.hasDiverged]).toEqual([head, true])
    await log.close()
    expect(await recordedPicks()).toHaveLength(others.length)
    const restarted = await openLog(own.connectionString, { pipelined })
    expect(await restarted.submit(member(1), 'SubmitPick', pickOf(1, 'SF'))).toMatchObject({ ok: true })
    await restarted.close()
    expect(await findingsIn(own.log)).toEqual([])
  })
})

describe.each([
  ['decided under the lock', false],
  ['sent at once', true],
])('Appender: when the reply to the COMMIT of a batch that was %s is lost', (_way, pipelined) => {
  let proxy: DatabaseProxy
  let remote: TestLog
  let connectionString: string
  beforeEach(async () => {
    await seedPool(own.log, 10)
    proxy = new DatabaseProxy(own.connectionString)
    connectionString = await proxy.start()
    remote = await openLog(connectionString, { resolveForMs: 2_000, pipelined })
  })
  afterEach(async () => {
    await remote.close()
    await proxy.stop()
  })

  /** Returns a predicate that is true once, for the next message that contains `statement`. */
  const once = (statement: string, then: () => void = () => {}) => {
    let isDone = false
    return (message: Buffer): boolean => {
      if (isDone || !message.includes(statement)) return false
      isDone = true
      then()
      return true
    }
  }

  test.each([
    ['cutAfter', 'COMMIT'],
    ['cutAfter', 'INSERT INTO events'],
    ['cutBefore', 'COMMIT'],
    ['cutBefore', 'INSERT INTO events'],
  ] as const)('records every pick once and folds it at once after the connection was cut (%s %s)', async (way, statement) => {
    let cuts = 0
    proxy[way] = (message) => cuts < 3 && message.includes(statement) && (cuts += 1) > 0
    const positions: number[] = []
    for (let i = 1; i <= 10; i += 1) {
      const result = await remote.submit(member(1), 'SubmitPick', pickOf(i, 'KC'))
      if (result.ok) positions.push(...result.response.positions)
      expect(remote.follower.position).toBe(positions.at(-1))
    }
    expect(cuts).toBe(3)
    expect(positions).toHaveLength(10)
    expect(await recordedPicks()).toEqual(positions)
    expect(await findingsIn(own.log)).toEqual([])
  })

  test('waits for a COMMIT that reaches the database late instead of running the batch twice', async () => {
    const isCommit = once('COMMIT')
    proxy.deliverLate = (message) => (isCommit(message) ? 400 : undefined)
    const result = await remote.submit(member(1), 'SubmitPick', pickOf(1, 'KC'))
    expect(await recordedPicks()).toEqual(result.ok && result.response.positions)
  })

  test('runs the batch again when another process wrote at its position', async () => {
    const lost = Promise.withResolvers<void>()
    proxy.cutBefore = once('COMMIT', () => {
      proxy.refuse = true
      lost.resolve()
    })
    const picking = remote.submit(member(1), 'SubmitPick', pickOf(1, 'KC'))
    await lost.promise
    const other = await own.log.submit(member(1), 'SubmitPick', pickOf(2, 'KC'))
    proxy.refuse = false
    const mine = await picking
    const positions = [other, mine].flatMap((result) => (result.ok ? result.response.positions : []))
    expect(positions).toHaveLength(2)
    expect(await recordedPicks()).toEqual(positions)
  })

  test.each(['cutAfter', 'cutBefore'] as const)('stores the receipt of a rejected command once (%s)', async (way) => {
    proxy[way] = once('COMMIT')
    const key = idempotencyKey('1', 'submitPick', 'k1', {})
    const refuse = () => remote.submit(member(1), 'SubmitPick', pickOf(1, 'nobody'), key)
    expect(await refuse()).toMatchObject({ violation: { code: 'unknown_team' } })
    expect(await receiptCount()).toBe(1)
    expect(await refuse()).toMatchObject({ violation: { code: 'unknown_team' } })
  })

  test('does not ask the database about a batch that wrote nothing', async () => {
    proxy.cutBefore = once('COMMIT')
    expect(await remote.submit(member(1), 'SubmitPick', pickOf(1, 'nobody'))).toMatchObject({
      violation: { code: 'unknown_team' },
    })
    expect(await remote.submit(member(1), 'SubmitPick', pickOf(1, 'KC'))).toMatchObject({ ok: true })
  })

  test('rejects with OutcomeUnknown when the database stays unreachable', async () => {
    proxy.cutAfter = once('COMMIT', () => (proxy.refuse = true))
    const both = await Promise.allSettled([1, 2].map((entry) => remote.submit(member(1), 'SubmitPick', pickOf(entry, 'KC'))))
    for (const one of both) {
      expect(one).toMatchObject({
        status: 'rejected',
        reason: { message: 'no reply to COMMIT', cause: expect.any(Error) as Error },
      })
      expect(one.status === 'rejected' && one.reason).toBeInstanceOf(OutcomeUnknown)
    }
    proxy.refuse = false
    expect(await recordedPicks()).toHaveLength(2)
    expect(await remote.submit(member(1), 'SubmitPick', pickOf(3, 'KC'))).toMatchObject({ ok: true })
    expect(await findingsIn(own.log)).toEqual([])
  })

  test('finds the second attempt in the log if the reply to its COMMIT is lost too', async () => {
    proxy.cutBefore = once('COMMIT', () => (proxy.cutAfter = once('COMMIT')))
    const result = await remote.submit(member(1), 'SubmitPick', pickOf(1, 'KC'))
    expect(result.ok && result.response.positions).toHaveLength(1)
    expect(await recordedPicks()).toEqual(result.ok && result.response.positions)
    expect(await findingsIn(own.log)).toEqual([])
  })

  test('reports an error of the second attempt once it is certain that the first is not in the log', async () => {
    proxy.cutBefore = once('COMMIT')
    let attempts = 0
    const pick = remote.queue.submit({
      envelope: { command: { type: 'SubmitPick', data: pickOf(1, 'KC') }, actor: member(1) },
      effects: (tx) => sql`SELECT 1 / ${(attempts += 1) === 1 ? 1 : 0}::int`.execute(tx).then(() => {}),
      toResponse: () => null,
    })
    await expect(pick).rejects.toThrow('division by zero')
    expect(await recordedPicks()).toEqual([])
  })

  test('does not keep the process from stopping while the database stays unreachable', async () => {
    await remote.close()
    const stopping = new AbortController()
    const lost = Promise.withResolvers<void>()
    remote = await openLog(connectionString, { pipelined, stopping: stopping.signal })
    proxy.cutAfter = once('COMMIT', () => {
      proxy.refuse = true
      lost.resolve()
    })
    const picking = remote.submit(member(1), 'SubmitPick', pickOf(1, 'KC'))
    const outcome = picking.catch((error: unknown) => error)
    await lost.promise
    stopping.abort()
    await remote.close()
    expect(await outcome).toBeInstanceOf(OutcomeUnknown)
    expect(await recordedPicks()).toHaveLength(1)
  })

  test('is certain that the log, which has lost earlier events too, does not have the batch', async () => {
    await remote.submit(member(1), 'SubmitPick', pickOf(1, 'KC'))
    const lost = Promise.withResolvers<void>()
    proxy.cutBefore = once('COMMIT', () => {
      proxy.refuse = true
      lost.resolve()
    })
    const outcome = remote.submit(member(1), 'SubmitPick', pickOf(2, 'KC')).catch((error: unknown) => error)
    await lost.promise
    await loseLastEvents(own.log.db, 1)
    proxy.refuse = false
    expect(await outcome).toBeInstanceOf(DatabaseUnavailable)
    expect(await recordedPicks()).toEqual([])
  })

  test('does not wait for the batch where the log has other events instead of earlier ones', async () => {
    await remote.submit(member(1), 'SubmitPick', pickOf(1, 'KC'))
    const lost = Promise.withResolvers<void>()
    proxy.cutBefore = once('COMMIT', () => {
      proxy.refuse = true
      lost.resolve()
    })
    const outcome = remote.submit(member(1), 'SubmitPick', pickOf(2, 'KC')).catch((error: unknown) => error)
    await lost.promise
    await loseLastEvents(own.log.db, 1)
    await pickInOtherProcess(own.connectionString, [3, 4])
    proxy.refuse = false
    expect(await outcome).toMatchObject({ message: 'no reply to COMMIT', cause: expect.any(LogDiverged) as Error })
    expect(await recordedPicks()).toHaveLength(2)
  })

  test('does not run commands of a batch again that were recorded one by one before the connection was cut', async () => {
    const submit = (entry: number, effects: (tx: Kysely<Tables>) => Promise<unknown>) =>
      remote.queue.submit({
        envelope: { command: { type: 'SubmitPick', data: pickOf(entry, 'KC') }, actor: member(1) },
        effects: (tx) => effects(tx).then(() => {}),
        toResponse: () => null,
      })
    let runs = 0
    proxy.cutBefore = once('cut here', () => (proxy.refuse = true))
    const sent = [
      submit(1, () => Promise.resolve((runs += 1))),
      submit(2, (tx) => sql`SELECT 1 / 0`.execute(tx)),
      submit(3, (tx) => sql`SELECT 'cut here'`.execute(tx)),
      submit(4, () => Promise.resolve()),
    ]
    const [recorded, wrong, ...others] = await Promise.allSettled(sent)
    expect(recorded).toMatchObject({ value: { ok: true } })
    expect(wrong).toMatchObject({ reason: { message: 'division by zero' } })
    for (const other of others) expect(other.status === 'rejected' && other.reason).toBeInstanceOf(DatabaseUnavailable)
    expect(runs).toBe(2)
    expect(await recordedPicks()).toHaveLength(1)
  })

  test('does not read its own events back from the log while it commits them', async () => {
    const seen: boolean[] = []
    proxy.cutAfter = (message) => {
      if (message.includes('COMMIT')) seen.push(remote.follower.lacks(remote.follower.position + 1))
      return false
    }
    await remote.submit(member(1), 'SubmitPick', pickOf(1, 'KC'))
    expect(seen).toEqual([false])
  })
})
