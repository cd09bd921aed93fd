import { eventually } from '@outlast/testing'
import { type EntryId, pickIdOf, type WeekId } from '@outlast/domain'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import type { Person } from '@outlast/testing/server/people'
import { Watcher } from '@outlast/testing/live/watcher'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callRoute } from './support/call-route.ts'

const ENTRY = 1
const [ONE, TWO] = [1, 2]

let pool: TestPool
let admin: Person
let owner: Person

/** Starts a pool with an admin, a member with entry 1, and two open weeks. */
beforeEach(async () => {
  pool = await startTestPool()
  admin = await pool.register('Ada')
  owner = await pool.register('Olga')
  await admin.api.call('setSiteTime', { body: { now_iso: '2030-08-01T12:00:00Z' } })
  for (const week_number of [ONE, TWO]) await admin.api.call('createWeek', { body: { season_year: 2030, week_number } })
  await owner.api.call('createEntry', { body: { user_id: owner.id, name: 'Olga One' } })
})
afterEach(() => pool.stop())

const pick = (team_abbr: string, week_id = ONE) => owner.api.call('submitPick', { body: { entry_id: ENTRY, week_id, team_abbr } })
const asAdmin = (more: Record<string, string> = {}) => ({ authorization: `Bearer ${admin.token}`, ...more })
const override = (team_abbr: string, headers: Record<string, string> = {}, reason?: string) =>
  callRoute(pool.url, 'overridePick', { body: { entry_id: ENTRY, week_id: ONE, team_abbr, reason }, headers: asAdmin(headers) })
const audit = async () => (await pool.visitor.call('listAudit', { query: {} })).lines

describe('Set All to Final on a week that has not locked', () => {
  test('locks and reveals the week first, in the name of the admin', async () => {
    await pick('KC')
    const answer = await admin.api.call('finalizeScores', { params: { id: ONE }, body: {} })
    expect(answer).toEqual({ updated: 0, eliminated_count: 0, eliminated_entries: [] })
    const reveal = await pool.visitor.call('weekReveal', { params: { id: ONE } })
    expect(reveal.week).toMatchObject({ is_locked: true, lock_time: '2030-08-01T12:00:00.000Z' })
    expect(reveal.picks).toMatchObject([{ entry_id: ENTRY, team_abbr: 'KC' }])
    await expect(pick('SF')).rejects.toMatchObject({ code: 'week_locked' })
    const lines = (await audit()).slice(0, 2)
    expect(lines.map(({ type, actor }) => [type, actor.id])).toEqual([
      ['WeekLocked', admin.id],
      ['LockTimeChanged', admin.id],
    ])
  })
})

describe('Randomize Picks', () => {
  const randomize = (id: number) => admin.api.call('randomizePicks', { params: { id }, body: { overwrite: true } })

  test('is refused while another open week of the season holds a pick that a member made', async () => {
    await pick('KC', TWO)
    await expect(randomize(ONE)).rejects.toMatchObject({
      status: 409,
      code: 'other_week_open',
      message: 'Members’ picks for week 2 are still hidden',
    })
    expect((await audit()).map(({ type }) => type)).not.toContain('PicksRandomized')
  })

  test('leaves one public audit line with its counts', async () => {
    await pick('KC')
    expect(await randomize(ONE)).toEqual({ created: 0, updated: 1, skipped: 0 })
    const lines = (await audit()).filter(({ kind }) => kind === 'pick')
    expect(lines.map(({ sentence }) => sentence)).toEqual([
      'Ada Test (admin) randomized the picks of week 1 of 2030: 0 created, 1 replaced, 0 skipped.',
    ])
  })
})

describe('taking back an override', () => {
  const undo = () => admin.api.call('undoAction', { body: {} }).catch(({ code }: { code: string }) => code)

  test('is refused alike before the lock and while the entry has a hidden pick, whatever their teams', async () => {
    await pick('KC')
    await override('MIA')
    const before = await admin.api.call('lastAction')
    expect(await undo()).toBe('undo_hidden')
    await pick('SF')
    expect(await admin.api.call('lastAction')).toEqual(before)
    expect(await undo()).toBe('undo_hidden')
    await admin.api.call('setSiteTime', { body: { now_iso: '2030-09-09T12:00:00Z' } })
    const body = { entry_id: ENTRY as EntryId, week_id: ONE as WeekId, team_abbr: 'MIA', reason: 'phoned' }
    await admin.api.call('overridePick', { body })
    // With SF, the team that taking back would set again, and with another one.
    const answers = []
    for (const team of ['BUF', 'DET']) {
      await pick(team, TWO)
      answers.push([(await admin.api.call('lastAction')).problem, await undo()])
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]?.[1]).toBe('undo_hidden')
  })
})

