import { type LocalFeed, startLocalFeed } from '@outlast/testing/fakes/local-feed'
import type { Person } from '@outlast/testing/server/people'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '@outlast/testing/async'
import { callRoute } from './support/call-route.ts'
import { PACE } from '../src/feed/request-interval.ts'

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

/** Makes the scoreboard answer for a week, and asks it. */
async function syncWeek(week: number, ...events: readonly unknown[]) {
  feed.setAnswer({ ...WEEK, week }, { season: { year: SEASON, type: 2 }, week: { number: week }, events })
  return admin.api.call('syncGames', { body: { season_year: SEASON, week_number: week } })
}
const unreadOf = async (week = 1) =>
  (await admin.api.call('syncStatus')).weeks.find(({ week_id }) => week_id === week)?.unread ?? []
const setGame = (body: object) =>
  callRoute(pool.url, 'updateGame', { params: { id: 1 }, body, headers: { authorization: `Bearer ${admin.token}` } })
const lines = async () => (await admin.api.call('listAudit', { query: { limit: '200' } })).lines.map(({ sentence }) => sentence)

describe('a final score that takes points away (docs/rules.md §4.9)', () => {
  const right = event('BAL-PIT', FINAL, ['20', '23'])
  const wrong = event('BAL-PIT', FINAL, ['0', '0'])
  beforeEach(async () => {
    await sync(event('BAL-PIT', SCHEDULED))
    await pick(0, 'PIT')
    await pick(1, 'BAL')
    await lock()
    await sync(right)
  })

  test('puts nobody out, also if an admin syncs it, and is named with both scores, when and by whom', async () => {
    expect(await out()).toBe(1)
    const body = { season_year: SEASON, week_number: 1 }
    feed.setAnswer(WEEK, { season: { year: SEASON, type: 2 }, week: { number: 1 }, events: [wrong] })
    const preview = await admin.api.call('previewCalls', { body: { calls: [{ call: 'syncGames', body }] } })
    expect(preview).toMatchObject({ out: [], corrections: [] })
    const held = { espn_id: 'BAL-PIT', what: 'held_back', value: 'final, BAL 0–0 PIT' }
    const game = { id: 1, away_team_abbr: 'BAL', away_score: 20, home_team_abbr: 'PIT', home_score: 23, status: 'final' }
    expect(await sync(wrong)).toMatchObject({ updated: 0, unread: [{ ...held, game }] })
    for (let i = 0; i < 3; i += 1) await sync(wrong)
    expect(await out()).toBe(1)
    expect(await unreadOf()).toMatchObject([{ ...held, game }])
    const [week] = (await admin.api.call('syncStatus')).weeks
    expect(week?.last_asked_by).toContain('Ada')
    await sync(right)
    expect(await unreadOf()).toEqual([])
  })

  test('counts once an admin says so, which can be taken back', async () => {
    await sync(wrong)
    const confirmed = await setGame({ status: 'final', away_score: 0, home_score: 0, reason: 'The league says so' })
    expect(confirmed).toMatchObject({ status: 200, json: { away_score: 0, home_score: 0, by_hand: true } })
    expect(await out()).toBe(2)
    expect(await unreadOf()).toEqual([])
    await admin.api.call('undoAction', { body: {} })
    expect(await out()).toBe(1)
  })

  test('is a correction if one team keeps its points', async () => {
    expect(await sync(event('BAL-PIT', FINAL, ['20', '17']))).toMatchObject({ updated: 1, unread: [] })
    const entries = await admin.api.call('adminListEntries')
    expect(entries.map(({ is_eliminated }) => is_eliminated)).toEqual([true, false])
  })
})

