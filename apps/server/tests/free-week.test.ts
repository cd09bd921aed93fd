import { isSound, verifyStandings, verifyWeek } from '@outlast/contract/proof/verify-week'
import type { ApiError, CallInput } from '@outlast/contract'
import type { WeekId } from '@outlast/domain'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database/index.ts'
import type { Tables } from '../src/database/tables.ts'
import { nodeHashing } from '../src/log/hashing.ts'
import { checkProjections } from '../src/log/projections.ts'
import { type NewsPool, SEASON, startNewsPool } from './support/news-pool.ts'

// A week is picked for before its games are known, and a picked team plays in none of them (docs/rules.md §3.9, §3.10).

let news: NewsPool
afterEach(async () => {
  const { breaches } = news.pool
  await news.stop()
  if (breaches.length > 0) throw new AggregateError(breaches, 'responses that do not match the contract')
})

type Rules = CallInput<'updateRules'>['body']

async function start(rules: Rules): Promise<void> {
  news = await startNewsPool()
  await news.admin.call('updateRules', { body: { entry_fee_cents: null, ...rules } })
}

/** Lets the scoreboard list games of a week as `NYG-DAL`, with what is known of them, and asks it. */
async function list(weekNumber: number, ...games: readonly string[]): Promise<void> {
  const rows = games.map((text) => {
    const [teams = '', status = 'scheduled', score = ''] = text.split(' ')
    const [home, away] = teams.split('-')
    const [homeScore = null, awayScore = null] = score === '' ? [] : score.split(':').map(Number)
    const day = String(8 + 7 * (Math.floor(weekNumber) - 1)).padStart(2, '0')
    const kickoff = weekNumber > 18 ? '2031-01-26T18:00:00.000Z' : `2030-09-${day}T17:00:00.000Z`
    return {
      espnId: `${weekNumber}${teams}`,
      home,
      away,
      kickoff,
      kickoffKnown: true,
      status,
      homeScore,
      awayScore,
      detail: null,
    }
  })
  news.feed.setGames({ seasonYear: SEASON, week: Math.floor(weekNumber) }, rows as never)
  await news.admin.call('syncGames', { body: { season_year: SEASON, week_number: weekNumber } })
}

const openWeek = async (name: string, week: number) => {
  const { entries } = await news.entries.get(name)!.api.call('getDashboard')
  return entries[0]?.open_weeks.find(({ week_id }) => week_id === week)
}
const reveal = async (week: number) => {
  const { picks } = await news.pool.visitor.call('weekReveal', { params: { id: week } })
  return picks.map(
    ({ entry_name, team_abbr, result, lives_left }) => `${entry_name} ${team_abbr ?? 'none'} ${result} ${lives_left}`,
  )
}
const refusal = (request: Promise<unknown>) => request.then(() => 'accepted').catch(({ code }: ApiError) => code)

/** Everybody agrees: the read models with the log, and the browser's own check of the week. */
async function expectAgreement(week: number): Promise<void> {
  const database = openDatabase<Tables>({ connectionString: news.pool.database.connectionString, max: 2, onError: () => {} })
  const differences: unknown[] = []
  await checkProjections(database.db, { onDifference: (difference) => differences.push(difference) })
  await database.close()
  expect(differences).toEqual([])
  const proof = await news.pool.visitor.call('weekProof', { params: { id: week } })
  expect(isSound(verifyWeek(nodeHashing, proof))).toBe(true)
  expect(verifyStandings(nodeHashing, [proof])).toEqual([])
}

