import { ApiError } from '@outlast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NewsPool, startNewsPool } from './support/news-pool.ts'

let news: NewsPool
beforeAll(async () => {
  news = await startNewsPool()
  await news.pick('Alpha', 1, 'BUF')
  await news.pick('Beta', 1, 'MIA')
  await news.pick('Gamma', 1, 'BUF')
  await news.lock(1)
  await news.finals(1, 'BUF 7-3 MIA')
})
afterAll(() => news.stop())

const api = () => news.admin
const idOf = (name: string) => news.entries.get(name)!.id
const preview = (call: 'adminUpdateEntry' | 'overridePick' | 'deleteWeek' | 'finalizeScores', parts: object) =>
  api().call('previewCalls', { body: { calls: [{ call, ...parts }] } })
const bringBeta = () => ({ params: { id: idOf('Beta') }, body: { is_eliminated: false } })

test('a preview names the entries that a call takes out or brings back, and changes nothing', async () => {
  const audit = await news.admin.call('auditHead')
  expect(await preview('adminUpdateEntry', bringBeta())).toMatchObject({
    out: [],
    returned: [{ id: idOf('Beta'), name: 'Beta' }],
    members: 1,
  })
  expect(await preview('adminUpdateEntry', { params: { id: idOf('Alpha') }, body: { is_eliminated: true } })).toMatchObject({
    out: [{ id: idOf('Alpha'), name: 'Alpha' }],
    returned: [],
  })
  expect(await news.admin.call('auditHead')).toEqual(audit)
})

test('a call with the token of its preview is refused once it would change something else, and is taken after a new preview', async () => {
  const { token } = await preview('adminUpdateEntry', bringBeta())
  await api().call('adminUpdateEntry', { params: { id: idOf('Gamma') }, body: { is_eliminated: true } })
  const refused = await api()
    .call('adminUpdateEntry', { ...bringBeta(), expectedConsequences: token })
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ status: 409, code: 'consequences_changed' })
  const again = await preview('adminUpdateEntry', bringBeta())
  const row = await api().call('adminUpdateEntry', { ...bringBeta(), expectedConsequences: again.token })
  expect(row.is_eliminated).toBe(false)
})

test('an undo says first what it would change, restores the standings, and is in the audit trail', async () => {
  await api().call('adminUpdateEntry', { params: { id: idOf('Alpha') }, body: { is_eliminated: true } })
  const { action, problem } = await api().call('lastAction')
  expect([action?.kind, action?.entry?.name, problem]).toEqual(['elimination', 'Alpha', null])
  const calls = [{ call: 'undoAction' as const, body: { position: action!.position } }]
  const { returned, token } = await api().call('previewCalls', { body: { calls } })
  expect(returned).toEqual([{ id: idOf('Alpha'), name: 'Alpha' }])
  await api().call('undoAction', { body: { position: action!.position }, expectedConsequences: token })
  expect((await api().call('adminListEntries')).find(({ id }) => id === idOf('Alpha'))?.is_eliminated).toBe(false)
  const { lines } = await news.pool.visitor.call('listAudit', { query: {} })
  expect(lines[0]?.sentence).toMatch(/took back event \d+: the elimination of “Alpha” of Owner Alpha by hand\.$/)
  expect(await api().call('lastAction')).toEqual({ action: null, problem: null })
  await expect(api().call('undoAction', { body: {} })).rejects.toMatchObject({ status: 409, code: 'nothing_to_undo' })
})

test('taking back a reinstatement lets the waived losses count again in every list', async () => {
  const gamma = idOf('Gamma')
  const row = async () => (await api().call('adminListEntries')).find(({ id }) => id === gamma)
  const before = await row()
  await api().call('adminUpdateEntry', { params: { id: gamma }, body: { is_eliminated: before?.is_eliminated !== true } })
  await api().call('undoAction', { body: {} })
  expect((await row())?.is_eliminated).toBe(before?.is_eliminated)
  const matrix = await news.pool.visitor.call('getMatrix', { query: {} })
  expect(matrix.entries.find(({ id }) => id === gamma)?.eliminated_week === null).toBe(before?.is_eliminated !== true)
})

test('a preview has the errors of its call', async () => {
  await expect(preview('deleteWeek', { params: { id: 999 } })).rejects.toMatchObject({ status: 404, code: 'week_not_found' })
  await expect(preview('deleteWeek', { params: { id: 'x' } })).rejects.toMatchObject({ status: 400 })
  await expect(preview('adminUpdateEntry', { params: { id: idOf('Beta') }, body: {} })).rejects.toMatchObject({ status: 400 })
})

test('before the lock, a preview says nothing about picks, neither of an override nor of the scores, and that it ignores them', async () => {
  await news.pick('Alpha', 2, 'MIA')
  const week_id = 2
  const override = (team_abbr: string) =>
    preview('overridePick', { body: { entry_id: idOf('Alpha'), week_id: 1, team_abbr, reason: 'a call' } })
  const used = await override('MIA')
  expect(used).toMatchObject({ hidden_picks_ignored: true })
  await news.pick('Alpha', 2, 'KC')
  expect(await override('MIA')).toEqual(used)
  const finals = await preview('finalizeScores', { params: { id: week_id }, body: {} })
  expect(finals).toMatchObject({ out: [], returned: [], locks: [{ week_id, without_pick: expect.any(Number) as number }] })
})
