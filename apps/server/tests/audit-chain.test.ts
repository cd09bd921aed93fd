import { chainSteps } from '@outlast/contract/proof/chain-steps'
import { createPublicKey, verify } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { followChain, signedHeadText } from '@outlast/domain'
import { nodeHashing } from '@outlast/server/log/hashing'
import { readEvents } from '@outlast/server/log/read'
import { openMailbox } from '@outlast/testing/fakes/mailbox'
import { eventually } from '@outlast/testing/async'
import { createTemporaryFolder } from '@outlast/testing/files'
import { createTestDatabase, withClient } from '@outlast/testing/postgres/database'
import { replaceLog, withLogDatabase, withMatchingHashes } from '@outlast/testing/rewritten-log'
import type { Person } from '@outlast/testing/server/people'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRaw } from '@outlast/testing/http/readable-addresses'

let pool: TestPool
let admin: Person

beforeAll(async () => {
  pool = await startTestPool()
  admin = await pool.register('Ada')
  await admin.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } })
  const entry = await admin.api.call('createEntry', { body: { user_id: admin.id, name: 'Red' } })
  const { id } = await admin.api.call('submitPick', { body: { entry_id: entry.id, week_id: 1, team_abbr: 'KC' } })
  await admin.api.call('clearPick', { params: { id } })
  await admin.api.call('submitPick', { body: { entry_id: entry.id, week_id: 1, team_abbr: 'BUF' } })
  await admin.api.call('setSiteTime', { body: { now_iso: '2030-09-10T00:00:00Z' } })
})
afterAll(() => pool.stop())

const answer = (from: number, to: number, form?: 'short') =>
  pool.visitor.call('auditHashes', { query: { from: String(from), to: String(to), ...(form && { form }) } })
const hashes = async (from: number, to: number) => chainSteps(nodeHashing, await answer(from, to))

test('GET /api/audit/hashes lets a visitor follow the chain from one head to a later one', async () => {
  const head = await pool.visitor.call('auditHead')
  const [known] = await hashes(2, 3)
  if (known === undefined) throw new Error('no event at position 3')
  const steps = await hashes(3, head.position)
  expect(followChain(nodeHashing, known, steps)).toEqual(head)
  expect(followChain(nodeHashing, { ...known, hash: 'f'.repeat(64) }, steps)).toBeUndefined()
})

test('GET /api/audit/hashes leaves out in its short form what follows from the event before', async () => {
  const { position } = await pool.visitor.call('auditHead')
  const [whole, short] = [await answer(1, position), await answer(1, position, 'short')]
  expect(whole.hashes.every(({ hash }) => hash !== undefined)).toBe(true)
  expect(short.hashes.map(({ hash }) => hash !== undefined)).toEqual(whole.hashes.map((_, index) => index === 0))
  expect(chainSteps(nodeHashing, short)).toEqual(chainSteps(nodeHashing, whole))
})

test('GET /api/audit/hashes ends at the head, and rejects a range that goes backwards', async () => {
  const { position } = await pool.visitor.call('auditHead')
  expect(await hashes(position - 1, position + 50)).toHaveLength(1)
  expect(await hashes(position, position)).toEqual([])
  await expect(hashes(3, 2)).rejects.toMatchObject({ status: 400, message: 'From must not be greater than to' })
  await expect(hashes(3, -1)).rejects.toMatchObject({ status: 400, message: 'To must be a whole number' })
})

test('GET /api/audit/heads lists the first event and each lock, signed with the published key', async () => {
  const lines = await pool.visitor.call('listAudit', { query: { limit: '200' } })
  const lock = lines.lines.find(({ type }) => type === 'WeekLocked')
  const { heads, public_key, next } = await eventually(async () => {
    const found = await pool.visitor.call('auditHeads', {})
    expect(found.heads).toHaveLength(2)
    return found
  })
  expect(heads.map(({ position }) => position)).toEqual([lock?.position, 1])
  expect(heads[0]?.hash).toBe(lock?.hash)
  expect(next).toBeNull()
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: public_key }, format: 'jwk' })
  for (const { signature, ...head } of heads) {
    expect(verify(null, Buffer.from(signedHeadText(head)), key, Buffer.from(signature, 'base64url'))).toBe(true)
  }
  expect((await pool.visitor.call('auditHeads', { query: { before: String(lock?.position) } })).heads).toHaveLength(1)
})

test('no public response contains the id of a hidden event, without which nobody can recompute its hash', async () => {
  const { rows } = await withClient(pool.database.connectionString, (client) =>
    client.query<{ event_id: string; type: string }>('SELECT event_id, type FROM events'),
  )
  const addresses = ['/api/audit?limit=200', '/api/audit/hashes?from=0&to=1000', '/api/audit/heads', '/api/weeks/1/proof']
  const published: string[] = []
  for (const address of addresses) {
    const text = await readRaw(pool.url, address, undefined)
    expect(text).toMatch(/^200 /)
    published.push(...rows.filter(({ event_id }) => text.includes(event_id)).map(({ type }) => type))
  }
  // The proof of a locked week contains its lock, and the public events that its results follow from, with all inputs of their hashes.
  expect(published).toEqual(['WeekAdded', 'WeekLocked'])
})

test('a mail about a pick ends with the newest signed head under a sentence that explains it, and a mail with a link does not', async () => {
  const { heads } = await pool.visitor.call('auditHeads', {})
  const mailbox = openMailbox(join(pool.config.dataDir, 'mail'))
  await withClient(pool.database.connectionString, (client) =>
    client.query(`INSERT INTO deliveries (channel, endpoint, purpose, priority, recipient, subject, text)
      VALUES ('mail', 'mail', 'week_results', 1, 'member@club.example', 'Week 1', 'Your pick won.')`),
  )
  await pool.visitor.call('requestPasswordReset', { body: { email: admin.email } })
  expect((await mailbox.waitFor(admin.email)).text).not.toContain('Log head')
  const mail = await mailbox.waitFor('member@club.example')
  const [newest] = heads
  const [explanation, head] = mail.text.trimEnd().split('\n').slice(-2)
  expect(explanation).toMatch(/^Keep this mail: .* \S+\/audit$/)
  expect(head).toBe(`Log head: ${newest?.position} ${newest?.hash} ${newest?.signature}`)
})

test('a server that starts on a log that is not what it signed reports the position, and keeps serving', async () => {
  const database = await createTestDatabase()
  const dataDir = createTemporaryFolder('rewritten')
  const first = await startTestPool({ database, config: { dataDir } })
  await first.register('Ada')
  await eventually(async () => expect((await first.visitor.call('auditHeads', {})).heads).toHaveLength(1))
  await first.stop()
  await withLogDatabase(database.connectionString, async (db) => {
    const events = await readEvents(db, 0)
    await replaceLog(db, withMatchingHashes(events.map((event) => ({ ...event, eventId: crypto.randomUUID() }))))
  })
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  const second = await startTestPool({ database, config: { dataDir }, overrides: { log } })
  await eventually(() =>
    expect(lines.join('')).toMatch(/"position":1,.*"The log is not what this server signed: it was rewritten/),
  )
  await eventually(async () => {
    expect(await (await fetch(`${second.url}/metrics`)).text()).toContain('outlast_signed_head_mismatch 1')
  })
  // It signs the log as it is now, next to what it signed before.
  await eventually(async () => expect((await second.visitor.call('auditHeads', {})).heads.length).toBeGreaterThan(1))
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
  await second.stop()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})
