import type { ApiError } from '@outlast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NewsPool, startNewsPool } from './support/news-pool.ts'

/** A version that nothing has. */
const ifMatch = 999_999
const week = { params: { id: 1 }, ifMatch }

let news: NewsPool
beforeAll(async () => {
  news = await startNewsPool({ names: ['Alpha'] })
})
afterAll(() => news.stop())

const alpha = () => news.entries.get('Alpha')!
const entry = () => ({ params: { id: alpha().id }, ifMatch })

describe('If-Match', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['setCurrentWeek', () => news.admin.call('setCurrentWeek', { body: { week_id: 2 as never }, ifMatch })],
    ['finalizeScores', () => news.admin.call('finalizeScores', week)],
    ['closeWeek', () => news.admin.call('closeWeek', { ...week, body: { reason: 'a storm' } })],
    ['unmaskPicks', () => news.admin.call('unmaskPicks', { ...week, body: { reason: 'a dispute' } })],
    ['randomizePicks', () => news.admin.call('randomizePicks', { ...week, body: { overwrite: false, reason: 'a rehearsal' } })],
    ['randomizeScores', () => news.admin.call('randomizeScores', week)],
    ['requestBuyback', () => alpha().api.call('requestBuyback', entry())],
    ['answerBuyback', () => news.admin.call('answerBuyback', { ...entry(), body: { action: 'confirm' } })],
    ['renewEntry', () => alpha().api.call('renewEntry', entry())],
    ['adminRenewEntry', () => news.admin.call('adminRenewEntry', entry())],
  ])('with a version that the row does not have gives 409: %s', async (_route, call) => {
    const refusal = await call().then(
      () => 'accepted',
      ({ status, code }: ApiError) => [status, code],
    )
    expect(refusal).toEqual([409, 'version_conflict'])
  })
})
