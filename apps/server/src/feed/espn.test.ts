import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Instant, TeamAbbr } from '@outlast/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLocalFeed, type LocalFeed, type FeedFault } from '@outlast/testing/fakes/local-feed'
import { espnWeekOf, poolWeekOf, scoreboardUrl } from './espn-week.ts'
import { feedUserAgent, fetchScoreboard, type ScoreboardRequest } from './espn.ts'
import { FeedFailure, feedFailureBody } from './failure.ts'

const WEEK = { seasonYear: 2025, week: 4 }
const GAME = {
  espnId: '401772999',
  home: 'DAL' as TeamAbbr,
  away: 'GB' as TeamAbbr,
  kickoff: '2025-09-29T00:20:00.000Z' as Instant,
  kickoffKnown: true,
  status: 'scheduled',
  homeScore: null,
  awayScore: null,
  detail: null,
} as const

let feed: LocalFeed
beforeEach(async () => {
  feed = await startLocalFeed()
  feed.setGames(WEEK, [GAME])
})
afterEach(() => feed.stop())

function request(over: Partial<ScoreboardRequest> = {}) {
  return fetchScoreboard({ ...WEEK, baseUrl: feed.url, userAgent: feedUserAgent('1.0.0', 'https://outlast.example'), ...over })
}

describe('onTime', () => {
  it('receives the time of each answer that says it, plus the time that a cache kept the answer', async () => {
    const times: number[] = []
    let age = 0
    const server = createServer((_, response) =>
      response.writeHead(500, { date: 'Thu, 17 Sep 2026 12:00:00 GMT', age: String(age) }).end(),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (age of [0, 20]) await failureOf(request({ baseUrl, onTime: (ms) => void times.push(ms) }))
    await new Promise((resolve) => server.close(resolve))
    expect(times).toEqual([Date.UTC(2026, 8, 17, 12), Date.UTC(2026, 8, 17, 12, 0, 20)])
  })
})

async function failureOf(result: Promise<unknown>): Promise<FeedFailure> {
  const failure = await result.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(FeedFailure)
  return failure as FeedFailure
}

describe('fetchScoreboard', () => {
  it('requests a week by number, season type and season year', async () => {
    const url = '/apis/site/v2/sports/football/nfl/scoreboard?seasontype=2&week=4&dates=2025&limit=100'
    await expect(request()).resolves.toEqual({ games: [GAME], unread: [], url: `${feed.url}${url}` })
    expect(feed.requests).toEqual([{ url, userAgent: 'Outlast/1.0.0 (+https://outlast.example)' }])
  })

  it('returns the current state of the games', async () => {
    const final = { ...GAME, status: 'final', homeScore: 40, awayScore: 40, detail: 'Final/OT' } as const
    feed.setGamesInTurn(WEEK, [[GAME], [final]])
    expect((await request()).games[0]?.status).toBe('scheduled')
    expect((await request()).games[0]?.status).toBe('final')
    expect((await request()).games[0]?.status).toBe('final')
  })

  it('returns no games for a week without events', async () => {
    feed.failWith('empty-events')
    expect((await request()).games).toEqual([])
  })

  it('maps postseason weeks to ESPN’s numbers, without the Pro Bowl', () => {
    expect([18, 19, 20, 21, 22].map((week) => espnWeekOf(week))).toEqual([
      { seasonType: 2, week: 18 },
      { seasonType: 3, week: 1 },
      { seasonType: 3, week: 2 },
      { seasonType: 3, week: 3 },
      { seasonType: 3, week: 5 },
    ])
    for (let week = 1; week <= 22; week += 1) {
      const espn = espnWeekOf(week)
      expect(poolWeekOf(espn.seasonType, espn.week)).toBe(week)
    }
    expect(poolWeekOf(3, 4)).toBeUndefined()
    expect(poolWeekOf(1, 1)).toBeUndefined()
    expect(() => espnWeekOf(23)).toThrow(RangeError)
    expect(scoreboardUrl('https://x.example/', { seasonYear: 2025, week: 22 })).toBe(
      'https://x.example/apis/site/v2/sports/football/nfl/scoreboard?seasontype=3&week=5&dates=2025&limit=100',
    )
  })
})

describe('FeedFailure', () => {
  const cases: [FeedFault, RegExp, RegExp][] = [
    ['html', /answered text\/html instead of JSON/, /^<HTML><HEAD> <TITLE>We are sorry/],
    ['garbage', /is not JSON/, /^\{"events":\[\{\]$/],
    ['wrong-shape', /could not be read/, /^\{"events":\{"none":true\}\}$/],
    ['error-500', /answered 500/, /Internal Server Error/],
    ['error-403', /answered 403/, /Access Denied/],
    ['never', /did not answer within 100 ms/, /timeout/],
    ['slow', /did not answer within 100 ms/, /timeout/],
    ['cut', /could not be reached/, /./],
    ['huge', /larger than/, /^\{"events":\[\],"filler":"x+$/],
  ]
  it.each(cases)('describes the failure: %s', async (how, message, details) => {
    feed.failWith(how)
    const failure = await failureOf(request(how === 'never' || how === 'slow' ? { timeoutMs: 100 } : {}))
    expect(failure.message).toMatch(message)
    expect(failure.details).toMatch(details)
    expect(failure.details.length).toBeLessThanOrEqual(160)
    expect(failure.url).toContain(`${feed.url}/apis/`)
    feed.failWith(undefined)
    expect((await request()).games).toHaveLength(1)
  })

  it.each(['', 'Outlast/1.0', 'Mozilla/5.0 (+https://outlast.example)', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130'])(
    'is thrown when ESPN rejects the User-Agent %j',
    async (userAgent) => {
      expect((await failureOf(request({ userAgent }))).message).toBe('ESPN answered 403')
    },
  )

  it('is thrown when the feed is unreachable', async () => {
    await feed.stop()
    const failure = await failureOf(request())
    expect(failure.message).toBe('ESPN could not be reached')
    expect(failure.details).toContain('ECONNREFUSED')
    feed = await startLocalFeed()
  })

  it('is thrown when the request is aborted', async () => {
    feed.failWith('never')
    const stopping = new AbortController()
    const result = failureOf(request({ signal: stopping.signal }))
    stopping.abort()
    expect((await result).message).toBe('The request was aborted')
  })

  it('feedFailureBody: returns the documented response body', () => {
    expect(feedFailureBody(new FeedFailure('ESPN answered 500', 'https://x.example/y', 'a\n  b'.padEnd(300, '.')))).toEqual({
      error: 'Failed to sync from ESPN: ESPN answered 500',
      message: 'ESPN answered 500',
      espn_url: 'https://x.example/y',
      details: 'a b'.padEnd(160, '.'),
    })
  })
})
