import { eventually } from '@outlast/testing/async'
import { withClient } from '@outlast/testing/postgres/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NewsPool, startNewsPool } from './support/news-pool.ts'

// The job that writes the tables for readers of SQL follows what the pool shows: the lock, a score, and a name, which is not in the log.

let news: NewsPool
beforeAll(async () => {
  news = await startNewsPool({ names: ['Alpha', 'Beta'] })
})
afterAll(() => news.stop())

const query = async (text: string): Promise<readonly Record<string, unknown>[]> =>
  withClient(news.pool.database.connectionString, async (client) => (await client.query(text)).rows as Record<string, unknown>[])

/** Waits until the tables have everything that is in the log. */
const current = () =>
  eventually(async () => {
    const [row] = await query(`SELECT position = (SELECT max(position) FROM events) AS done FROM projections.checkpoint`)
    expect(row).toEqual({ done: true })
  })

const reveal = () => query(`SELECT entry_name, user_name, team_abbr, result FROM projections.reveal ORDER BY entry_name`)

test('the tables have a week from its lock on, and follow a score and a new name of an owner', async () => {
  await news.pick('Alpha', 1, 'BUF')
  await news.pick('Beta', 1, 'MIA')
  await current()
  expect(await reveal()).toEqual([])
  await news.lock(1)
  await current()
  const rows = (results: readonly [string, string], owner = 'Owner Alpha') =>
    [
      ['Alpha', owner, 'BUF', results[0]],
      ['Beta', 'Owner Beta', 'MIA', results[1]],
    ].map(([entry_name, user_name, team_abbr, result]) =>
      expect.objectContaining({ entry_name, user_name: expect.stringContaining(user_name!), team_abbr, result }),
    )
  expect(await reveal()).toEqual(rows(['tbd', 'tbd']))
  await news.finals(1, 'BUF 27-20 MIA')
  await current()
  expect(await reveal()).toEqual(rows(['win', 'loss']))
  expect(await query(`SELECT entry_name FROM projections.leaderboard WHERE eliminated_week IS NOT NULL`)).toEqual([
    { entry_name: 'Beta' },
  ])
  const { api } = news.entries.get('Alpha')!
  await api.call('updateAccount', { body: { first_name: 'Renata' } })
  await current()
  expect(await reveal()).toEqual(rows(['win', 'loss'], 'Renata'))
})
