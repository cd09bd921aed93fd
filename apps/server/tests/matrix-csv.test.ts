import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NewsPool, SEASON, startNewsPool } from './support/news-pool.ts'

let news: NewsPool
beforeAll(async () => {
  news = await startNewsPool()
})
afterAll(() => news.stop())

const read = (query = '', headers: Record<string, string> = {}) =>
  fetch(`${news.pool.url}/api/history/matrix.csv${query}`, { headers: { 'accept-encoding': 'identity', ...headers } })

test('the matrix as CSV is the file of The Grid: without hidden picks, by season, with a version', async () => {
  await news.pick('Alpha', 1, 'BUF')
  await news.pick('Beta', 1, 'MIA')
  const open = await read()
  const hidden = await open.text()
  expect([open.status, open.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(hidden).toBe(
    'Entry,User,Eliminated,Week 1,Week 2\r\nAlpha,Owner Alpha,Alive,,\r\nBeta,Owner Beta,Alive,,\r\nGamma,Owner Gamma,Alive,,\r\n',
  )
  await news.lock(1)
  await news.finals(1, 'BUF 7-3 MIA')
  const locked = await read('', { 'if-none-match': open.headers.get('etag') ?? '' })
  expect((await locked.text()).split('\r\n').slice(1, 4)).toEqual([
    'Alpha,Owner Alpha,Alive,BUF win,',
    'Beta,Owner Beta,Week 1,MIA loss,',
    'Gamma,Owner Gamma,Alive,no pick,',
  ])
  const named = await read(`?season=${SEASON}`)
  expect((await read(`?season=${SEASON}`, { 'if-none-match': named.headers.get('etag') ?? '' })).status).toBe(304)
  expect((await read('?season=2089')).status).toBe(404)
  expect(news.pool.breaches).toEqual([])
})
