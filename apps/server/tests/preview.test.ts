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
  const audit = await news.pool.visitor.call('auditHead')
  expect(await preview('adminUpdateEntry', bringBeta())).toMatchObject({
    out: [],
    returned: [{ id: idOf('Beta'), name: 'Beta' }],
    members: 1,
  })
  expect(await preview('adminUpdateEntry', { params: { id: idOf('Alpha') }, body: { is_eliminated: true } })).toMatchObject({
    out: [{ id: idOf('Alpha'), name: 'Alpha' }],
    returned: [],
  })
  expect(await news.pool.visitor.call('auditHead')).toEqual(audit)
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

test('a preview has the errors of its call', async () => {
  await expect(preview('deleteWeek', { params: { id: 999 } })).rejects.toMatchObject({ status: 404, code: 'week_not_found' })
  await expect(preview('deleteWeek', { params: { id: 'x' } })).rejects.toMatchObject({ status: 400 })
  await expect(preview('adminUpdateEntry', { params: { id: idOf('Beta') }, body: {} })).rejects.toMatchObject({ status: 400 })
})

test('before the lock, a preview says nothing about picks: neither of an override nor of the scores', async () => {
  await news.pick('Alpha', 2, 'KC')
  const week_id = 2
  const body = { entry_id: idOf('Alpha'), week_id, team_abbr: 'LAC' }
  await expect(preview('overridePick', { body })).rejects.toMatchObject({ status: 409, code: 'preview_hidden' })
  const finals = await preview('finalizeScores', { params: { id: week_id }, body: {} })
  expect(finals).toMatchObject({ out: [], returned: [], locks: [{ week_id, without_pick: expect.any(Number) as number }] })
})
