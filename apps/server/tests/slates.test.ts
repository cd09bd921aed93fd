import { mailSetting } from '@outlast/testing/fakes/local-smtp'
import { isSound, verifyStandings, verifyWeek } from '@outlast/contract/proof/verify-week'
import type { ApiError, CallInput } from '@outlast/contract'
import type { EntryId, WeekId } from '@outlast/domain'
import { eventually } from '@outlast/testing/async'
import { withClient } from '@outlast/testing/postgres/database'
import { Viewer } from '@outlast/testing/live/viewer'
import { afterEach, describe, expect, test } from 'vitest'
import { nodeHashing } from '../src/log/hashing.ts'
import { type NewsPool, SEASON, startNewsPool } from './support/news-pool.ts'

// Week 13 as the slates 13a, with the game of Thanksgiving, and 13b.

const FRIDAY = '2030-11-29T05:00:00.000Z'
const KICKOFFS = {
  'DET-GB': '2030-11-28T18:00:00.000Z',
  'MIA-BUF': '2030-12-01T18:00:00.000Z',
  'KC-LAC': '2030-12-03T01:15:00.000Z',
}
const [A, B] = [3, 4]

let news: NewsPool
let viewer: Viewer | undefined
afterEach(async () => {
  const errors = [...(viewer?.sequenceErrors ?? []), ...news.pool.breaches]
  viewer?.close()
  viewer = undefined
  await news.stop()
  if (errors.length > 0) throw new AggregateError(errors, 'messages out of order, or responses that do not match the contract')
})

type CreateWeek = CallInput<'createWeek'>['body']
const add = (body: Partial<CreateWeek> = {}) =>
  news.admin.call('createWeek', { body: { season_year: SEASON, week_number: 13, slates: [FRIDAY], ...body } })
const refusal = (request: Promise<unknown>) => request.then(() => 'accepted').catch(({ code }: ApiError) => code)

/** Lets the scoreboard say the games of week 13, with the final scores of some, and asks it for the first slate, whose answer is one about both. */
async function report(finals: Readonly<Record<string, readonly [number, number]>> = {}, week_number = 13.1): Promise<void> {
  const games = Object.entries(KICKOFFS).map(([teams, kickoff], index) => {
    const [home = '', away = ''] = teams.split('-')
    const [homeScore = null, awayScore = null] = finals[teams] ?? []
    const status = homeScore === null ? 'scheduled' : 'final'
    return { espnId: `40100${index}`, home, away, kickoff, kickoffKnown: true, status, homeScore, awayScore, detail: null }
  })
  news.feed.setGames({ seasonYear: SEASON, week: 13 }, games as never)
  await news.admin.call('syncGames', { body: { season_year: SEASON, week_number } })
}

async function start(): Promise<void> {
  news = await startNewsPool()
  await news.admin.call('updateRules', { body: { missed_pick: 'eliminated' } })
  await add()
  await report()
  await news.admin.call('setCurrentWeek', { body: { week_id: A as WeekId } })
}