describe('a team that turns out to have no game before the lock', () => {
  const play = async (rules: Rules) => {
    await start({ lives: 2, ...rules })
    await news.pick('Alpha', 1, 'NYJ')
    await news.pick('Beta', 1, 'BUF')
    const before = await news.admin.call('weekPicks', { params: { id: 1 } })
    await list(1, 'BUF-MIA', 'KC-LAC')
    expect(await openWeek('Alpha', 1)).toMatchObject({ has_pick: true, team_abbr: 'NYJ', used_in_week: 1, no_game: true })
    expect(await openWeek('Beta', 1)).toMatchObject({ used_in_week: null })
    expect(await refusal(news.pick('Alpha', 1, 'NYJ'))).toBe('team_on_bye')
    // Nobody else sees a difference.
    expect(await news.admin.call('weekPicks', { params: { id: 1 } })).toEqual(before)
    await news.lock(1)
    await list(1, 'BUF-MIA final 7:3', 'KC-LAC final 7:3')
    await expectAgreement(1)
    return reveal(1)
  }

  test('costs a life under `missed_pick: eliminated`', async () => {
    expect(await play({ missed_pick: 'eliminated' })).toEqual(['Alpha none null 1', 'Beta BUF win 2', 'Gamma none null 1'])
  })

  test('costs nothing under `survives`, and an automatic pick takes its place under `auto`', async () => {
    expect(await play({ missed_pick: 'survives' })).toEqual(['Alpha none null 2', 'Beta BUF win 2', 'Gamma none null 2'])
    await news.stop()
    const auto: Rules = { missed_pick: 'auto', auto_pick: ['most_picked', 'alphabetical'] }
    expect(await play(auto)).toEqual(['Alpha BUF win 2', 'Beta BUF win 2', 'Gamma BUF win 2'])
  })

  test('is one of two picks', async () => {
    await start({ missed_pick: 'eliminated', lives: 2, picks_per_week: { picks: 2, from_week: 1 } })
    const alpha = news.entries.get('Alpha')!
    const submit = (slot: number, team_abbr: string) =>
      alpha.api.call('submitPick', { body: { entry_id: alpha.id, week_id: 1 as WeekId, slot, team_abbr } })
    await submit(1, 'BUF')
    await submit(2, 'NYJ')
    await list(1, 'BUF-MIA', 'KC-LAC')
    expect(await openWeek('Alpha', 1)).toMatchObject({ picked: 2, team_abbr: 'NYJ', no_game: true })
    await submit(2, 'KC')
    expect((await openWeek('Alpha', 1))?.used_in_week).toBeNull()
    await news.lock(1)
    await list(1, 'BUF-MIA final 7:3', 'KC-LAC final 7:3')
    expect((await reveal(1))[0]).toBe('Alpha BUF win 2')
    await expectAgreement(1)
  })

  test('is out of the play-offs, as soon as the games are known', async () => {
    await start({ missed_pick: 'eliminated', lives: 2 })
    await news.admin.call('createWeek', { body: { season_year: SEASON, week_number: 20 } })
    await news.pick('Alpha', 3, 'BUF')
    expect(await openWeek('Alpha', 3)).toMatchObject({ used_in_week: null })
    await list(20, 'KC-HOU')
    expect(await openWeek('Alpha', 3)).toMatchObject({ team_abbr: 'BUF', used_in_week: 20, no_game: true })
  })

  test('plays in another slate of the same week', async () => {
    await start({ missed_pick: 'eliminated', lives: 2 })
    const slates = ['2030-11-29T05:00:00.000Z']
    await news.admin.call('createWeek', { body: { season_year: SEASON, week_number: 13, slates } })
    const rows = (kickoffOfMiami: string) =>
      [
        ['DET', 'GB', '2030-11-28T18:00:00.000Z'],
        ['MIA', 'BUF', kickoffOfMiami],
        ['KC', 'LAC', '2030-12-03T01:15:00.000Z'],
      ].map(([home, away, kickoff], index) => {
        const state = { status: 'scheduled', homeScore: null, awayScore: null, detail: null }
        return { espnId: `40200${index}`, home, away, kickoff, kickoffKnown: true, ...state }
      })
    const report = async (kickoff: string) => {
      news.feed.setGames({ seasonYear: SEASON, week: 13 }, rows(kickoff) as never)
      await news.admin.call('syncGames', { body: { season_year: SEASON, week_number: 13.1 } })
    }
    await report('2030-12-01T18:00:00.000Z')
    await news.pick('Alpha', 4, 'MIA')
    await report('2030-11-28T22:00:00.000Z')
    expect(await openWeek('Alpha', 4)).toMatchObject({ team_abbr: 'MIA', used_in_week: 13.2 })
    expect(await refusal(news.pick('Beta', 4, 'MIA'))).toBe('team_on_bye')
  })
})

describe('a team that turns out to have no game after the lock', () => {
  test('is a missed pick from then on, and its pick counts again when it has one after all', async () => {
    await start({ missed_pick: 'eliminated', lives: 2 })
    await news.pick('Alpha', 1, 'NYJ')
    await news.pick('Beta', 1, 'BUF')
    await news.pick('Gamma', 1, 'BUF')
    await news.lock(1)
    expect((await reveal(1))[0]).toBe('Alpha NYJ tbd 2')
    await list(1, 'BUF-MIA final 7:3')
    expect(await reveal(1)).toEqual(['Alpha none null 1', 'Beta BUF win 2', 'Gamma BUF win 2'])
    await expectAgreement(1)
    const sentences = async () =>
      (await news.pool.visitor.call('listAudit', { query: { limit: '50' } })).lines
        .filter(({ type }) => type === 'PickCleared' || type === 'PickRestored')
        .map(({ sentence }) => sentence)
    expect(await sentences()).toEqual([expect.stringContaining('counts as missed, because its team has no game in it')])
    await list(1, 'BUF-MIA final 7:3', 'NYJ-NE final 7:3')
    expect(await reveal(1)).toEqual(['Alpha NYJ win 2', 'Beta BUF win 2', 'Gamma BUF win 2'])
    await expectAgreement(1)
    expect(await sentences()).toHaveLength(2)
  })

  test('is a missed pick under `auto` too, without a new automatic pick', async () => {
    await start({ missed_pick: 'auto', auto_pick: ['alphabetical'], lives: 2 })
    await news.pick('Alpha', 1, 'NYJ')
    await news.lock(1)
    await list(1, 'BUF-MIA final 7:3', 'ARI-SF final 7:3')
    expect(await reveal(1)).toEqual(['Alpha none null 1', 'Beta ARI win 2', 'Gamma ARI win 2'])
    await expectAgreement(1)
  })
})

test('a team whose game is postponed without a new kickoff cannot be newly picked, and a pick of it stays (docs/rules.md §4.2)', async () => {
  await start({ missed_pick: 'auto', auto_pick: ['alphabetical'] })
  await list(1, 'BUF-MIA', 'ARI-SF')
  await news.pick('Alpha', 1, 'BUF')
  await list(1, 'BUF-MIA postponed', 'ARI-SF')
  const refused = await news.pick('Beta', 1, 'MIA').catch((error: ApiError) => error)
  expect(refused).toMatchObject({
    status: 409,
    code: 'game_postponed',
    message: 'MIA–BUF is postponed, and nobody knows yet when it will be played. Choose another team.',
  })
  await list(1, 'BUF-MIA postponed', 'ARI-SF postponed', 'KC-LAC')
  await news.lock(1)
  expect(await reveal(1)).toEqual(['Alpha BUF tbd 1', 'Beta KC tbd 1', 'Gamma KC tbd 1'])
})
