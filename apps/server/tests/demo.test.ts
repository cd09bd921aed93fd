import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@outlast/contract/client'
import { afterEach, expect, test } from 'vitest'
import { io } from 'socket.io-client'
import { DEMO_LOGIN, type Demo, type DemoOptions, runDemo } from '../src/demo/run-demo.ts'
import { testConfig } from '@outlast/testing/server/config'

const cleanups: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** Starts a demo that plays its Sunday in seconds, once a page connects. */
async function startDemo(options: Partial<DemoOptions> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'outlast-demo-test-'))
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const said: string[] = []
  const defaults = { entries: 60, lockInSeconds: 2, speed: 8_000, isFinal: false, startsAtOnce: false }
  const demo = await runDemo({ ...defaults, config: testConfig(dataDir), print: (line) => said.push(line), ...options })
  cleanups.push(demo.stop)
  return { demo, said, visitor: createClient({ baseUrl: demo.url, token: () => null }) }
}

/** Opens a live connection like a page, with which the countdown starts. */
function connectPage({ url }: Demo): void {
  const page = io(url, { path: '/socket.io', transports: ['websocket'] })
  cleanups.push(() => void page.close())
}

async function signIn({ url }: Demo, email: string) {
  const { token } = await createClient({ baseUrl: url, token: () => null }).call('login', {
    body: { email, password: DEMO_LOGIN.password },
  })
  return createClient({ baseUrl: url, token: () => token })
}

const isAlive = (entry: { is_eliminated: boolean }): boolean => !entry.is_eliminated

test('the demo plays a Sunday: a tie, a lost lead, a correction; one of the visitor’s entries falls, and the other one stays', async () => {
  const { demo, said, visitor } = await startDemo()
  expect(demo.url).toMatch(/^http:\/\/localhost:\d+$/)
  const member = await signIn(demo, DEMO_LOGIN.member)
  const before = await member.call('getDashboard')
  expect(before.current_week?.week_number).toBe(9)
  const [first, second, third] = before.entries
  expect([first, second, third].map((entry) => entry?.is_eliminated)).toEqual([false, false, true])
  expect([first, second, third].map((entry) => entry?.has_pick)).toEqual([true, false, false])
  const games = await visitor.call('weekGames', { params: { id: before.current_week!.id } })
  const used = second!.used_teams.map(({ team_abbr }) => team_abbr)
  const open = games.filter(({ status }) => status === 'scheduled').flatMap((game) => [game.home_team_abbr, game.away_team_abbr])
  const team = open.findLast((abbr) => !used.includes(abbr)) ?? ''
  await member.call('submitPick', { body: { entry_id: second!.id, week_id: before.current_week!.id, team_abbr: team } })
  connectPage(demo)
  await demo.played
  const text = said.join('\n')
  expect(text).toContain(`Locked. The picks of week 9 are public: ${demo.url}/reveal`)
  expect(text).toMatch(/a tie is a loss for both/)
  expect(text).toMatch(/scores in the last minute/)
  expect(text).toMatch(/is corrected/)
  await expect.poll(async () => (await member.call('getDashboard')).entries.map(isAlive)).toEqual([false, true, false])
  const matrix = await visitor.call('getMatrix', { query: {} })
  expect(matrix.entries).toHaveLength(60)
})

test('the demo begins with payments and claims, a crest, rules with a fee, and last season’s champion', async () => {
  const { demo, visitor } = await startDemo()
  const admin = await signIn(demo, DEMO_LOGIN.admin)
  const entries = await admin.call('adminListEntries')
  const paid = entries.filter((entry) => entry.is_paid)
  expect([entries.length, paid.length]).toEqual([60, 48])
  expect(new Set(paid.map((entry) => entry.payment_type)).size).toBe(5)
  const { club_crest, rules } = await visitor.call('getPool')
  expect(club_crest).toMatch(/^[\da-f]{64}$/)
  expect(rules).toMatchObject({ preset: 'classic', team_lock: 'kickoff', missed_pick: 'eliminated', late_entries: 'closed' })
  const thisSeason = (await visitor.call('getMatrix', { query: {} })).season_year ?? 0
  const { champion_entry_ids: champions } = await visitor.call('getMatrix', { query: { season: String(thisSeason - 1) } })
  expect(champions).toHaveLength(1)
})

test('the demo of the last week ends with the visitor’s entry as the champion, even if the visitor only watches', async () => {
  const { demo, said, visitor } = await startDemo({ isFinal: true })
  const member = await signIn(demo, DEMO_LOGIN.member)
  const before = await member.call('getDashboard')
  expect(before.current_week?.week_number).toBe(18)
  connectPage(demo)
  await demo.played
  await expect
    .poll(async () => (await visitor.call('getMatrix', { query: {} })).champion_entry_ids)
    .toEqual([before.entries[0]?.id])
  expect(said.join('\n')).toContain('so is the season')
})

test('the demo waits for the first page that connects before its countdown starts', async () => {
  const { demo, said, visitor } = await startDemo({ entries: 6 })
  const lockTime = async () => Date.parse((await visitor.call('currentWeek')).lock_time)
  expect(await lockTime()).toBeGreaterThan(Date.now() + 86_400_000)
  expect(said).toEqual([])
  connectPage(demo)
  await expect.poll(lockTime).toBeLessThan(Date.now() + 86_400_000)
  expect(said[0]).toMatch(/^ {2}Week 9 locks in 2 seconds/)
})
