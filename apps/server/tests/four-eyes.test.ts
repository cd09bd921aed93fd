import { eventually } from '@outlast/testing'
import { createTestDatabase, type TestDatabase, withClient } from '@outlast/testing/postgres/database'
import { setDatabaseClock } from '@outlast/testing/postgres/movable-clock'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NewsPool, startNewsPool } from './support/news-pool.ts'

// Docs/rules.md §11.12. Ada and Beta's owner are admins, and only Beta's owner plays. Week 1 has locked.

const MAIL = { kind: 'smtp', url: 'smtp://127.0.0.1:9', from: 'pool@club.example' } as const

let database: TestDatabase
let news: NewsPool
let ben: NewsPool['admin']
let benId: number
beforeAll(async () => {
  database = await createTestDatabase()
  await setDatabaseClock(database.connectionString, '2030-09-03T12:00:00Z')
  news = await startNewsPool({ database, config: { mail: MAIL } })
  await news.pick('Alpha', 1, 'BUF')
  await news.pick('Beta', 1, 'MIA')
  await news.lock(1)
  await news.finals(1, 'BUF 7-3 MIA', 'KC 7-3 DEN')
  const users = await news.admin.call('adminListUsers')
  benId = users.find(({ last_name }) => last_name === 'Beta')!.id
  ben = news.entries.get('Beta')!.api
  await news.admin.call('adminUpdateUser', { params: { id: benId }, body: { is_admin: true } })
  await news.admin.call('switchFourEyes', { body: { on: true } })
})
afterAll(async () => {
  await news.stop()
  await database.drop()
})

const idOf = (name: string) => news.entries.get(name)!.id
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => error,
  )
const codeOf = async (promise: Promise<unknown>) => {
  const error = await errorOf(promise)
  return (error as { code?: string }).code ?? error
}
const override = (api: NewsPool['admin'], name: string, team: string) =>
  api.call('overridePick', { body: { entry_id: idOf(name), week_id: 1, team_abbr: team, reason: `${team}: he phoned` } })
const confirm = (api: NewsPool['admin'], id: number, expectedConsequences?: string) =>
  api.call('confirmAction', { params: { id }, expectedConsequences })
const waiting = async () => (await news.admin.call('listWaiting')).actions
const teamOf = async (name: string) => {
  const reveal = await news.pool.visitor.call('weekReveal', { params: { id: 1 } })
  return reveal.picks.find(({ entry_id }) => entry_id === idOf(name))?.team_abbr ?? null
}

/** Asks, and returns the id of what waits. */
async function ask(promise: Promise<unknown>): Promise<number> {
  const error = (await errorOf(promise)) as { status: number; code: string; body: { waiting_id?: number } }
  expect(error).toMatchObject({ status: 409, code: 'second_needed' })
  return error.body.waiting_id!
}

test('an override after the lock waits, with its consequences, and is done once another admin confirms it', async () => {
  const body = {
    calls: [{ call: 'overridePick' as const, body: { entry_id: idOf('Alpha'), week_id: 1, team_abbr: 'KC', reason: 'x' } }],
  }
  expect(await news.admin.call('previewCalls', { body })).toMatchObject({ waits: true, pick_changes: [{ to_team_abbr: 'KC' }] })
  const id = await ask(override(news.admin, 'Alpha', 'KC'))
  expect(await teamOf('Alpha')).toBe('BUF')
  expect(await waiting()).toMatchObject([
    {
      id,
      asked_by: { name: 'Ada Test' },
      why: 'four_eyes',
      what: 'set the pick of “Alpha” in week 1 of 2030',
      team_abbr: 'KC',
      reason: 'KC: he phoned',
    },
  ])
  expect(await ask(override(news.admin, 'Alpha', 'KC'))).toBe(id)
  expect(await codeOf(confirm(news.admin, id))).toBe('second_is_asker')
  expect(await codeOf(confirm(news.entries.get('Gamma')!.api, id))).toBe('forbidden')
  const shown = await ben.call('previewCalls', { body: { calls: [{ call: 'confirmAction', params: { id } }] } })
  expect(shown.pick_changes).toMatchObject([{ entry: { name: 'Alpha' }, from_team_abbr: 'BUF', to_team_abbr: 'KC' }])
  await confirm(ben, id, shown.token)
  expect(await teamOf('Alpha')).toBe('KC')
  expect(await waiting()).toEqual([])
  const { lines } = await news.pool.visitor.call('listAudit', { query: { limit: '2' } })
  expect(lines.map(({ sentence }) => sentence)).toEqual([
    `Owner Beta (admin) confirmed what Ada Test had asked for (event ${id}).`,
    'Ada Test (admin) set the pick of “Alpha” of Owner Alpha in week 1 of 2030 to KC, whose game had begun.',
  ])
})

test('what waits is read by admins alone, and its team by nobody in the audit trail', async () => {
  const id = await ask(override(news.admin, 'Alpha', 'DEN'))
  const gamma = news.entries.get('Gamma')!.api
  for (const api of [news.pool.visitor, gamma]) {
    const { lines } = await api.call('listAudit', {})
    expect(lines.find(({ position }) => position === id)).toBeUndefined()
    expect(await codeOf(api.call('listWaiting'))).toMatch(/unauthenticated|forbidden/)
  }
  const { lines } = await ben.call('listAudit', {})
  const line = lines.find(({ position }) => position === id)
  expect(line).toMatchObject({
    sentence: 'Ada Test (admin) asked for a second admin to set the pick of “Alpha” of Owner Alpha in week 1 of 2030.',
    reason: null,
  })
  expect(JSON.stringify(line)).not.toContain('DEN')
  const { view } = await ben.call('liveSnapshot', { params: { topic: 'admin' } })
  expect(view).toMatchObject({ waiting: [id] })
  await ben.call('refuseAction', { params: { id } })
  expect((await ben.call('liveSnapshot', { params: { topic: 'admin' } })).view).not.toHaveProperty('waiting')
})