describe('versions and times of a hidden pick', () => {
  test('are in no admin’s list of a member’s entries and picks', async () => {
    const read = async () => {
      const entries = await callRoute(pool.url, 'userEntries', { params: { id: owner.id }, headers: asAdmin() })
      const picks = await callRoute(pool.url, 'entryPicks', { params: { id: ENTRY }, headers: asAdmin() })
      return [entries, picks].map(({ status, text, headers }) => [
        status,
        text,
        ...['etag', 'x-topic-version', 'last-modified'].map((name) => headers.get(name)),
      ])
    }
    await pick('KC')
    const before = await read()
    for (const team of ['SF', 'BUF', 'KC']) await pick(team)
    expect(await read()).toEqual(before)
    expect(before.map((row) => row.slice(2))).toEqual([
      [null, null, null],
      [null, null, null],
    ])
  })

  test('are in the owner’s list of entries', async () => {
    const read = async () => {
      const headers = { authorization: `Bearer ${owner.token}` }
      return (await callRoute(pool.url, 'userEntries', { params: { id: owner.id }, headers })).headers.get('etag')
    }
    await pick('KC')
    const before = await read()
    await pick('SF')
    expect(before).toMatch(/^"\d+-[0-9a-f]{12}"$/)
    expect(await read()).not.toBe(before)
  })

  test('are not in the response to an override, unless the entry is the admin’s own or the week is locked', async () => {
    await pick('KC')
    const hidden = await override('SF')
    expect(hidden).toMatchObject({ status: 200, json: { team_abbr: 'SF', created_at: null, updated_at: null, version: null } })
    expect(hidden.headers.get('etag')).toBeNull()
    const own = await admin.api.call('createEntry', { body: { user_id: admin.id, name: 'Ada One' } })
    const body = { entry_id: own.id, week_id: ONE, team_abbr: 'SF' }
    expect((await admin.api.call('overridePick', { body })).version).toBeGreaterThan(0)
    await admin.api.call('setSiteTime', { body: { now_iso: '2030-09-10T00:00:00Z' } })
    const late = await admin.api.call('overridePick', { body: { ...body, entry_id: ENTRY, team_abbr: 'BUF', reason: 'a mail' } })
    expect(late.version).toBeGreaterThan(0)
    expect(late.created_at).not.toBeNull()
  })

  test('cannot be tested with If-Match or If-None-Match by an override or an admin’s deletion', async () => {
    const { version } = await pick('KC')
    const id = pickIdOf(ENTRY as EntryId, ONE as WeekId, 1)
    const guesses = [`"${version ?? 0}"`, '"1"', '*'].map((guess) => ({ 'if-match': guess }))
    for (const ifMatch of [...guesses, { 'if-none-match': '*' }]) {
      expect(await override('SF', ifMatch)).toMatchObject({ status: 400, json: { code: 'version_hidden' } })
      const removal = await callRoute(pool.url, 'adminDeletePick', { params: { id }, headers: asAdmin(ifMatch) })
      expect(removal).toMatchObject({ status: 400, json: { code: 'version_hidden' } })
    }
    expect(await owner.api.call('entryPicks', { params: { id: ENTRY } })).toMatchObject([{ team_abbr: 'KC', version }])
    expect(pool.breaches).toEqual([])
  })
})

test('after the lock, an admin with an old page does not replace what another admin has just corrected', async () => {
  await pick('KC')
  await admin.api.call('updateWeek', { params: { id: ONE }, body: { lock_time: '2030-08-01T00:00:00Z' } })
  const correct = async (team: string, ifMatch: string) => (await override(team, { 'if-match': ifMatch }, 'a mail')).status
  const shown = (await override('SF', {}, 'a mail')).headers.get('etag') ?? ''
  expect(await correct('BUF', shown)).toBe(200)
  expect(await correct('DAL', shown)).toBe(409)
  expect(await correct('DAL', '*')).toBe(200)
  expect(pool.breaches).toEqual([])
})

describe('the proof of a locked week', () => {
  test('does not count changes of hidden picks and rankings, neither in an override nor in a deletion', async () => {
    await pick('KC')
    await admin.api.call('updateWeek', { params: { id: ONE }, body: { lock_time: '2030-08-01T00:00:00Z' } })
    for (const team of ['SF', 'BUF', 'DAL']) await pick(team, TWO)
    await owner.api.call('setRanking', { params: { id: ENTRY }, body: { teams: ['MIA', 'SEA'] } })
    const body = { entry_id: ENTRY, week_id: ONE, team_abbr: 'LAC', reason: 'a call before the lock' }
    await admin.api.call('overridePick', { body })
    await admin.api.call('adminDeleteEntry', { params: { id: ENTRY } })
    const proof = await pool.visitor.call('weekProof', { params: { id: ONE } })
    const versions = proof.events.map(({ type, stream, version }) => ({ type, stream, version }))
    // The entry was created and deleted. The week's picks: one by the owner, one by the admin.
    expect(versions).toContainEqual({ type: 'PickOverridden', stream: 'week-1-picks', version: 2 })
    expect(versions).toContainEqual({ type: 'EntryDeleted', stream: 'entry-1', version: 2 })
  })
})

