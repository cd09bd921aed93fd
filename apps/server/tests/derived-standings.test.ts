import { eventually } from '@outlast/testing'
import { range } from '@outlast/testing/async'
import { withClient } from '@outlast/testing/postgres/database'
import type { TestPool } from '@outlast/testing/server/test-pool'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countCalls } from './support/count-calls.ts'
import { type NewsPool, startNewsPool, startSecond } from './support/news-pool.ts'

// A season that week 1 decided, with an entry that joined after its lock: the case in which most of the program compares the standings of
// all entries. Two processes serve it, both in this one, so that their calls are counted together.

const NAMES = range(30).map((n) => `Entry ${n}`)
/** The entries whose standing an override changes, in each place that looks at it. */
const FEW = 12
/** What the job for readers of SQL derives afterwards, in one process: the matrix, the reveal, and the moments of the week. */
const TABLES = 3 * (NAMES.length + 1)

let news: NewsPool
let second: TestPool
beforeAll(async () => {
  news = await startNewsPool({ names: NAMES })
  for (const name of NAMES) await news.pick(name, 1, name === 'Entry 0' ? 'BUF' : 'MIA')
  await news.lock(1)
  const late = await news.pool.register('Late')
  await late.api.call('createEntry', { body: { user_id: late.id, name: 'Late' } })
  await news.finals(1, 'BUF 27-20 MIA')
  second = await startSecond(news.pool.database, { config: { espnBaseUrl: news.feed.url } })
  // The first override after a start or a result finds no standings. Each of the tests begins with those of the one before.
  await override('Entry 1', 'BUF')
  await override('Entry 1', 'MIA')
})
afterAll(async () => {
  await second.stop()
  await news.stop()
})

/** Returns how many standings were derived in both processes, until both and the news have come to the end of the log. */
async function standingsDerived(run: () => Promise<void>): Promise<number> {
  await eventually(async () => expect(await hasWrittenTables()).toBe(true))
  const callsOf = await countCalls('/packages/domain/src/standing/standing.ts', async () => {
    await run()
    await eventually(async () => {
      expect(second.server.topicVersion('season:2030')).toBe(news.pool.server.topicVersion('season:2030'))
      expect(await hasComparedNews()).toBe(true)
      expect(await hasWrittenTables()).toBe(true)
    })
  })
  return callsOf('deriveStanding')
}

async function hasWrittenTables(): Promise<boolean> {
  const { rows } = await withClient(news.pool.database.connectionString, (client) =>
    client.query(`SELECT position >= (SELECT max(position) FROM events) AS done FROM projections.checkpoint`),
  )
  return (rows as readonly { readonly done: boolean }[])[0]?.done === true
}

async function hasComparedNews(): Promise<boolean> {
  const { rows } = await withClient(news.pool.database.connectionString, (client) =>
    client.query(`
      SELECT NOT EXISTS (SELECT FROM webhooks) OR position >= (SELECT max(position) FROM events WHERE type = 'PickOverridden') AS done
      FROM news_cursor`),
  )
  return (rows as readonly { readonly done: boolean }[])[0]?.done === true
}

const callFor = (name: string, team_abbr: string) =>
  ({
    call: 'overridePick',
    body: { entry_id: news.entries.get(name)!.id, week_id: 1, team_abbr, reason: 'a dispute' },
  }) as const

const preview = (name: string, team: string) => news.admin.call('previewCalls', { body: { calls: [callFor(name, team)] } })

async function override(name: string, team: string): Promise<void> {
  const { token } = await preview(name, team)
  await confirm(name, team, token)
}

const confirm = async (name: string, team: string, token: string) =>
  void (await news.admin.call('overridePick', { body: callFor(name, team).body, expectedConsequences: token }))

test('a preview of an override derives the standings of a season once, and counts the messages with them', async () => {
  const derived = await standingsDerived(async () => {
    expect(await preview('Entry 2', 'BUF')).toMatchObject({ returned: [{ name: 'Entry 2' }], champions_after: null })
  })
  expect(derived).toBeLessThan(NAMES.length + FEW)
})

test('a confirmed override that takes a decision back derives the standings of a season once, and other processes one of them', async () => {
  const { token } = await preview('Entry 3', 'BUF')
  const derived = await standingsDerived(() => confirm('Entry 3', 'BUF', token))
  expect(derived).toBeGreaterThan(0)
  expect(derived).toBeLessThan(NAMES.length + FEW + TABLES)
  expect((await second.visitor.call('getMatrix', { query: {} })).entries.map(({ name }) => name)).toContain('Late')
})

test('with news for webhooks, a confirmed override derives the standings of a season at most twice', async () => {
  await news.admin.call('createWebhook', { body: { url: 'http://127.0.0.1:9/', label: 'Club', events: ['champion'] } })
  const { token } = await preview('Entry 4', 'BUF')
  const derived = await standingsDerived(() => confirm('Entry 4', 'BUF', token))
  expect(derived).toBeLessThan(2 * NAMES.length + FEW + TABLES)
})
