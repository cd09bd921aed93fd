import { afterEach, expect, test } from 'vitest'
import { type NewsPool, startNewsPool } from './support/news-pool.ts'

let news: NewsPool
afterEach(() => news.stop())

const rows = async (id: number) => {
  const { picks } = await news.pool.visitor.call('weekReveal', { params: { id } })
  return picks.map(({ entry_name, lives_left, losses }) => `${entry_name}: ${lives_left} left, ${losses} lost`)
}

test('the reveal says how many lives each entry had after its week, also once later weeks have cost more', async () => {
  news = await startNewsPool()
  await news.admin.call('updateRules', { body: { lives: 2 } })
  for (const [name, team] of [
    ['Alpha', 'MIA'],
    ['Beta', 'BUF'],
    ['Gamma', 'BUF'],
  ] as const) {
    await news.pick(name, 1, team)
  }
  await news.lock(1)
  await news.finals(1, 'BUF 7-3 MIA')
  const week1 = ['Alpha: 1 left, 1 lost', 'Beta: 2 left, 0 lost', 'Gamma: 2 left, 0 lost']
  expect(await rows(1)).toEqual(week1)
  await news.pick('Alpha', 2, 'KC')
  await news.pick('Beta', 2, 'KC')
  await news.pick('Gamma', 2, 'DEN')
  await news.lock(2)
  await news.finals(2, 'KC 3-7 DEN')
  expect(await rows(2)).toEqual(['Alpha: 0 left, 2 lost', 'Beta: 1 left, 1 lost', 'Gamma: 2 left, 0 lost'])
  expect(await rows(1)).toEqual(week1)
})
