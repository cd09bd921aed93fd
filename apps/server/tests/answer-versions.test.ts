import { createHash } from 'node:crypto'
import { isSound, verifyWeek } from '@outlast/contract/proof/verify-week'
import { eventually } from '@outlast/testing/async'
import { withClient } from '@outlast/testing/postgres/database'
import type { Person } from '@outlast/testing/server/people'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeHashing } from '../src/log/hashing.ts'

// What visitors read right after a change, from one server and from two: nobody gets an answer that is older than one before.

const SEASON = 2030
const WEEKS = 18

let one: TestPool
let two: TestPool
let admin: Person
let member: Person
let weekIds: number[]
let entries: number[]
beforeAll(async () => {
  one = await startTestPool()
  two = await startTestPool({ database: one.database, config: { dataDir: one.config.dataDir } })
  admin = await one.register('Ada')
  member = await one.register('Olga')
  weekIds = []
  for (let week_number = 1; week_number <= WEEKS; week_number += 1)
    weekIds.push((await admin.api.call('createWeek', { body: { season_year: SEASON, week_number } })).id)
  await admin.api.call('setCurrentWeek', { body: { week_id: weekIds[0]! } })
  entries = []
  for (const name of ['First', 'Second'])
    entries.push((await member.api.call('createEntry', { body: { user_id: member.id, name } })).id)
  for (const [index, team_abbr] of ['KC', 'BUF'].entries())
    await member.api.call('submitPick', { body: { entry_id: entries[index]!, week_id: weekIds[0]!, team_abbr } })
})
afterAll(async () => {
  await two.stop()
  await one.stop()
  const breaches = [...one.breaches, ...two.breaches]
  if (breaches.length > 0) throw new AggregateError(breaches, 'responses that do not match the contract')
})

const both = (): readonly TestPool[] => [one, two]

describe('the constitution', () => {
  test('has the new hash in 12 reads of 12 right after a change, from either server', async () => {
    const wrong: object[] = []
    for (let n = 0; n < 12; n += 1) {
      for (const server of both()) await server.visitor.call('getConstitution')
      await admin.api.call('updateRules', { body: { entry_fee_cents: 1_000 + n, currency: 'USD' } })
      for (const server of both()) {
        const { canonical, sha256 } = await server.visitor.call('getConstitution')
        const isNew = canonical.includes(`"entry_fee_cents":${1_000 + n}`)
        if (!isNew || sha256 !== createHash('sha256').update(canonical).digest('hex')) wrong.push({ n, canonical, sha256 })
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('a visitor who reads while weeks lock', () => {
  test('never gets a head of the log that is older than a signed one, in 18 locks of 18', async () => {
    const older: object[] = []
    for (const [week, id] of weekIds.entries()) {
      const { position } = await one.visitor.call('auditHead')
      const { lock_time } = (await one.visitor.call('listWeeks')).find((row) => row.id === id)!
      await admin.api.call('setSiteTime', { body: { now_iso: lock_time } })
      // A member's answer is not shared, so this does not refresh what visitors get.
      await eventually(async () => {
        const newest = (await admin.api.call('auditHeads')).heads[0]!
        expect(newest.position).toBeGreaterThan(position)
      })
      const [newest] = (await one.visitor.call('auditHeads')).heads
      const head = await one.visitor.call('auditHead')
      if (newest === undefined || newest.position <= position || head.position < newest.position)
        older.push({ week: week + 1, position, newest, head })
    }
    expect(older).toEqual([])
  })

  test('never gets an older head than somebody who was signed in before, from either server', async () => {
    for (let n = 0; n < 6; n += 1) {
      for (const server of both()) await server.visitor.call('auditHead')
      await admin.api.call('renameEntry', { params: { id: entries[0]! }, body: { name: `Name ${n}` } })
      const { position } = await member.api.call('auditHead')
      for (const server of both()) expect((await server.visitor.call('auditHead')).position).toBeGreaterThanOrEqual(position)
    }
  })
})

describe('read your writes', () => {
  test('every client of every server gets the head that has an answered DELETE', async () => {
    for (let n = 0; n < 6; n += 1) {
      const { id } = await admin.api.call('createWeek', { body: { season_year: SEASON + 1 + n, week_number: 1 } })
      for (const server of both()) await server.visitor.call('auditHead')
      const { position } = await admin.api.call('auditHead')
      await admin.api.call('deleteWeek', { params: { id } })
      for (const server of both()) {
        expect((await server.visitor.call('auditHead')).position).toBeGreaterThan(position)
        expect((await server.visitor.call('listWeeks')).map((week) => week.id)).not.toContain(id)
      }
    }
  })
})

describe('the proof of a week', () => {
  test('is never older than the picks beside it, from either server', async () => {
    const id = weekIds[0]!
    for (const [n, team_abbr] of ['DAL', 'SF', 'NE', 'MIA', 'DET', 'SEA'].entries()) {
      for (const server of both()) await server.visitor.call('weekProof', { params: { id } })
      await admin.api.call('overridePick', { body: { entry_id: entries[0]!, week_id: id, team_abbr, reason: `change ${n}` } })
      for (const server of both()) {
        const { picks } = await server.visitor.call('weekReveal', { params: { id } })
        const proof = await server.visitor.call('weekProof', { params: { id } })
        const teams = [picks, proof.picks].map((rows) => rows.find(({ entry_id }) => entry_id === entries[0])?.team_abbr)
        expect([...teams, isSound(verifyWeek(nodeHashing, proof))]).toEqual([team_abbr, team_abbr, true])
      }
    }
  })

  test('shows an event that was changed directly, some seconds later', async () => {
    const id = weekIds[1]!
    const rootHolds = async () => verifyWeek(nodeHashing, await two.visitor.call('weekProof', { params: { id } })).rootHolds
    expect(await rootHolds()).toBe(true)
    await withClient(one.database.connectionString, (client) =>
      client.query(
        `SET session_replication_role = replica;
         UPDATE events SET data = jsonb_set(data, '{merkleRoot}', to_jsonb(repeat('ab', 32))) WHERE type = 'WeekLocked' AND stream = 'week-${id}'`,
      ),
    )
    await expect.poll(rootHolds, { timeout: 30_000 }).toBe(false)
  })
})
