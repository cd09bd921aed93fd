import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { findingsIn, member, openLog, pickOf, seedPool, useTestLog, VISITOR } from '../../tests/support/log.ts'
import { IdempotencyMismatch } from '../lib/errors.ts'
import { exportLine, parseExportLine } from './export.ts'
import { readEvents } from './read.ts'
import { deleteExpiredReceipts, idempotencyKey } from '../commands/receipts.ts'
import type { Job } from '../jobs/job.ts'
import { snapshotJob } from '../jobs/snapshot-job.ts'
import { createWaiter } from '../lib/wait.ts'
import { emptyLogState, LogDiverged } from '../pool/follower.ts'
import { foldLog, loadSnapshot, newestSnapshotPosition, takeSnapshot } from '../pool/snapshots.ts'

const own = useTestLog()

/** Alternates between two teams, so that each pick of an entry changes something. */
const teamOfTurn = (i: number, entries: number) => (Math.floor(i / entries) % 2 === 0 ? 'KC' : 'SF')

test('log: numbers events without gaps in commit order, and chains them', async () => {
  await seedPool(own.log, 20)
  await Promise.all(
    Array.from({ length: 200 }, (_, i) => own.log.submit(member(1), 'SubmitPick', pickOf((i % 20) + 1, teamOfTurn(i, 20)))),
  )
  const events = await readEvents(own.log.db, 0)
  expect(events.map((event) => event.position)).toEqual(events.map((_, i) => i + 1))
  expect(events).toHaveLength(223)
  expect(await findingsIn(own.log)).toEqual([])
})

test('log: two processes append without losing or duplicating an event', async () => {
  await seedPool(own.log, 40)
  const other = await openLog(own.connectionString)
  const picks = Array.from({ length: 400 }, (_, i) =>
    (i % 2 === 0 ? own.log : other).submit(member(1), 'SubmitPick', pickOf((i % 40) + 1, teamOfTurn(i, 40))),
  )
  const responses = await Promise.all(picks)
  const positions = responses.flatMap((result) => (result.ok ? result.response.positions : []))
  expect(new Set(positions).size).toBe(400)
  await Promise.all([own.log.follower.catchUp(own.log.db), other.follower.catchUp(other.db)])
  expect(own.log.follower.state.head).toEqual(other.follower.state.head)
  expect(await findingsIn(own.log)).toEqual([])
  await other.close()
})

test('log: rejects only the command that violates a rule, not its batch', async () => {
  await seedPool(own.log)
  const [good, bad, also] = await Promise.all([
    own.log.submit(member(1), 'SubmitPick', pickOf(1, 'KC')),
    own.log.submit(member(1), 'SubmitPick', pickOf(1, 'nobody')),
    own.log.submit(member(1), 'SubmitPick', pickOf(2, 'KC')),
  ])
  expect([good.ok, also.ok]).toEqual([true, true])
  expect(bad.ok ? '' : bad.violation.code).toBe('unknown_team')
})

test('log: the database rejects updates and deletes of events', async () => {
  await seedPool(own.log)
  await expect(sql`UPDATE events SET type = 'EntryDeleted' WHERE position = 1`.execute(own.log.db)).rejects.toThrow('append-only')
  await expect(sql`UPDATE events SET data = '{}' WHERE position = 1`.execute(own.log.db)).rejects.toThrow('append-only')
  await expect(sql`DELETE FROM events`.execute(own.log.db)).rejects.toThrow('append-only')
  await expect(sql`TRUNCATE events`.execute(own.log.db)).rejects.toThrow('append-only')
})

test('log: redacts the entry names of a deleted member, and still verifies', async () => {
  await seedPool(own.log)
  await own.log.submit(VISITOR, 'RegisterUser', { emailTaken: false, adminGrant: 'first_account' })
  await own.log.submit(member(2), 'CreateEntry', { userId: 2, name: 'Secret name' } as never)
  await own.log.submit(member(1), 'DeleteUser', { userId: 2 } as never)
  const { rows } = await sql`SELECT 1 FROM events WHERE data::text LIKE '%Secret name%'`.execute(own.log.db)
  expect(rows).toEqual([])
  expect(await findingsIn(own.log)).toEqual([])
  await sql`SELECT redact_events(ARRAY[4]::bigint[])`.execute(own.log.db)
  expect(await findingsIn(own.log)).toEqual([{ position: 4, problem: 'payload does not match its hash' }])
})

