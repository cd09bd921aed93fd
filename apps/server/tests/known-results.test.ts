import type { ApiError } from '@outlast/contract'
import { pickIdOf } from '@outlast/domain'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type NewsPool, startNewsPool } from './support/news-pool.ts'

// docs/rules.md §3.3: a result that is known is never handed out quietly, before the lock either.

const OPEN = 2
let news: NewsPool
/** Week 2 is open, and the game of BUF is over. */
beforeEach(async () => {
  news = await startNewsPool()
  news.feed.setGames({ seasonYear: 2030, week: OPEN }, [])
  await news.finals(OPEN, 'BUF 23-19 MIA')
  const sunday = {
    kickoff: '2030-09-15T17:00:00.000Z',
    kickoffKnown: true,
    status: 'scheduled',
    homeScore: null,
    awayScore: null,
  }
  const thursday = { ...sunday, kickoff: '2030-09-12T00:15:00.000Z', status: 'final', homeScore: 23, awayScore: 19 }
  const game = (espnId: string, home: string, away: string, state: object) => ({ espnId, home, away, detail: null, ...state })
  const games = [game('2066857', 'BUF', 'MIA', thursday), game('2', 'KC', 'LAC', sunday), game('3', 'GB', 'DET', sunday)]
  news.feed.setGames({ seasonYear: 2030, week: OPEN }, games as never)
  await news.admin.call('syncGames', { body: { season_year: 2030, week_number: OPEN } })
})
afterEach(() => news.stop())

const entryId = (name: string) => news.entries.get(name)!.id
const bodyOf = (name: string, team_abbr: string, reason?: string) => ({
  body: { entry_id: entryId(name), week_id: OPEN, team_abbr, ...(reason === undefined ? {} : { reason }) },
})
const override = (name: string, team: string, reason?: string) =>
  news.admin.call('overridePick', bodyOf(name, team, reason)).then(
    ({ team_abbr }) => team_abbr,
    ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
  )
const linesFor = async (api: NewsPool['admin']) =>
  (await api.call('listAudit', { query: {} })).lines.filter(({ kind }) => kind === 'pick')

test.each(['week', 'kickoff'] as const)(
  'winner and loser need a reason before the lock under team_lock: %s',
  async (team_lock) => {
    await news.admin.call('updateRules', { body: { team_lock } })
    for (const team of ['BUF', 'MIA']) expect(await override('Alpha', team)).toBe('400 reason_required')
    for (const blank of ['', '   ']) expect(await override('Alpha', 'BUF', blank)).toBe('400 reason_required')
    expect(await override('Alpha', 'KC')).toBe('KC')
    expect(await override('Beta', 'BUF', 'phoned on Wednesday')).toBe('BUF')
  },
)

test('the preview names the team, its score, and of a hidden pick that it is replaced', async () => {
  const preview = (name: string, team: string) =>
    news.admin.call('previewCalls', { body: { calls: [{ call: 'overridePick', ...bodyOf(name, team, 'a call') }] } })
  const change = (name: string, team: string, more: object) => ({
    pick_changes: [{ entry: { id: entryId(name), name }, week_number: OPEN, from_team_abbr: null, to_team_abbr: team, ...more }],
  })
  const won = { game: { status: 'final', score: 23, opponent_score: 19 } }
  expect(await preview('Alpha', 'BUF')).toMatchObject(change('Alpha', 'BUF', won))
  await news.pick('Alpha', OPEN, 'KC')
  expect(await preview('Alpha', 'BUF')).toMatchObject(change('Alpha', 'BUF', { from_hidden: true, ...won }))
  expect(await preview('Alpha', 'GB')).toMatchObject({ pick_changes: [] })
})

