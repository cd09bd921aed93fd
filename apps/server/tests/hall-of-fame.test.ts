import { eventually } from '@outlast/testing'
import { readableAddresses, readRaw, withoutTimesAndIds } from '@outlast/testing/http/readable-addresses'
import { pickIdOf } from '@outlast/domain'
import { afterEach, describe, expect, test } from 'vitest'
import { type NewsPool, SEASON, startNewsPool } from './support/news-pool.ts'

let news: NewsPool
let isStopped = false
afterEach(() => stop())

async function stop(): Promise<void> {
  if (!isStopped) await news.stop()
  isStopped = true
}

const NEXT = SEASON + 1
const hall = () => news.pool.visitor.call('getHallOfFame')

/** Alpha wins the season in week 2. Beta lost week 1 by 4 points, Gamma week 2 by 10. */
async function playSeason(): Promise<void> {
  news = await startNewsPool()
  isStopped = false
  await news.pick('Alpha', 1, 'BUF')
  await news.pick('Beta', 1, 'MIA')
  await news.pick('Gamma', 1, 'BUF')
  await news.lock(1)
  await news.finals(1, 'BUF 7-3 MIA')
  await news.pick('Alpha', 2, 'KC')
  await news.pick('Gamma', 2, 'LAC')
  await news.lock(2)
}