test('two confirmations in the same moment do it once, and a confirmation beside a withdrawal does either', async () => {
  const carl = news.entries.get('Gamma')!.api
  const users = await news.admin.call('adminListUsers')
  const carlId = users.find(({ last_name }) => last_name === 'Gamma')!.id
  await news.admin.call('adminUpdateUser', { params: { id: carlId }, body: { is_admin: true } })
  const id = await ask(override(news.admin, 'Alpha', 'DEN'))
  const codes = await Promise.all([codeOf(confirm(ben, id)), codeOf(confirm(carl, id))])
  expect(codes.filter((code) => code === 'action_not_waiting')).toHaveLength(1)
  expect(await teamOf('Alpha')).toBe('DEN')
  const other = await ask(override(news.admin, 'Alpha', 'KC'))
  const [done, withdrawn] = await Promise.all([
    codeOf(confirm(ben, other)),
    codeOf(news.admin.call('withdrawAction', { params: { id: other } })),
  ])
  expect([done, withdrawn].filter((code) => code === 'action_not_waiting')).toHaveLength(1)
  expect(await teamOf('Alpha')).toBe(withdrawn === 'action_not_waiting' ? 'KC' : 'DEN')
  await news.admin.call('adminUpdateUser', { params: { id: carlId }, body: { is_admin: false } })
})

test('it is refused with a sentence once the facts changed, once the right is gone, and after 30 minutes', async () => {
  const id = await ask(override(news.admin, 'Alpha', 'BUF'))
  const preview = () => ben.call('previewCalls', { body: { calls: [{ call: 'confirmAction', params: { id } }] } })
  const { token } = await preview()
  await news.finals(1, 'BUF 3-7 MIA', 'KC 7-3 DEN')
  const changed = await errorOf(confirm(ben, id, token))
  expect(changed).toMatchObject({
    code: 'consequences_changed',
    message: expect.stringContaining('Look at what would happen now'),
  })
  expect((await preview()).token).not.toBe(token)
  await news.admin.call('adminUpdateUser', { params: { id: benId }, body: { is_admin: false } })
  expect(await codeOf(confirm(ben, id))).toBe('forbidden')
  await news.admin.call('adminUpdateUser', { params: { id: benId }, body: { is_admin: true } })
  await setDatabaseClock(database.connectionString, '2030-09-03T12:45:00Z')
  expect(await errorOf(confirm(ben, id))).toMatchObject({
    code: 'action_not_waiting',
    message: expect.stringContaining('30 minutes'),
  })
  expect(await teamOf('Alpha')).not.toBe('BUF')
})

test('an admin who plays needs another one for an own entry, and none before the lock: then it is a plan like any', async () => {
  const id = await ask(ben.call('setPayment', { params: { id: idOf('Beta') }, body: { is_paid: true, payment_type: 'cash' } }))
  expect(await waiting()).toMatchObject([{ id, why: 'own_entry', what: 'mark “Beta” as paid' }])
  await confirm(news.admin, id)
  const rows = await news.admin.call('adminListEntries')
  expect(rows.find((row) => row.id === idOf('Beta'))).toMatchObject({ is_paid: true })
  const plan = { entry_id: idOf('Beta'), week_id: 2, team_abbr: 'KC' }
  expect(await codeOf(ben.call('overridePick', { body: plan }))).toBe('own_pick_open')
  await ben.call('submitPick', { body: plan })
})

test('done alone in an emergency, it mails everybody once, with the reason', async () => {
  const id = await ask(news.admin.call('unmaskPicks', { params: { id: 2 }, body: { reason: 'a dispute' } }))
  expect(await codeOf(news.admin.call('actAlone', { params: { id }, body: { reason: ' ' } }))).toBe('invalid_input')
  const send = () => news.admin.call('actAlone', { params: { id }, body: { reason: 'Ben is away' } })
  await send()
  expect(await codeOf(send())).toBe('action_not_waiting')
  const mails = await withClient(database.connectionString, async (client) => {
    const { rows } = await client.query<{ recipient: string; subject: string; text: string }>(
      `SELECT recipient, subject, text FROM deliveries WHERE text LIKE '%Ben is away%' ORDER BY recipient`,
    )
    return rows
  })
  expect(mails.map(({ recipient }) => recipient)).toHaveLength(4)
  expect(mails[0]!.text).toContain('Ada Test did it alone: open the picks list of week 2 of 2030 to the admins before the lock.')
  await eventually(async () => {
    const { lines } = await news.pool.visitor.call('listAudit', { query: { limit: '1' } })
    expect(lines[0]).toMatchObject({
      sentence: `Ada Test (admin) acted without a second admin in an emergency (event ${id}).`,
      reason: 'Ben is away',
    })
  })
})

test('switching four eyes off waits too', async () => {
  const id = await ask(news.admin.call('switchFourEyes', { body: { on: false } }))
  expect((await news.admin.call('listWaiting')).four_eyes).toBe(true)
  await confirm(ben, id)
  expect(await news.admin.call('listWaiting')).toEqual({ four_eyes: false, actions: [] })
  expect(news.pool.breaches).toEqual([])
})
