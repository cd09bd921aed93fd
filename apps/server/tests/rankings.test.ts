import { eventually } from '@outlast/testing'
import { type LocalFeed, startLocalFeed } from '@outlast/testing/fakes/local-feed'
import { Watcher } from '@outlast/testing/live/watcher'
import { PASSWORD, type Person } from '@outlast/testing/server/people'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callRoute } from './support/call-route.ts'

const ENTRY = 1
let feed: LocalFeed
let pool: TestPool
let admin: Person
let owner: Person

/** Starts a pool with an admin and a member with entry 1, whose automatic picks follow the ranking. */
beforeEach(async () => {
  feed = await startLocalFeed()
  pool = await startTestPool({ config: { espnBaseUrl: feed.url } })
  admin = await pool.register('Ada')
  owner = await pool.register('Olga')
  await admin.api.call('setSiteTime', { body: { now_iso: '2030-08-01T12:00:00Z' } })
  for (const week_number of [1, 2]) await admin.api.call('createWeek', { body: { season_year: 2030, week_number } })
  const buyback = { until_week: 4, max_per_entry: 1, fee_cents: 2000 }
  await admin.api.call('updateRules', { body: { missed_pick: 'auto', auto_pick: ['my_list'], buyback, currency: 'USD' } })
  await owner.api.call('createEntry', { body: { user_id: owner.id, name: 'Olga One' } })
})
afterEach(async () => {
  const { breaches } = pool
  await pool.stop()
  await feed.stop()
  if (breaches.length > 0) throw new AggregateError(breaches, 'responses that do not match the contract')
})

