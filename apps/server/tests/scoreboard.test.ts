import { type LocalFeed, startLocalFeed } from '@outlast/testing/fakes/local-feed'
import type { Person } from '@outlast/testing/server/people'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callRoute } from './support/call-route.ts'

const SEASON = 2030
const WEEK = { seasonYear: SEASON, week: 1 }
const FINAL = ['STATUS_FINAL', 'post', true] as const
const SCHEDULED = ['STATUS_SCHEDULED', 'pre', false] as const
let feed: LocalFeed
let pool: TestPool
let admin: Person
let members: readonly Person[]

/** Starts a pool with week 1, and two members with an entry each, whose forgotten picks are losses. */
beforeEach(async () => {
  feed = await startLocalFeed()
  pool = await startTestPool({ config: { espnBaseUrl: feed.url } })
  admin = await pool.register('Ada')
  members = [await pool.register('Ben'), await pool.register('Cid')]
  await admin.api.call('updateRules', { body: { missed_pick: 'eliminated' } })
  await admin.api.call('createWeek', { body: { season_year: SEASON, week_number: 1 } })
  for (const { api, id } of members) await api.call('createEntry', { body: { user_id: id, name: 'One' } })
})
afterEach(async () => {
  const { breaches } = pool
  await pool.stop()
  await feed.stop()
  if (breaches.length > 0) throw new AggregateError(breaches, 'responses that do not match the contract')
})

function event(
  teams: string,
  [name, state, completed]: readonly [string, string, boolean],
  score: readonly unknown[] = ['0', '0'],
) {
  const [away, home] = teams.split('-')
  const side = (homeAway: string, abbreviation: string | undefined, points: unknown) => ({
    homeAway,
    team: { abbreviation },
    score: points,
  })
  return {
    id: teams,
    date: '2030-09-08T17:00Z',
    status: { type: { name, state, completed } },
    competitions: [{ competitors: [side('home', home, score[1]), side('away', away, score[0])] }],
  }
}

async function sync(...events: readonly unknown[]) {
  feed.setAnswer(WEEK, { season: { year: SEASON, type: 2 }, week: { number: 1 }, events })
  return admin.api.call('syncGames', { body: { season_year: SEASON, week_number: 1 } })
}

const pick = (member: number, team: string) =>
  callRoute(pool.url, 'submitPick', {
    body: { entry_id: member + 1, week_id: 1, team_abbr: team },
    headers: { authorization: `Bearer ${members[member]?.token}` },
  })
const lock = () => admin.api.call('updateWeek', { params: { id: 1 }, body: { lock_time: '2020-01-01T00:00:00Z' } })
const out = async () => {
  const entries = await admin.api.call('adminListEntries')
  return entries.filter((entry) => entry.is_eliminated).length
}