test('everybody reads at once that it happened, and at the lock to whom, which team and why', async () => {
  await override('Alpha', 'BUF', 'BUF by phone')
  const { pool, admin, entries } = news
  const before =
    'Ada Test (admin) set a pick in week 2 of 2030 to a team whose game had begun; the lock shows whose, which team, and the reason.'
  for (const api of [pool.visitor, entries.get('Beta')!.api, admin]) {
    const lines = await linesFor(api)
    expect(lines.map(({ sentence, reason, entry_id }) => [sentence, reason, entry_id])).toEqual([[before, null, null]])
  }
  const ofEntry = (await pool.visitor.call('listAudit', { query: { entry_id: entryId('Alpha') } })).lines
  expect(ofEntry.filter(({ kind }) => kind === 'pick')).toEqual([])
  // Only the owner reads more.
  const own = await linesFor(entries.get('Alpha')!.api)
  expect(own.map(({ sentence, reason }) => [sentence.includes('to BUF, whose game had begun'), reason])).toContainEqual([
    true,
    'BUF by phone',
  ])
  await news.lock(OPEN)
  const after = await linesFor(pool.visitor)
  expect(after.map(({ sentence, reason, entry_id }) => [sentence, reason, entry_id])).toEqual([
    [before, null, null],
    [
      'Ada Test (admin) set the pick of “Alpha” of Owner Alpha in week 2 of 2030 to BUF, whose game had begun.',
      'BUF by phone',
      entryId('Alpha'),
    ],
  ])
})

test('a pick that is replaced or deleted needs a reason alike, whether or not its hidden team has played', async () => {
  await news.pick('Alpha', OPEN, 'KC')
  await news.pick('Beta', OPEN, 'BUF')
  const remove = (name: string, query: { reason?: string } = {}) => {
    const id = pickIdOf(entryId(name) as never, OPEN as never, 1)
    return news.admin.call('adminDeletePick', { params: { id }, query }).then(
      () => 'deleted',
      ({ status, code, message }: ApiError) => `${status} ${code} ${message}`,
    )
  }
  const answers = []
  for (const name of ['Alpha', 'Beta']) answers.push([await override(name, 'GB'), await remove(name)])
  const refused = ['400 reason_required', '400 reason_required Give a reason: every member will see it']
  expect(answers).toEqual([refused, refused])
  expect(await override('Alpha', 'GB', 'a mail')).toBe('GB')
  expect(await remove('Beta', { reason: 'a mail' })).toBe('deleted')
  // Neither the hidden pick that was replaced nor the one that was deleted is on public record before the lock.
  expect(await linesFor(news.pool.visitor)).toEqual([])
})

test('taking such an override back before the lock is refused like that of every hidden one', async () => {
  await override('Alpha', 'BUF', 'a call')
  await expect(news.admin.call('undoAction', { body: {} })).rejects.toMatchObject({ status: 409, code: 'undo_hidden' })
})

test('Randomize Picks needs a reason once a game has begun, and its public line says so', async () => {
  const randomize = (reason?: string) =>
    news.admin.call('randomizePicks', {
      params: { id: OPEN },
      body: { overwrite: false, ...(reason === undefined ? {} : { reason }) },
    })
  await expect(randomize()).rejects.toMatchObject({ status: 400, code: 'reason_required' })
  expect(await randomize('a rehearsal')).toMatchObject({ created: 3 })
  expect(await linesFor(news.pool.visitor)).toMatchObject([
    {
      sentence:
        'Ada Test (admin) randomized the picks of week 2 of 2030, some of whose games had begun: 3 created, 0 replaced, 0 skipped.',
      reason: 'a rehearsal',
    },
  ])
})

test('an entry that has no team left is not reminded, and an audience without a pick leaves it out', async () => {
  const { admin } = news
  await news.pick('Alpha', 1, 'KC')
  await news.lock(1)
  await admin.call('setCurrentWeek', { body: { week_id: OPEN } })
  const all = ['ARI', 'ATL', 'BAL', 'BUF', 'CAR', 'CHI', 'CIN', 'CLE', 'DAL', 'DEN', 'DET', 'GB', 'LAC', 'MIA']
  await admin.call('updateWeek', { params: { id: OPEN }, body: { ineligible_teams: all } })
  await admin.call('updateReminders', { body: { enabled: true } })
  const { recipients } = await admin.call('previewBroadcast', { body: { subject: 'A', text: 'B', audience: 'no_pick' } })
  expect(recipients).toBe(2)
  expect(await admin.call('sendReminders', { body: {} })).toMatchObject({ members: 2 })
})