test('receipts: a repeated key returns the first response, in the same batch or later, and a different request is rejected', async () => {
  await seedPool(own.log)
  const key = idempotencyKey('1', 'submitPick', 'k1', { team: 'KC' })
  const twice = await Promise.all([1, 2].map(() => own.log.submit(member(1), 'SubmitPick', pickOf(1, 'KC'), key)))
  const later = await own.log.submit(member(1), 'SubmitPick', pickOf(1, 'KC'), key)
  expect(twice[1]).toEqual(twice[0])
  expect(later).toEqual(twice[0])
  const other = idempotencyKey('1', 'submitPick', 'k1', { team: 'SF' })
  await expect(own.log.submit(member(1), 'SubmitPick', pickOf(1, 'SF'), other)).rejects.toThrow(IdempotencyMismatch)
  expect((await readEvents(own.log.db, 0)).filter((event) => event.type === 'PickSubmitted')).toHaveLength(1)
})

test('receipts: a repeated key returns the first rejection, even if the command would now be accepted', async () => {
  await seedPool(own.log)
  const key = idempotencyKey('1', 'submitPick', 'k2', {})
  await own.log.submit(member(1), 'SetIneligibleTeams', { weekId: 1, teams: ['KC'] } as never)
  const refused = await own.log.submit(member(1), 'SubmitPick', pickOf(1, 'KC'), key)
  await own.log.submit(member(1), 'SetIneligibleTeams', { weekId: 1, teams: [] } as never)
  const again = await own.log.submit(member(1), 'SubmitPick', pickOf(1, 'KC'), key)
  expect(refused.ok ? '' : refused.violation.code).toBe('team_ineligible')
  expect(again.ok ? '' : again.violation.code).toBe('team_ineligible')
})

test('receipts: a key expires after 48 hours and may then be used for another request', async () => {
  await seedPool(own.log)
  const submit = (team: string) => {
    const key = idempotencyKey('1', 'submitPick', 'k3', { team })
    return own.log.submit(member(1), 'SubmitPick', pickOf(1, team), key)
  }
  const age = (hours: number) =>
    sql`UPDATE command_receipts SET created_at = clock_timestamp() - make_interval(hours => ${hours})`.execute(own.log.db)
  const first = await submit('KC')
  await age(47)
  await deleteExpiredReceipts(own.log.db)
  expect(await submit('KC')).toEqual(first)
  await age(49)
  expect(await submit('SF')).not.toEqual(first)
  expect(await submit('SF')).toMatchObject({ ok: true })
  expect((await readEvents(own.log.db, 0)).filter((event) => event.type === 'PickSubmitted')).toHaveLength(2)
  await age(49)
  await deleteExpiredReceipts(own.log.db)
  expect((await sql`SELECT 1 FROM command_receipts`.execute(own.log.db)).rows).toEqual([])
})

test('snapshots: a snapshot and the events after it fold to the same state as the whole log', async () => {
  await seedPool(own.log)
  const extraFold = () => ({ apply: () => {}, toJSON: () => ({}) })
  const at = await takeSnapshot(own.log.db, extraFold)
  await own.log.submit(member(1), 'SubmitPick', pickOf(1, 'KC'))
  const { state } = await loadSnapshot(own.log.db)
  expect(state.head.position).toBe(at)
  await foldLog(own.log.db, state, extraFold())
  expect(state).toEqual(own.log.follower.state)
})

test('snapshots: a fold refuses an event that does not follow the hash before it', async () => {
  await seedPool(own.log)
  const extraFold = { apply: () => {}, toJSON: () => ({}) }
  const state = emptyLogState()
  state.head = { ...state.head, hash: 'f'.repeat(64) }
  await expect(foldLog(own.log.db, state, extraFold)).rejects.toThrow(LogDiverged)
  expect(state.head.position).toBe(0)
})

test('snapshots: the job makes a due snapshot, and none before the next one is due, in whichever process it runs', async () => {
  await seedPool(own.log)
  const { connectionString } = own
  const { db, follower } = own.log
  const jobOf = (eventsBetween: number) =>
    snapshotJob({ connectionString, db, follower, log: pino({ level: 'silent' }), eventsBetween })
  const newest = () => newestSnapshotPosition(db)
  const run = (job: Job) => job.run(new AbortController().signal, createWaiter())
  const [first, other] = [jobOf(2), jobOf(2)]
  expect(await newest()).toBe(0)
  await run(first)
  const at = follower.position
  expect(await newest()).toBe(at)
  await own.log.submit(member(1), 'SubmitPick', pickOf(1, 'KC'))
  await run(first)
  await run(other)
  expect(await newest()).toBe(at)
  await own.log.submit(member(1), 'SubmitPick', pickOf(2, 'KC'))
  await run(other)
  expect(await newest()).toBe(at + 2)
})

test('export: parsing an exported line returns the event', async () => {
  await seedPool(own.log)
  for (const event of await readEvents(own.log.db, 0)) expect(parseExportLine(exportLine(event))).toEqual(event)
  expect(parseExportLine('{"position":1}')).toBeUndefined()
  expect(parseExportLine('nonsense')).toBeUndefined()
})
