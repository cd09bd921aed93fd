import { randomUUID } from 'node:crypto'
import { withClient } from '@outlast/testing/postgres/database'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import type { Person } from '@outlast/testing/server/people'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callRoute } from './support/call-route.ts'

let pool: TestPool
let admin: Person
let member: Person
const log: string[] = []

beforeEach(async () => {
  log.length = 0
  pool = await startTestPool({ onLogLine: (line) => void log.push(JSON.stringify(line)) })
  admin = await pool.register('Ada')
  member = await pool.register('Olga')
  for (const week_number of [1, 2]) await admin.api.call('createWeek', { body: { season_year: 2030, week_number } })
})
afterEach(() => pool.stop())

const newAddress = async (): Promise<string> => (await member.api.call('createCalendarAddress', { body: {} })).url ?? ''
/** Reads an address of the pool's public URL from the server under test. */
const read = (address: string, headers: Record<string, string> = {}) =>
  fetch(`${pool.url}${new URL(address).pathname}`, { headers })

describe('the calendar', () => {
  test('has the locks of the season, each with an alarm, and the right content type', async () => {
    const response = await read(await newAddress())
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    const text = await response.text()
    expect(text.match(/^SUMMARY:.*(?=\r)/gm)).toEqual(['SUMMARY:Week 1: picks lock', 'SUMMARY:Week 2: picks lock'])
    expect(text).toContain('DTSTART:20300908T160000Z')
    expect(text.match(/BEGIN:VALARM/g)).toHaveLength(2)
    expect(pool.breaches).toEqual([])
  })

  test('gives 304 until a lock moves, and then the same UID with a higher SEQUENCE', async () => {
    const address = await newAddress()
    const before = await read(address)
    const etag = before.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    expect((await read(address, { 'if-none-match': etag })).status).toBe(304)
    await admin.api.call('updateWeek', { params: { id: 1 }, body: { lock_time: '2030-09-08T18:30:00Z' } })
    const after = await read(address, { 'if-none-match': etag })
    expect(after.status).toBe(200)
    const [first = '', second = ''] = (await after.text()).split('END:VEVENT')
    expect(first).toMatch(/UID:week-1-lock@localhost[\s\S]*SEQUENCE:1[\s\S]*DTSTART:20300908T183000Z/)
    expect(second).toMatch(/UID:week-2-lock@localhost[\s\S]*SEQUENCE:0/)
  })

  test('is the same for every member and from every process, and does not change with picks', async () => {
    const address = await newAddress()
    const other = (await admin.api.call('createCalendarAddress', { body: {} })).url ?? ''
    const before = await (await read(address)).text()
    expect(await (await read(other)).text()).toBe(before)
    const entry = await member.api.call('createEntry', { body: { user_id: member.id, name: 'One' } })
    await member.api.call('submitPick', { body: { entry_id: entry.id, week_id: 1, team_abbr: 'KC' } })
    const second = await startTestPool({ database: pool.database, config: { publicUrl: pool.config.publicUrl } })
    expect(await (await read(address)).text()).toBe(before)
    expect(await (await fetch(`${second.url}${new URL(address).pathname}`)).text()).toBe(before)
    await second.stop()
  })

  test('has a secret address: a new one replaces it, and neither tables nor logs contain it', async () => {
    expect(await member.api.call('getCalendarAddress')).toEqual({ url: null, created_at: null })
    const first = await newAddress()
    const second = await newAddress()
    expect((await member.api.call('getCalendarAddress')).url).toBe(second)
    expect((await read(second)).status).toBe(200)
    const gone = await read(first)
    expect([gone.status, await gone.json()]).toMatchObject([404, { code: 'calendar_not_found' }])
    const token = /calendar\/(.*)\.ics/.exec(second)?.[1] ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    const { rows } = await withClient(pool.database.connectionString, (client) =>
      client.query('SELECT c::text AS text FROM calendar_addresses AS c UNION ALL SELECT r::text FROM command_receipts AS r'),
    )
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(log.length).toBeGreaterThan(5)
    expect(log.join('\n')).not.toContain(token)
  })

  test('repeats the same address for the same Idempotency-Key', async () => {
    const headers = { authorization: `Bearer ${member.token}`, 'idempotency-key': randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => callRoute(pool.url, 'createCalendarAddress', { body: {}, headers })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  test('ends with the account', async () => {
    const address = await newAddress()
    await admin.api.call('adminDeleteUser', { params: { id: member.id } })
    expect((await read(address)).status).toBe(404)
  })
})
