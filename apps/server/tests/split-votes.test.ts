import type { SplitChoice } from '@outlast/domain'
import { readableAddresses, readRaw, withoutTimesAndIds } from '@outlast/testing/http/readable-addresses'
import { Watcher } from '@outlast/testing/live/watcher'
import { PASSWORD, type Person } from '@outlast/testing/server/people'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { afterEach, expect, test } from 'vitest'

const DAY_MS = 86_400_000
const SEASON = 2026
/** The same in all pools of a run, so that what people read can be compared. */
const LOCK = new Date(Date.now() + 5 * DAY_MS).toISOString()
const TOPICS = ['pool', 'week:1', `season:${SEASON}`, 'user:1', 'user:2', 'user:3', 'admin']

let pools: TestPool[] = []
afterEach(async () => {
  const breaches = pools.flatMap((pool) => pool.breaches)
  for (const pool of pools) await pool.stop()
  pools = []
  if (breaches.length > 0) throw new AggregateError(breaches, 'responses that do not match the contract')
})

interface Club {
  readonly pool: TestPool
  readonly ada: Person
  readonly olga: Person
  readonly otto: Person
  readonly vote: (who: Person, choice: SplitChoice | null) => Promise<unknown>
}

/** A pool in real time: Ada, who is an admin, is out, and Olga and Otto can vote on sharing in week 1. */
async function startClub(): Promise<Club> {
  const pool = await startTestPool()
  pools.push(pool)
  const ada = await pool.register('Ada')
  const olga = await pool.register('Olga')
  const otto = await pool.register('Otto')
  await ada.api.call('updateRules', { body: { split: { at_most: 2, from_week: 1 } } })
  await ada.api.call('createWeek', { body: { season_year: SEASON, week_number: 1, lock_time: LOCK } })
  for (const who of [ada, olga, otto]) await who.api.call('createEntry', { body: { user_id: who.id, name: `Entry ${who.id}` } })
  await ada.api.call('adminUpdateEntry', { params: { id: 1 }, body: { is_eliminated: true } })
  return {
    pool,
    ada,
    olga,
    otto,
    vote: (who, choice) => who.api.call('castSplitVote', { params: { id: who.id }, body: { choice } }),
  }
}

const readVoteOf = ({ api, id }: Person) => api.call('getSplitVote', { params: { id } })

test('an entry votes, changes its vote and takes it back', async () => {
  const { olga, vote } = await startClub()
  for (const choice of ['play_on', 'share', null, 'share'] as const) {
    expect(await vote(olga, choice)).toEqual({ choice })
    expect(await readVoteOf(olga)).toEqual({ choice })
  }
})

test('refuses other words, entries that are out, and other members’ entries, which do not exist for admins either', async () => {
  const { ada, olga, otto, vote } = await startClub()
  await expect(vote(olga, 'perhaps' as never)).rejects.toMatchObject({ status: 400, code: 'invalid_input' })
  await expect(vote(ada, 'share')).rejects.toMatchObject({ status: 409, code: 'no_split_vote' })
  for (const { api } of [ada, otto]) {
    const params = { id: olga.id }
    await expect(api.call('castSplitVote', { params, body: { choice: 'share' } })).rejects.toMatchObject({ status: 404 })
    await expect(api.call('getSplitVote', { params })).rejects.toMatchObject({ status: 404, code: 'entry_not_found' })
  }
})

test('a seal hides the vote from its owner’s account, and nobody votes for the entry', async () => {
  const { pool, ada, olga, vote } = await startClub()
  await vote(olga, 'share')
  const email = 'new@club.example'
  await ada.api.call('adminUpdateUser', { params: { id: olga.id }, body: { email } })
  const { token } = await pool.visitor.call('login', { body: { email, password: PASSWORD } })
  const sealed = { ...olga, api: pool.as(token) }
  expect(await readVoteOf(sealed)).toEqual({ choice: null })
  for (const choice of ['share', 'play_on', null] as const) {
    await expect(vote(sealed, choice)).rejects.toMatchObject({ status: 403, code: 'picks_sealed' })
  }
  const { view } = await sealed.api.call('liveSnapshot', { params: { topic: `user:${olga.id}` } })
  expect(JSON.stringify(view)).not.toContain('split_choice')
  const { lines } = await sealed.api.call('listAudit', { query: {} })
  expect(lines.map(({ type }) => type)).not.toContain('SplitVoteCast')
})

test('until the close, no response and no message to anybody but the owner depends on the votes', async () => {
  const play = async (first: SplitChoice | null, second: SplitChoice | null) => {
    const { pool, ada, olga, otto, vote } = await startClub()
    const watchers = [undefined, ada.token].map((token) => new Watcher(pool.url, token))
    for (const watcher of watchers) for (const topic of TOPICS) await watcher.join(topic)
    await vote(olga, first === null ? 'share' : first)
    await vote(olga, first)
    await vote(otto, second === null ? 'play_on' : second)
    await vote(otto, second)
    const ids = { weeks: [1], entries: [1, 2, 3], users: [1, 2, 3], positions: [5], seasons: [SEASON], picks: [1_000_001] }
    const addresses = readableAddresses({ ids, topics: TOPICS }).filter((address) => !address.startsWith('/og/'))
    const read = async (token: string | undefined) => {
      const texts = []
      for (const address of addresses) texts.push(withoutTimesAndIds(await readRaw(pool.url, address, token)))
      return texts.filter((text) => !text.startsWith('200 /metrics'))
    }
    const others = [...(await read(undefined)), ...(await read(ada.token))]
    const messages = watchers.map(({ received }) => received.map(withoutTimesAndIds))
    const owner = await read(olga.token)
    for (const watcher of watchers) watcher.close()
    return { others, messages, owner }
  }
  const one = await play('share', 'play_on')
  const two = await play('play_on', 'share')
  expect(two.others).toEqual(one.others)
  expect(two.messages).toEqual(one.messages)
  // The test is effective: the owner reads the difference. What everybody reads after the close follows from the event of the close.
  expect(two.owner).not.toEqual(one.owner)
})

test('neither that somebody voted nor how often shows anywhere but in the length of the log', async () => {
  const { pool, ada, olga, otto, vote } = await startClub()
  const watcher = new Watcher(pool.url, ada.token)
  for (const topic of TOPICS) await watcher.join(topic)
  const addresses = [
    '/api/admin/entries',
    '/api/admin/users',
    '/api/admin/reminders',
    '/api/entries/2/split-vote',
    '/api/audit?entry_id=2',
    '/api/audit?kind=entry',
    '/api/users/2/entries',
    ...TOPICS.map((topic) => `/api/live/${topic}`),
  ]
  const read = () =>
    Promise.all(addresses.map(async (address) => withoutTimesAndIds(await readRaw(pool.url, address, ada.token))))
  const before = await read()
  const heard = [...watcher.received]
  for (const choice of ['share', 'play_on', null, 'share'] as const) {
    await vote(olga, choice)
    await vote(otto, choice)
  }
  expect(await read()).toEqual(before)
  expect(watcher.received).toEqual(heard)
  watcher.close()
})