describe('a week in slates', () => {
  test('is added as one week for each, with its label, its lock and its games', async () => {
    await start()
    const weeks = await news.pool.visitor.call('listWeeks')
    expect(weeks.filter(({ id }) => id >= A).map(({ week_number, label, lock_time }) => [week_number, label, lock_time])).toEqual(
      [
        [13.1, '13a', KICKOFFS['DET-GB']],
        [13.2, '13b', '2030-12-01T17:00:00.000Z'],
      ],
    )
    expect(weeks.filter(({ id }) => id < A).every((week) => !('label' in week))).toBe(true)
    const gamesOf = async (id: number) => {
      const { games } = await news.pool.visitor.call('weekGames', { params: { id } }).then((games) => ({ games }))
      return games.map(({ home_team_abbr }) => home_team_abbr)
    }
    expect([await gamesOf(A), await gamesOf(B)]).toEqual([['DET'], ['MIA', 'KC']])
    const { lines } = await news.pool.visitor.call('listAudit', { query: { limit: '200' } })
    expect(lines.filter(({ type }) => type === 'WeekAdded').map(({ sentence }) => sentence)).toContainEqual(
      expect.stringMatching(/^Ada Test \(admin\) added week 13b of 2030, .* and takes the games from 2030-11-29 05:00 UTC on\.$/),
    )
  })

  test('refuses times that are not in order, or not of that week, and a lock for all of them', async () => {
    news = await startNewsPool()
    expect(await refusal(add({ slates: [] }))).toBe('invalid_input')
    expect(await refusal(add({ slates: [FRIDAY, FRIDAY] }))).toBe('invalid_input')
    expect(await refusal(add({ slates: ['noon' as never] }))).toBe('invalid_input')
    expect(await refusal(add({ lock_time: FRIDAY as never }))).toBe('invalid_input')
    expect(await refusal(add({ week_number: 13.1 }))).toBe('invalid_input')
    expect(await refusal(add({ week_number: 9 }))).toBe('slate_outside_week')
    await add()
    expect(await refusal(add())).toBe('week_exists')
    expect(await refusal(news.admin.call('syncGames', { body: { season_year: SEASON, week_number: 13.7 } }))).toBe(
      'invalid_input',
    )
  })

  test('shows what one slate revealed, and nothing of the other, live as in fresh reads, with proofs of both', async () => {
    await start()
    viewer = new Viewer(news.pool.url, news.entries.get('Beta')!.token)
    viewer.watch('pool', `week:${A}`, `week:${B}`, `season:${SEASON}`, 'user:3')
    await news.pick('Alpha', A, 'DET')
    await news.pick('Alpha', B, 'MIA')
    await news.pick('Beta', A, 'GB')
    await news.pick('Beta', B, 'KC')
    await news.lock(A)
    const reveal = (id: number) => news.pool.visitor.call('weekReveal', { params: { id } })
    expect((await reveal(A)).picks.map(({ entry_name, team_abbr }) => [entry_name, team_abbr])).toEqual([
      ['Alpha', 'DET'],
      ['Beta', 'GB'],
      ['Gamma', null],
    ])
    expect(await refusal(reveal(B))).not.toBe('accepted')
    expect(JSON.stringify(await news.pool.visitor.call('getMatrix', { query: { season: String(SEASON) } }))).not.toMatch(
      /MIA|"KC"/,
    )
    await report({ 'DET-GB': [20, 10] })
    const standings = async () =>
      (await news.pool.visitor.call('getMatrix', { query: { season: String(SEASON) } })).entries.map(
        ({ name, eliminated_week }) => `${name} ${eliminated_week ?? 'alive'}`,
      )
    expect((await standings()).toSorted()).toEqual(['Alpha alive', 'Beta 13.1', 'Gamma 13.1'])
    await news.lock(B)
    await report({ 'DET-GB': [20, 10], 'MIA-BUF': [3, 10], 'KC-LAC': [9, 0] })
    const proofs = await Promise.all([A, B].map((id) => news.pool.visitor.call('weekProof', { params: { id } })))
    for (const proof of proofs) expect(isSound(verifyWeek(nodeHashing, proof))).toBe(true)
    expect(verifyStandings(nodeHashing, proofs)).toEqual([])
    await eventually(async () => expect(await viewer!.differences()).toEqual([]))
  })

  test('refuses a team that was used in the other slate', async () => {
    await start()
    await news.pick('Alpha', A, 'DET')
    await news.lock(A)
    const again = news.entries.get('Alpha')!.api.call('submitPick', {
      body: { entry_id: news.entries.get('Alpha')!.id as EntryId, week_id: B as WeekId, team_abbr: 'DET' },
    })
    await expect(again).rejects.toThrow('This entry already used DET in week 13a')
  })
})