describe('a scoreboard with something unexpected', () => {
  test('with a team that nobody knows keeps its game, names it, and puts neither its picker nor anybody else out', async () => {
    const synced = await sync(event('XYZ-NO', SCHEDULED), event('KC-DEN', SCHEDULED))
    expect(synced).toMatchObject({ total: 2, unread: [{ espn_id: 'XYZ-NO', what: 'away_team', value: '"XYZ"' }] })
    expect(await pick(0, 'ARI')).toMatchObject({ status: 409, json: { code: 'game_unread' } })
    expect(await pick(0, 'NO')).toMatchObject({ status: 201 })
    expect(await pick(1, 'KC')).toMatchObject({ status: 201 })
    await lock()
    await sync(event('XYZ-NO', FINAL, ['20', '10']), event('KC-DEN', FINAL, ['20', '10']))
    expect(await out()).toBe(0)
    await sync(event('AZ-NO', FINAL, ['20', '10']), event('KC-DEN', FINAL, ['20', '10']))
    expect(await out()).toBe(1)
  })

  test('with a forfeit decides nothing', async () => {
    await sync(event('BAL-PIT', SCHEDULED))
    await pick(0, 'BAL')
    await pick(1, 'PIT')
    await lock()
    await sync(event('BAL-PIT', ['STATUS_FORFEIT', 'post', true]))
    expect(await out()).toBe(0)
    const [game] = await admin.api.call('weekGames', { params: { id: 1 } })
    expect(game).toMatchObject({ status: 'in_progress', phase: 'undecided', home_score: null })
  })

  test('with a cancelled game offers no week without risk', async () => {
    await sync(event('BAL-PIT', ['STATUS_CANCELED', 'post', false]), event('KC-DEN', SCHEDULED))
    const refused = { code: 'game_cancelled', error: 'BAL–PIT is cancelled. Choose another team.' }
    expect(await pick(0, 'BAL')).toMatchObject({ status: 409, json: refused })
  })

  test('with an undecided playoff opponent lets the known team be picked', async () => {
    expect(await sync(event('TBD-KC', SCHEDULED))).toMatchObject({ total: 1, unread: [] })
    expect(await pick(0, 'KC')).toMatchObject({ status: 201 })
    expect(await pick(1, 'BUF')).toMatchObject({ status: 409, json: { code: 'opponent_unknown' } })
  })

  test('with a game that comes back in another week under another id moves that game there, and keeps no week open for it', async () => {
    await sync(event('BAL-PIT', SCHEDULED), event('KC-DEN', SCHEDULED))
    await pick(0, 'BAL')
    await pick(1, 'KC')
    await lock()
    const won = event('KC-DEN', FINAL, ['20', '10'])
    expect(await sync(won)).toMatchObject({ unread: [{ espn_id: 'BAL-PIT', what: 'missing' }] })
    const { id } = await admin.api.call('createWeek', { body: { season_year: SEASON, week_number: 2 } })
    const again = { ...event('BAL-PIT', SCHEDULED), id: 'later', date: '2030-09-15T17:00Z' }
    feed.setAnswer({ ...WEEK, week: 2 }, { season: { year: SEASON, type: 2 }, week: { number: 2 }, events: [again] })
    await admin.api.call('syncGames', { body: { season_year: SEASON, week_number: 2 } })
    const gamesOf = async (week: number) => {
      const games = await admin.api.call('weekGames', { params: { id: week } })
      return games.map(({ away_team_abbr, status, phase }) => [away_team_abbr, status, phase])
    }
    expect(await gamesOf(1)).toEqual(expect.arrayContaining([['BAL', 'postponed', 'moved']]))
    expect(await gamesOf(id)).toEqual([['BAL', 'scheduled', null]])
    expect(await sync(won)).toMatchObject({ unread: [] })
    expect(await out()).toBe(0)
  })

  test('tells the admins who asked, what could not be read, and why no week is asked for', async () => {
    await sync(event('BAL-PIT', FINAL, [{ value: 20 }, 'x']))
    const status = await admin.api.call('syncStatus')
    expect(status).toMatchObject({
      last_asked_by: expect.stringContaining('Ada') as string,
      paused: 'auto_sync_off',
      last_error: null,
    })
    expect(status.weeks).toMatchObject([
      {
        week_number: 1,
        asked: false,
        reason: 'auto_sync_off',
        unread: [{ espn_id: 'BAL-PIT', what: 'home_score', value: '"x"' }],
      },
    ])
    feed.failWith('error-500', 1)
    await expect(sync(event('BAL-PIT', FINAL, [20, 10]))).rejects.toThrow('ESPN answered 500')
    expect((await admin.api.call('syncStatus')).weeks[0]?.last_error).toBe('ESPN answered 500')
  })
})

test('a correction that changes only the score of a lost game reaches members that send the ETag of their own lists', async () => {
  await sync(event('KC-DEN', SCHEDULED))
  await pick(0, 'DEN')
  await lock()
  await sync(event('KC-DEN', FINAL, ['20', '10']))
  const read = async (etag?: string) => {
    const headers = { authorization: `Bearer ${members[0]?.token}`, ...(etag !== undefined && { 'if-none-match': etag }) }
    const dashboard = await callRoute(pool.url, 'getDashboard', { headers })
    return { dashboard, picks: await callRoute(pool.url, 'entryPicks', { params: { id: 1 }, headers }) }
  }
  const { dashboard, picks } = await read()
  const tag = dashboard.headers.get('etag') ?? ''
  expect(picks.headers.get('etag')).toBe(tag)
  const unchanged = await read(tag)
  expect([unchanged.dashboard.status, unchanged.picks.status]).toEqual([304, 304])
  await sync(event('KC-DEN', FINAL, ['23', '10']))
  const corrected = await read(tag)
  expect([corrected.dashboard.status, corrected.picks.status]).toEqual([200, 200])
  expect(JSON.stringify(corrected.dashboard.json)).not.toBe(JSON.stringify(dashboard.json))
})
