import { type LocalFeed, startLocalFeed } from '@outlast/testing/fakes/local-feed'
import type { Person } from '@outlast/testing/server/people'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { eventually } from '@outlast/testing/async'
import { withLogDatabase } from '@outlast/testing/rewritten-log'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { heldMs, holdAutoSync, releaseAutoSync, saveFeedStatus } from '../src/feed/feed-status.ts'

const SEASON = 2030
const WEEK = { seasonYear: SEASON, week: 1 }
let feed: LocalFeed
let pool: TestPool
let admin: Person
let members: readonly Person[]

beforeEach(async () => {
  feed = await startLocalFeed()
  pool = await startTestPool({ config: { espnBaseUrl: feed.url } })
  admin = await pool.register('Ada')
  members = [await pool.register('Ben'), await pool.register('Cid')]
  await admin.api.call('createWeek', { body: { season_year: SEASON, week_number: 1 } })
})
afterEach(async () => {
  const { breaches } = pool
  await pool.stop()
  await feed.stop()
  if (breaches.length > 0) throw new AggregateError(breaches, 'responses that do not match the contract')
})

async function sync() {
  feed.setAnswer(WEEK, { season: { year: SEASON, type: 2 }, week: { number: 1 }, events: [] })
  return admin.api.call('syncGames', { body: { season_year: SEASON, week_number: 1 } })
}

describe('a preview of a sync (docs/rules.md §4.7)', () => {
  const body = { season_year: SEASON, week_number: 1 }
  const preview = () => admin.api.call('previewCalls', { body: { calls: [{ call: 'syncGames', body }] } })
  const held = () => withLogDatabase(pool.database.connectionString, heldMs)

  test('keeps the automatic sync waiting for at most two minutes, also when its status is stored meanwhile', async () => {
    await sync()
    expect(await held()).toBe(0)
    await preview()
    expect(await held()).toBeGreaterThan(0)
    expect(await held()).toBeLessThanOrEqual(120_000)
    const status = { lastAsked: null, nextAsk: null, paused: null, failures: 1, lastError: null }
    await withLogDatabase(pool.database.connectionString, (db) => saveFeedStatus(db, status))
    expect(await held()).toBeGreaterThan(0)
  })

  test('ends with the sync, and with a preview that could not be made', async () => {
    await sync()
    await preview()
    await sync()
    expect(await held()).toBe(0)
    feed.failWith('error-403')
    await expect(preview()).rejects.toMatchObject({ code: 'feed_failed' })
    expect(await held()).toBe(0)
  })

  test('lets a member’s or an unknown week’s preview hold nothing', async () => {
    await expect(members[0]!.api.call('previewCalls', { body: { calls: [{ call: 'syncGames', body }] } })).rejects.toMatchObject({
      code: 'forbidden',
    })
    const unknown = { call: 'syncGames' as const, body: { ...body, week_number: 9 } }
    await expect(admin.api.call('previewCalls', { body: { calls: [unknown] } })).rejects.toMatchObject({ code: 'week_not_found' })
    expect(await held()).toBe(0)
  })

  test('none while an admin looks at what a sync would change, in whichever process', async () => {
    const own = await startTestPool({ config: { espnBaseUrl: feed.url, autoSync: true } })
    const { connectionString } = own.database
    try {
      await withLogDatabase(connectionString, holdAutoSync)
      const host = await own.register('Host')
      feed.setAnswer(WEEK, { season: { year: SEASON, type: 2 }, week: { number: 1 }, events: [] })
      await host.api.call('createWeek', { body: { season_year: SEASON, week_number: 1 } })
      const { weeks } = await host.api.call('syncStatus')
      expect(weeks).toMatchObject([{ asked: true, reason: 'current' }])
      expect(feed.requests).toEqual([])
      await withLogDatabase(connectionString, releaseAutoSync)
      await eventually(() => expect(feed.requests).toHaveLength(1))
    } finally {
      await own.stop()
    }
  })
})