describe('GET /api/hall-of-fame', () => {
  test('is empty while the first season runs, and tells champion, runs and bad luck as soon as it is decided', async () => {
    await playSeason()
    expect(await hall()).toEqual({ seasons: [], past_seasons: [], longest_runs: [], worst_luck: [] })
    await news.finals(2, 'KC 20-10 LAC')
    const alpha = { entry_id: news.entries.get('Alpha')!.id, entry_name: 'Alpha', user_name: 'Owner Alpha' }
    expect(await hall()).toEqual({
      seasons: [
        {
          season_year: SEASON,
          decided_week: 2,
          entries: 3,
          survivors: 1,
          champions: [
            {
              ...alpha,
              weeks_survived: 2,
              picks: [
                { week_number: 1, team_abbr: 'BUF', result: 'win' },
                { week_number: 2, team_abbr: 'KC', result: 'win' },
              ],
            },
          ],
        },
      ],
      past_seasons: [],
      longest_runs: [{ season_year: SEASON, ...alpha, weeks: 2, first_week: 1, last_week: 2 }],
      worst_luck: [
        {
          season_year: SEASON,
          week_number: 1,
          team_abbr: 'MIA',
          opponent_abbr: 'BUF',
          score: 3,
          opponent_score: 7,
          margin: 4,
          entries: 1,
          entry_names: ['Owner Beta · Beta'],
        },
        {
          season_year: SEASON,
          week_number: 2,
          team_abbr: 'LAC',
          opponent_abbr: 'KC',
          score: 10,
          opponent_score: 20,
          margin: 10,
          entries: 1,
          entry_names: ['Owner Gamma · Gamma'],
        },
      ],
    })
    expect(news.pool.breaches).toEqual([])
  })

  test('has the champions of seasons before the pool, whose names are not in the log', async () => {
    await playSeason()
    const enter = (season_year: number, ...names: readonly string[]) =>
      news.admin.call('setPastChampions', { params: { season_year }, body: { names: [...names] } })
    const { admin } = news
    await enter(2018, 'Vera Veteran')
    await enter(2019, 'Olga Oldtimer', 'Pat Past')
    expect((await hall()).past_seasons).toEqual([
      { season_year: 2019, names: ['Olga Oldtimer', 'Pat Past'] },
      { season_year: 2018, names: ['Vera Veteran'] },
    ])
    await enter(2018)
    expect((await hall()).past_seasons.map(({ season_year }) => season_year)).toEqual([2019])
    await expect(enter(SEASON, 'Vera Veteran')).rejects.toMatchObject({ status: 409, code: 'season_played_here' })
    const { lines } = await admin.call('listAudit', { query: {} })
    expect(lines.slice(0, 2).map(({ sentence }) => sentence)).toEqual([
      'Ada Test (admin) removed the champions of 2018, which was not played in this pool.',
      'Ada Test (admin) entered the champions of 2019, which was not played in this pool.',
    ])
    expect(JSON.stringify(lines)).not.toMatch(/Veteran|Oldtimer|Past"/)
  })

  test('follows corrections, names and the next season, and answers 304 in between', async () => {
    await playSeason()
    await news.finals(2, 'KC 20-10 LAC')
    const read = (etag?: string) =>
      fetch(`${news.pool.url}/api/hall-of-fame`, { headers: etag === undefined ? {} : { 'if-none-match': etag } })
    const first = await read()
    expect((await read(first.headers.get('etag') ?? '')).status).toBe(304)
    // The margin of a loss changes no result, and so no standing.
    await news.finals(1, 'BUF 6-3 MIA')
    const closer = await read(first.headers.get('etag') ?? '')
    expect(closer.status).toBe(200)
    expect((await hall()).worst_luck.map(({ margin }) => margin)).toContain(3)
    await news.finals(2, 'KC 10-20 LAC')
    const corrected = await read(first.headers.get('etag') ?? '')
    expect(corrected.status).toBe(200)
    expect((await hall()).seasons[0]?.champions.map((champion) => champion.entry_name)).toEqual(['Gamma'])
    const gamma = news.entries.get('Gamma')!
    await news.admin.call('renameEntry', { params: { id: gamma.id }, body: { name: 'Renamed' } })
    expect((await hall()).longest_runs[0]?.entry_name).toBe('Renamed')
    await news.admin.call('deleteEntry', { params: { id: gamma.id } })
    expect((await hall()).seasons[0]).toMatchObject({ entries: 2, survivors: 1, decided_week: 1 })
  })

  test('shows a season that ended undecided without a champion once the next one is started', async () => {
    await playSeason()
    expect((await hall()).seasons).toEqual([])
    await news.admin.call('startSeason', { body: { season_year: NEXT } })
    expect((await hall()).seasons).toEqual([{ season_year: SEASON, decided_week: null, entries: 3, survivors: 2, champions: [] }])
    expect((await hall()).longest_runs).toEqual([])
  })
})

/** Plays a season to its end and starts the next one, in whose first week the champion picks a team. Returns what others can read. */
async function readsWhileHidden(team: string) {
  await playSeason()
  await news.finals(2, 'KC 20-10 LAC')
  await news.admin.call('startSeason', { body: { season_year: NEXT } })
  const week = await news.admin.call('createWeek', { body: { season_year: NEXT, week_number: 1 } })
  await news.admin.call('setCurrentWeek', { body: { week_id: week.id } })
  const alpha = news.entries.get('Alpha')!
  await alpha.api.call('renewEntry', { params: { id: alpha.id } })
  await alpha.api.call('submitPick', { body: { entry_id: alpha.id, week_id: week.id, team_abbr: team } })
  // The first event, both locks and both complete weeks, whose heads are signed in the background.
  await eventually(async () => expect((await news.admin.call('auditHeads', {})).heads).toHaveLength(5))
  const addresses = readableAddresses({
    ids: {
      weeks: [1, 2, week.id],
      entries: [1, 2, 3],
      users: [1, 2],
      picks: [pickIdOf(alpha.id as never, week.id as never, 1)],
      positions: [5],
      seasons: [SEASON, NEXT],
    },
    topics: ['pool', 'week:1', `week:${week.id}`, `season:${SEASON}`, `season:${NEXT}`],
  })
  const all = (token?: string) =>
    Promise.all(addresses.map(async (address) => withoutTimesAndIds(await readRaw(news.pool.url, address, token))))
  const seen = {
    visitor: await all(),
    other: await all(news.entries.get('Beta')!.token),
    owner: await all(alpha.token),
  }
  await stop()
  return seen
}

test('no page about champions or seasons depends on a hidden pick of the next season', async () => {
  const one = await readsWhileHidden('JAX')
  const two = await readsWhileHidden('SF')
  expect(two.visitor).toEqual(one.visitor)
  expect(two.other).toEqual(one.other)
  expect(one.visitor.find((text) => text.includes('/api/hall-of-fame'))).toContain('"entry_name":"Alpha"')
  // The test is effective: the owner reads different teams.
  expect(two.owner).not.toEqual(one.owner)
})