describe('a secret ranking', () => {
  const rank = (...teams: string[]) => owner.api.call('setRanking', { params: { id: ENTRY }, body: { teams } })
  /** Everything in which an admin sees the entry, with the versions in headers. */
  const readAsAdmin = async () => {
    const calls = [
      ['adminListEntries', {}],
      ['adminListUsers', {}],
      ['userEntries', { id: owner.id }],
      ['getEntry', { id: ENTRY }],
      ['entryPicks', { id: ENTRY }],
      ['weekPicks', { id: ONE }],
      ['getReminders', {}],
      ['getLedger', {}],
      ['listBalances', {}],
      ['listPayouts', {}],
      ['getPot', {}],
    ] as const
    const seen = []
    for (const [id, params] of calls) {
      const { status, text, headers } = await callRoute(pool.url, id, { params, headers: asAdmin() })
      expect([id, status]).toEqual([id, 200])
      seen.push([id, text, headers.get('etag'), headers.get('x-topic-version')])
    }
    return seen
  }

  test('is in no list that an admin reads: neither its teams nor that, when or how often it was set', async () => {
    const prizes = { shares: [60, 40], weekly_cents: 500 }
    await admin.api.call('updateRules', { body: { missed_pick: 'auto', auto_pick: ['my_list'], prizes, currency: 'EUR' } })
    const before = await readAsAdmin()
    for (const teams of [['SEA', 'JAX'], ['JAX'], [], ['SEA']]) await rank(...teams)
    expect(await readAsAdmin()).toEqual(before)
    expect(await owner.api.call('getRanking', { params: { id: ENTRY } })).toEqual({ teams: ['SEA'] })
  })

  test('is in the audit trail of its owner alone, before and after the lock, and without its teams', async () => {
    await admin.api.call('updateRules', { body: { missed_pick: 'auto', auto_pick: ['my_list'] } })
    await rank('SEA', 'JAX')
    const lines = async (api = admin.api) => (await api.call('listAudit', { query: { limit: '200' } })).lines
    expect((await lines(owner.api)).map(({ type }) => type)).toContain('RankingSet')
    expect((await lines()).map(({ type }) => type)).not.toContain('RankingSet')
    await admin.api.call('setSiteTime', { body: { now_iso: '2030-09-10T00:00:00Z' } })
    const later = await lines()
    expect(later.map(({ type }) => type)).toContain('PickAssigned')
    expect(later.map(({ type }) => type)).not.toContain('RankingSet')
    expect(JSON.stringify([later, await lines(owner.api)])).not.toContain('JAX')
  })

  test('ends with the account of its owner: an entry of the same name starts without one', async () => {
    await rank('SEA', 'JAX')
    await admin.api.call('adminDeleteUser', { params: { id: owner.id } })
    const next = await pool.register('Nora')
    const { id } = await next.api.call('createEntry', { body: { user_id: next.id, name: 'Olga One' } })
    expect(await next.api.call('getRanking', { params: { id } })).toEqual({ teams: [] })
    for (const { api } of [admin, next]) {
      await expect(api.call('getRanking', { params: { id: ENTRY } })).rejects.toMatchObject({ code: 'entry_not_found' })
    }
  })
})

describe('an override that is refused because of a hidden pick', () => {
  test('is on public record with the entry, and the owner sees it live and on the dashboard', async () => {
    await pick('KC', TWO)
    const watcher = new Watcher(pool.url, owner.token)
    await watcher.join(`user:${owner.id}`)
    expect(await override('KC')).toMatchObject({ status: 409, json: { code: 'team_used' } })
    const [line] = await audit()
    expect(line).toMatchObject({ type: 'OverrideRefused', entry_id: ENTRY, week_id: ONE, actor: { id: admin.id } })
    expect(line?.sentence).toContain('“Olga One”')
    const refused = { position: line?.position, week_id: ONE, recorded_at: line?.recorded_at }
    await eventually(() => expect(watcher.received.at(-1)).toContain(JSON.stringify(refused.recorded_at)))
    const message = JSON.parse(watcher.received.at(-1)?.replace(/^changes /, '') ?? '') as unknown
    expect(message).toMatchObject({ changes: [{ kind: 'entry', entry: { id: ENTRY, refused_override: refused } }] })
    expect(await owner.api.call('getDashboard')).toMatchObject({ entries: [{ refused_override: refused }] })
    watcher.close()
    expect(pool.breaches).toEqual([])
  })
})