describe('a week that is split', () => {
  /** A mail server that is never there, so that every mail stays in the outbox. */
  const MAIL = mailSetting()
  const WHOLE = 3 as WeekId

  async function startWhole(): Promise<void> {
    news = await startNewsPool({ config: { mail: MAIL } })
    await news.admin.call('updateReminders', { body: { enabled: true } })
    await news.admin.call('createWeek', { body: { season_year: SEASON, week_number: 13 } })
    await reportWhole()
    await news.pick('Alpha', WHOLE, 'DET')
    await news.pick('Beta', WHOLE, 'KC')
  }
  const reportWhole = () => report({}, 13)
  const toldToChoose = async () => {
    const { rows } = await withClient(news.pool.database.connectionString, (client) =>
      client.query<{ to: string; text: string }>(
        `SELECT split_part(recipient, '@', 1) AS to, text FROM deliveries WHERE purpose = 'plan_void' ORDER BY id`,
      ),
    )
    return rows
  }

  test('keeps its picks; only the owner of one whose team plays in the other slate is told to choose again', async () => {
    await startWhole()
    viewer = new Viewer(news.pool.url, news.entries.get('Beta')!.token)
    viewer.watch('pool', `week:${WHOLE}`, `season:${SEASON}`, 'user:3')
    const seen = async () =>
      (await news.admin.call('weekPicks', { params: { id: WHOLE } })).map(({ week_number: _number, ...pick }) => pick)
    const before = await seen()
    const body = { season_year: SEASON, week_number: 13, slates: [FRIDAY] as never }
    const preview = await news.admin.call('previewCalls', { body: { calls: [{ call: 'createWeek', body }] } })
    expect(JSON.stringify(preview)).not.toMatch(/"KC"|"DET"|Beta|Alpha/)
    expect(await add()).toMatchObject({ id: WHOLE, week_number: 13.1, label: '13a' })
    await report()
    await eventually(async () => expect((await toldToChoose()).map(({ to }) => to)).toEqual(['owner.beta']))
    const [mail] = await toldToChoose()
    expect(mail?.text).toContain('Your pick of “Beta” for week 13a can’t stand: its game moved to another week.')
    expect(mail?.text).not.toMatch(/KC\b|Chiefs|Kansas/)
    expect(await seen()).toEqual(before)
    expect(await viewer.differences()).toEqual([])
    const { lines } = await news.pool.visitor.call('listAudit', { query: { limit: '200' } })
    expect(lines.map(({ sentence }) => sentence)).toContainEqual(
      expect.stringMatching(/^Ada Test \(admin\) split the week: week 13b of 2030 was added, /),
    )
  })

  test('is whole again after an undo, and every pick that it had stands', async () => {
    await startWhole()
    await add()
    await report()
    viewer = new Viewer(news.pool.url, news.entries.get('Beta')!.token)
    viewer.watch('pool', `week:${WHOLE}`, `season:${SEASON}`, 'user:3')
    await news.admin.call('undoAction', { body: {} })
    await reportWhole()
    const weeks = await news.pool.visitor.call('listWeeks')
    expect(weeks.map(({ week_number }) => week_number)).toEqual([1, 2, 13])
    expect((await news.entries.get('Beta')!.api.call('getDashboard')).entries[0]?.open_weeks.at(-1)).toMatchObject({
      team_abbr: 'KC',
    })
    await eventually(async () => expect(await viewer!.differences()).toEqual([]))
  })

  test('is refused once it has begun, and whoever asks for the whole week reads which slates it has', async () => {
    await startWhole()
    await add()
    const sentence = { status: 404, message: 'Week 13 is played in slates: 13a, 13b' }
    await expect(reportWhole()).rejects.toMatchObject(sentence)
    await expect(add()).rejects.toMatchObject({ ...sentence, status: 409 })
    await news.admin.call('undoAction', { body: {} })
    await news.lock(WHOLE)
    expect(await refusal(add())).toBe('week_begun')
  })
})