describe('a game that leaves for a week that the pool does not have (docs/rules.md §4.11)', () => {
  const kc = event('KC-DEN', SCHEDULED)
  beforeEach(async () => {
    await sync(event('BAL-PIT', SCHEDULED), kc)
    await pick(0, 'BAL')
    await pick(1, 'KC')
  })
  const games = async (week: number) => {
    const found = await admin.api.call('weekGames', { params: { id: week } })
    return found.map(({ away_team_abbr, status, phase }) => [away_team_abbr, status, phase])
  }
  const plan = async () => (await members[0]!.api.call('getDashboard')).entries[0]?.open_weeks[0]

  test('is offered as moved, and its picker is told to choose again, until it is returned', async () => {
    expect(await sync(kc)).toMatchObject({
      unread: [{ what: 'missing', value: 'BAL at PIT', game: { id: 1, status: 'scheduled' } }],
    })
    expect(await setGame({ status: 'moved' })).toMatchObject({ status: 400 })
    expect(await setGame({ status: 'moved', home_score: 3, reason: 'x' })).toMatchObject({ status: 400 })
    const calls = [
      { call: 'updateGame' as const, params: { id: 1 }, body: { status: 'moved' as const, reason: 'It is played in November' } },
    ]
    expect(await admin.api.call('previewCalls', { body: { calls } })).toMatchObject({ out: [], returned: [] })
    expect(await setGame({ status: 'moved', reason: 'It is played in November' })).toMatchObject({
      status: 200,
      json: { status: 'postponed', phase: 'moved', by_hand: true },
    })
    expect(await unreadOf()).toEqual([])
    expect(await lines()).toContainEqual(
      expect.stringMatching(/^BAL at PIT moved out of .* to a week that the pool does not have, by hand: Ada/),
    )
    expect(await plan()).toMatchObject({ team_abbr: 'BAL', used_in_week: 1 })
    expect(await pick(0, 'PIT')).toMatchObject({ status: 409, json: { code: 'team_on_bye' } })
    expect(await setGame({ source: 'feed' })).toMatchObject({
      status: 200,
      json: { status: 'scheduled', phase: null, by_hand: false },
    })
    expect(await pick(0, 'PIT')).toMatchObject({ status: 200 })
  })

  test('costs its picker a missed pick at the lock, because it left before', async () => {
    await sync(kc)
    await setGame({ status: 'moved', reason: 'It is played in November' })
    await lock()
    await sync(event('KC-DEN', FINAL, ['20', '10']))
    const entries = await admin.api.call('adminListEntries')
    expect(entries.map(({ is_eliminated }) => is_eliminated)).toEqual([true, false])
  })

  test('keeps no locked week open, and is the same game when the week is added that plays it', async () => {
    await lock()
    const won = event('KC-DEN', FINAL, ['20', '10'])
    await sync(won)
    await setGame({ status: 'moved', reason: 'It is played in November' })
    expect(await games(1)).toEqual(expect.arrayContaining([['BAL', 'postponed', 'moved']]))
    expect(await out()).toBe(0)
    const { id } = await admin.api.call('createWeek', { body: { season_year: SEASON, week_number: 11 } })
    expect(await syncWeek(11, { ...event('BAL-PIT', SCHEDULED), date: '2030-11-17T18:00Z' })).toMatchObject({
      created: 1,
      unread: [],
    })
    expect(await games(id)).toEqual([['BAL', 'scheduled', null]])
    expect(await lines()).toContainEqual(expect.stringContaining('the scoreboard lists it in week 11'))
    expect(await setGame({ source: 'feed' })).toMatchObject({ status: 404, json: { code: 'game_not_found' } })
    expect(await sync(won)).toMatchObject({ unread: [] })
    expect(await games(1)).toEqual(expect.arrayContaining([['BAL', 'postponed', 'moved']]))
  })

  test('stays moved while its week lists it again, and the desk says so', async () => {
    await sync(kc)
    await setGame({ status: 'moved', reason: 'It is played in November' })
    const later = { ...event('BAL-PIT', SCHEDULED), date: '2030-09-09T17:00Z' }
    const again = { what: 'held_back', value: 'scheduled', game: { id: 1, phase: 'moved' } }
    expect(await sync(later, kc)).toMatchObject({ unread: [again] })
    expect(await games(1)).toEqual(expect.arrayContaining([['BAL', 'postponed', 'moved']]))
    expect(await unreadOf()).toMatchObject([again])
  })
})

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

describe('which weeks the scoreboard is asked for (docs/rules.md §4.12)', () => {
  const numbersAsked = () => feed.requests.map(({ url }) => Number(new URL(url, feed.url).searchParams.get('week')))
  const automatic = () =>
    startTestPool({ config: { espnBaseUrl: feed.url, autoSync: true }, overrides: { feedPace: { ...PACE, spacingMs: 1 } } })

  test('every one that is added, so that its games are known when it is picked for', async () => {
    const own = await automatic()
    try {
      const host = await own.register('Host')
      for (const week of [1, 2, 9]) {
        const rows = [
          { ...event('BAL-PIT', SCHEDULED), id: `game ${week}`.replace(' ', '-'), date: `2030-09-${10 + week}T17:00Z` },
        ]
        feed.setAnswer({ ...WEEK, week }, { season: { year: SEASON, type: 2 }, week: { number: week }, events: rows })
        await host.api.call('createWeek', { body: { season_year: SEASON, week_number: week } })
      }
      await eventually(async () => {
        const games = await Promise.all([1, 2, 3].map((id) => host.api.call('weekGames', { params: { id } })))
        expect(games.map((found) => found.length)).toEqual([1, 1, 1])
      })
      const { weeks } = await host.api.call('syncStatus')
      expect(weeks.map(({ reason, every_seconds }) => [reason, every_seconds])).toEqual([
        ['current', 3600],
        ['ahead', 72_000],
        ['ahead', 72_000],
      ])
    } finally {
      await own.stop()
    }
  })

  test('slates of a week once for all of them', async () => {
    const own = await automatic()
    try {
      const host = await own.register('Host')
      await host.api.call('createWeek', { body: { season_year: SEASON, week_number: 1 } })
      await eventually(() => expect(numbersAsked()).toEqual([1]))
      const slates = ['2030-09-15T04:00:00.000Z', '2030-09-16T04:00:00.000Z']
      await host.api.call('createWeek', { body: { season_year: SEASON, week_number: 2, slates } })
      await host.api.call('createWeek', { body: { season_year: SEASON, week_number: 3 } })
      await eventually(() => expect(numbersAsked()).toContain(3))
      expect(numbersAsked().filter((week) => week === 2)).toEqual([2])
      await eventually(async () => {
        const { weeks } = await host.api.call('syncStatus')
        expect(weeks.filter(({ last_asked_at }) => last_asked_at !== null)).toHaveLength(5)
      })
    } finally {
      await own.stop()
    }
  })

  test('none but those that are played while the site time is overridden', async () => {
    const own = await automatic()
    try {
      const host = await own.register('Host')
      await host.api.call('setSiteTime', { body: { now_iso: '2030-09-01T12:00:00.000Z' } })
      for (const week of [1, 2]) await host.api.call('createWeek', { body: { season_year: SEASON, week_number: week } })
      await eventually(async () => expect(await host.api.call('syncStatus')).toMatchObject({ paused: 'site_time_override' }))
      expect(feed.requests).toEqual([])
      await host.api.call('setSiteTime', { body: {} })
      await eventually(() => expect(numbersAsked().toSorted((a, b) => a - b)).toEqual([1, 2]))
    } finally {
      await own.stop()
    }
  })
})
