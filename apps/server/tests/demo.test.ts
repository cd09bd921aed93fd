import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@outlast/contract/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Demo, DEMO_LOGIN, runDemo } from '../src/demo/run-demo.ts'
import { testConfig } from '@outlast/testing/server/config'

const dataDir = mkdtempSync(join(tmpdir(), 'outlast-demo-test-'))
const said: string[] = []
let demo: Demo
beforeAll(async () => {
  const config = testConfig(dataDir)
  demo = await runDemo({ config, entries: 60, lockInSeconds: 3, speed: 5_000, print: (line) => said.push(line) })
})
afterAll(async () => {
  await demo.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the demo begins with payments, with entries that have not paid, and with last season’s champion', async () => {
  const visitor = createClient({ baseUrl: demo.url, token: () => null })
  const { token } = await visitor.call('login', { body: { email: DEMO_LOGIN.admin, password: DEMO_LOGIN.password } })
  const admin = createClient({ baseUrl: demo.url, token: () => token })
  const entries = await admin.call('adminListEntries')
  const paid = entries.filter((entry) => entry.is_paid)
  expect([entries.length, paid.length]).toEqual([60, 48])
  expect(new Set(paid.map((entry) => entry.payment_type)).size).toBe(5)
  const thisSeason = (await visitor.call('getMatrix', { query: {} })).season_year ?? 0
  const { champion_entry_ids: champions } = await visitor.call('getMatrix', { query: { season: String(thisSeason - 1) } })
  expect(champions).toHaveLength(1)
})

test('the demo names one origin, so that a visitor stays signed in', () => {
  expect(demo.url).toMatch(/^http:\/\/localhost:\d+$/)
})

test('the demo plays a Sunday: a member picks, the week locks and is revealed, entries are eliminated, a score is corrected', async () => {
  const visitor = createClient({ baseUrl: demo.url, token: () => null })
  const { token } = await visitor.call('login', { body: { email: DEMO_LOGIN.member, password: DEMO_LOGIN.password } })
  const member = createClient({ baseUrl: demo.url, token: () => token })
  const before = await member.call('getDashboard')
  expect(before.entries).toHaveLength(3)
  expect(before.current_week?.week_number).toBe(9)
  await demo.played
  const text = said.join('\n')
  expect(text).toContain(`Locked. The picks of week 9 are public: ${demo.url}/reveal`)
  expect(text).toMatch(/a tie is a loss for both/)
  expect(text).toMatch(/is corrected/)
  const { picks } = await visitor.call('currentReveal')
  const results = new Set(picks.map((row) => row.result))
  expect(results).toContain('win')
  expect(results).toContain('loss')
  const matrix = await visitor.call('getMatrix', { query: {} })
  expect(matrix.entries).toHaveLength(60)
  expect(matrix.entries.some((entry) => entry.eliminated_week === 9)).toBe(true)
  expect(matrix.entries.some((entry) => !entry.is_eliminated)).toBe(true)
})
