import { verifyStandings } from '@outlast/contract/proof/verify-week'
import { afterEach, expect, test } from 'vitest'
import { nodeHashing } from '../src/log/hashing.ts'
import { type NewsPool, SEASON, startNewsPool } from './support/news-pool.ts'

let news: NewsPool
afterEach(() => news.stop())

/** Creates an entry of a new member. */
async function join(name: string): Promise<(week: number, team: string) => Promise<unknown>> {
  const { id, api } = await news.pool.register(`Owner ${name}`)
  const entry = await api.call('createEntry', { body: { user_id: id, name } })
  return (week_id, team_abbr) => api.call('submitPick', { body: { entry_id: entry.id, week_id, team_abbr } as never })
}

test('proofs show that late entries are out where the weeks before cost them a life (docs/rules.md §6.3)', async () => {
  news = await startNewsPool({ names: ['Alpha', 'Beta'] })
  await news.admin.call('updateRules', { body: { late_entry_losses: true, lives: 2 } })
  for (const name of ['Alpha', 'Beta']) await news.pick(name, 1, 'BUF')
  await news.lock(1)
  await news.finals(1, 'BUF 7-3 MIA')
  await news.admin.call('updateWeek', { params: { id: 1 }, body: { lock_time: '2030-09-08T16:00:00.000Z' } })
  const between = await join('Between')
  await news.lock(1)
  const late = await join('Late')
  for (const name of ['Alpha', 'Beta']) await news.pick(name, 2, 'KC')
  await between(2, 'LAC')
  await late(2, 'LAC')
  await news.lock(2)
  await news.finals(2, 'KC 7-3 LAC')
  const { entries } = await news.pool.visitor.call('getMatrix', { query: { season: SEASON } })
  expect(Object.fromEntries(entries.map(({ name, eliminated_week }) => [name, eliminated_week]))).toEqual({
    Alpha: null,
    Beta: null,
    Between: 2,
    Late: 2,
  })
  const proofs = await Promise.all([1, 2].map((id) => news.pool.visitor.call('weekProof', { params: { id } })))
  expect(verifyStandings(nodeHashing, proofs)).toEqual([])
  expect(news.pool.breaches).toEqual([])
})