const params = { id: ENTRY }
const set = (teams: readonly string[], idempotencyKey?: string, who = owner) =>
  callRoute(pool.url, 'setRanking', {
    params,
    body: { teams },
    headers: {
      authorization: `Bearer ${who.token}`,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
  })
const get = () => owner.api.call('getRanking', { params })

describe('PUT /api/entries/{id}/ranking', () => {
  test('replaces the list, which its owner reads back, in abbreviations of any case', async () => {
    expect(await get()).toEqual({ teams: [] })
    expect(await set(['kc', 'BUF', 'WAS'])).toMatchObject({ status: 200, json: { teams: ['KC', 'BUF', 'WSH'] } })
    expect(await get()).toEqual({ teams: ['KC', 'BUF', 'WSH'] })
    await set([])
    expect(await get()).toEqual({ teams: [] })
  })

  test('refuses unknown and doubled teams and anything that is not a list, and keeps the ranking', async () => {
    await set(['KC'])
    expect(await set(['XXX'])).toMatchObject({ status: 400, json: { code: 'unknown_team', error: 'There is no team XXX' } })
    expect(await set(['BUF', 'buf'])).toMatchObject({ status: 400, json: { code: 'team_repeated' } })
    for (const teams of ['KC', [1], [null], Array.from({ length: 99 }, () => 'KC')])
      expect(await set(teams as never)).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect(await get()).toEqual({ teams: ['KC'] })
  })

  test('is for the owner only: admins and other members get 404, before and after the lock', async () => {
    await set(['KC', 'BUF'])
    const other = await pool.register('Otto')
    const refuse = async () => {
      for (const who of [admin, other]) {
        await expect(who.api.call('getRanking', { params })).rejects.toMatchObject({ status: 404, code: 'entry_not_found' })
        expect(await set(['SF'], undefined, who)).toMatchObject({ status: 404, json: { code: 'entry_not_found' } })
      }
    }
    await refuse()
    await admin.api.call('setSiteTime', { body: { now_iso: '2030-09-09T12:00:00Z' } })
    expect(await pool.visitor.call('weekReveal', { params: { id: 1 } })).toMatchObject({
      picks: [{ team_abbr: 'KC', is_auto: true }],
    })
    expect(await pool.visitor.call('weekProof', { params: { id: 1 } })).toMatchObject({
      leaves: [{ entry_id: ENTRY, team_abbr: 'KC', is_auto: true }],
    })
    await refuse()
    expect(await get()).toEqual({ teams: ['KC', 'BUF'] })
  })

  test('repeats its response for the same key, and records one event', async () => {
    await set(['KC'], 'first')
    const events = async () =>
      (await owner.api.call('listAudit', { query: {} })).lines.filter(({ type }) => type === 'RankingSet').length
    expect(await set(['KC'], 'first')).toMatchObject({ status: 200, json: { teams: ['KC'] } })
    expect(await events()).toBe(1)
    expect(await set(['SF'], 'first')).toMatchObject({ status: 409, json: { code: 'idempotency_mismatch' } })
    expect((await admin.api.call('listAudit', { query: {} })).lines.map(({ type }) => type)).not.toContain('RankingSet')
  })

  test('reaches the owner’s other devices', async () => {
    const watcher = new Watcher(pool.url, owner.token)
    await watcher.join(`user:${owner.id}`)
    await set(['KC', 'BUF'])
    await eventually(() => expect(watcher.received.at(-1)).toContain('"ranking":["KC","BUF"]'))
    watcher.close()
  })

  test('is sealed when an admin changes the address, for every login of the account, also with an earlier key', async () => {
    await set(['KC'], 'first')
    await admin.api.call('adminUpdateUser', { params: { id: owner.id }, body: { email: 'attacker@evil.example' } })
    const { token } = await pool.visitor.call('login', { body: { email: 'attacker@evil.example', password: PASSWORD } })
    const attacker = pool.as(token)
    expect(await attacker.call('getRanking', { params })).toEqual({ teams: [], hidden: true })
    const { view } = await attacker.call('liveSnapshot', { params: { topic: `user:${owner.id}` } })
    expect(view).toMatchObject({ entries: [{ id: ENTRY, ranking: null }] })
    for (const key of [undefined, 'first'])
      expect(await set(['KC'], key, { ...owner, token })).toMatchObject({ status: 403, json: { code: 'picks_sealed' } })
    const lines = await attacker.call('listAudit', { query: {} })
    expect(lines.lines.map(({ type }) => type)).not.toContain('RankingSet')
  })
})

describe('buybacks', () => {
  /** The owner's entry loses week 1 with BUF. */
  const lose = async (homeScore = 3) => {
    const kickoff = '2030-09-08T17:00:00.000Z'
    const game = { kickoff, kickoffKnown: true, detail: null, status: 'final', awayScore: 10 }
    feed.setGames({ seasonYear: 2030, week: 1 }, [
      { ...game, espnId: '1', away: 'MIA', home: 'BUF', homeScore } as never,
      // The others have KC. Without a game, their picks would not count, and nobody would be left.
      { ...game, espnId: '2', away: 'LAC', home: 'KC', homeScore: 20 } as never,
    ])
    await admin.api.call('syncGames', { body: { season_year: 2030, week_number: 1 } })
  }
  beforeEach(async () => {
    // With fewer than two others alive, the season would be decided.
    for (const name of ['Beta', 'Gamma']) {
      const { id } = await admin.api.call('createEntry', { body: { user_id: admin.id, name } })
      await admin.api.call('submitPick', { body: { entry_id: id, week_id: 1, team_abbr: 'KC' } })
    }
    await owner.api.call('submitPick', { body: { entry_id: ENTRY, week_id: 1, team_abbr: 'BUF' } })
    await admin.api.call('setSiteTime', { body: { now_iso: '2030-09-09T12:00:00Z' } })
  })
  const dashboardEntry = async () => (await owner.api.call('getDashboard')).entries[0]

  test('are refused to an entry that is alive, to admins instead of the owner, and unasked', async () => {
    await expect(owner.api.call('requestBuyback', { params })).rejects.toMatchObject({ status: 409, code: 'entry_not_out' })
    await expect(admin.api.call('requestBuyback', { params })).rejects.toMatchObject({ status: 404, code: 'entry_not_found' })
    const confirm = { params, body: { action: 'confirm' } } as const
    await expect(admin.api.call('answerBuyback', confirm)).rejects.toMatchObject({ status: 409, code: 'no_buyback_requested' })
    await expect(owner.api.call('answerBuyback', confirm)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    expect((await dashboardEntry())?.buyback).toBeNull()
  })

  test('go from the request to the desk and back to the member, live', async () => {
    await lose()
    const desk = new Watcher(pool.url, admin.token)
    await desk.join('admin')
    expect(await owner.api.call('requestBuyback', { params })).toMatchObject({
      status: 'requested',
      week_number: 1,
      fee_cents: 2000,
    })
    await eventually(() => expect(desk.received.at(-1)).toContain('"status":"requested"'))
    await expect(owner.api.call('requestBuyback', { params })).rejects.toMatchObject({ code: 'buyback_used' })
    expect(await dashboardEntry()).toMatchObject({ is_eliminated: true, buyback: { status: 'requested' } })
    const answer = await admin.api.call('answerBuyback', { params, body: { action: 'confirm' } })
    expect(answer).toMatchObject({ status: 'confirmed', fee_cents: 2000 })
    await eventually(() => expect(desk.received.at(-1)).toContain('"status":"confirmed"'))
    expect(await dashboardEntry()).toMatchObject({ is_eliminated: false, lives_left: 1, buyback: { status: 'confirmed' } })
    const entries = await admin.api.call('adminListEntries')
    expect(entries.find(({ id }) => id === ENTRY)).toMatchObject({ buyback: { status: 'confirmed' } })
    desk.close()
  })

  test('end with a correction that brings the entry back before the answer', async () => {
    await lose()
    await owner.api.call('requestBuyback', { params })
    await lose(20)
    expect(await dashboardEntry()).toMatchObject({ is_eliminated: false, buyback: { status: 'withdrawn' } })
  })

  test('can be declined, and are then over for that loss', async () => {
    await lose()
    await owner.api.call('requestBuyback', { params })
    const answer = await admin.api.call('answerBuyback', { params, body: { action: 'decline' } })
    expect(answer).toMatchObject({ status: 'declined', fee_cents: 0 })
    await expect(owner.api.call('requestBuyback', { params })).rejects.toMatchObject({ status: 409, code: 'buyback_used' })
    expect(await dashboardEntry()).toMatchObject({ is_eliminated: true, buyback: { status: 'declined' } })
  })
})
