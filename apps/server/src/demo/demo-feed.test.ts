import { instantFromMs, instantToMs, addMs, type FeedGame, type Instant } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { feedUserAgent, fetchScoreboard } from '../feed/espn.ts'
import { generateSeason } from '@outlast/seasons/season'
import { seededRandom } from '@outlast/seasons/random'
import { gamesAt, startDemoFeed } from './demo-feed.ts'
import {
  correctedResult,
  type GameCourse,
  lateLeadLost,
  ordinaryGame,
  REGULATION_MINUTES,
  stateAt,
  tieAfterOvertime,
} from './game-course.ts'
import { sundayScript } from './sunday-script.ts'

const START = '2026-11-08T17:00:00.000Z' as Instant
const WEEK = 9
const season = generateSeason({ seed: 1, seasonYear: 2026 })
const script = sundayScript(1, season.weeks.get(WEEK) ?? [])
const withCourse = (course: GameCourse) =>
  script.games.find((game) => game.course.moments === course.moments && !game.course.isMirrored)
const [tie, lead, correction] = [tieAfterOvertime, lateLeadLost, correctedResult].map(withCourse)

const at = (minute: number) => gamesAt(script, minute, START, (of) => addMs(START, of * 60_000))
const oneAt = (minute: number, espnId: string | undefined) => at(minute).find((game) => game.espnId === espnId)
const winnerOf = (game: FeedGame | undefined) => Math.sign((game?.homeScore ?? 0) - (game?.awayScore ?? 0))

const WORDS = {
  scheduled: /^none$/,
  in_progress: /^(\d{1,2}:\d\d - (1st|2nd|3rd|4th|OT)|Halftime)$/,
  final: /^Final(\/OT)?$/,
  cancelled: /never/,
  postponed: /never/,
}

describe('sundayScript', () => {
  it('contains each game of the week once', () => {
    const whole = season.weeks.get(WEEK) ?? []
    expect(
      at(0)
        .map((game) => game.espnId)
        .toSorted(),
    ).toEqual(whole.map((game) => game.espnId).toSorted())
    expect(script.before).toHaveLength(1)
  })

  it('starts with all games scheduled but Thursday’s, and ends with all games final', () => {
    expect(at(-1).filter((game) => game.status !== 'scheduled')).toMatchObject([{ status: 'final' }])
    expect(at(0)).toEqual(at(-1))
    expect(at(script.lengthMinutes).every((game) => game.status === 'final')).toBe(true)
    expect(at(script.lengthMinutes - 0.01)).not.toEqual(at(script.lengthMinutes))
    expect(at(script.lengthMinutes + 1000)).toEqual(at(script.lengthMinutes))
  })

  it('starts each game at its kickoff, and shows the game clock', () => {
    for (let minute = 0; minute <= script.lengthMinutes; minute += 7) {
      const now = addMs(START, minute * 60_000)
      for (const game of at(minute)) {
        expect(game.status === 'scheduled').toBe(game.kickoff > now)
        expect(game.homeScore === null).toBe(game.status === 'scheduled')
        expect(game.detail ?? 'none').toMatch(WORDS[game.status])
      }
    }
  })

  it('contains a tie', () => {
    expect(oneAt(script.lengthMinutes, tie?.espnId)).toMatchObject({ homeScore: 20, awayScore: 20, detail: 'Final/OT' })
  })

  it('contains a lead that is lost in the last minute', () => {
    const kickoff = lead?.kickoffMinute ?? 0
    expect(winnerOf(oneAt(kickoff + 177, lead?.espnId))).toBe(1)
    expect(oneAt(kickoff + 178.5, lead?.espnId)).toMatchObject({
      status: 'in_progress',
      detail: '0:33 - 4th',
      homeScore: 24,
      awayScore: 28,
    })
    expect(winnerOf(oneAt(script.lengthMinutes, lead?.espnId))).toBe(-1)
  })

  it('contains a correction after the end that changes the winner', () => {
    const end = (correction?.kickoffMinute ?? 0) + REGULATION_MINUTES
    expect(oneAt(end, correction?.espnId)).toMatchObject({ status: 'final', homeScore: 23, awayScore: 24 })
    expect(oneAt(end + 24, correction?.espnId)).toMatchObject({ status: 'final', homeScore: 23 })
    expect(oneAt(end + 25, correction?.espnId)).toMatchObject({ status: 'final', homeScore: 26 })
    expect(script.moments).toContainEqual({
      minute: (correction?.kickoffMinute ?? 0) + 205,
      text: expect.stringContaining('is corrected'),
    })
    expect(oneAt(script.lengthMinutes, correction?.espnId)).toMatchObject({ status: 'final', homeScore: 26, awayScore: 24 })
  })

  it('lists its moments in order, with the team names', () => {
    const { moments } = script
    expect(moments.map((moment) => moment.minute)).toEqual(moments.map((moment) => moment.minute).toSorted((a, b) => a - b))
    expect(moments.map((moment) => moment.text).join('\n')).toContain(`${tie?.away} at ${tie?.home} ends 20-20`)
    expect(moments.some((moment) => moment.text.includes('{'))).toBe(false)
  })

  it.each([1, 2, 3, 4, 5])('ordinaryGame %i: scores only increase and never end in a tie', (seed) => {
    const random = seededRandom(seed)
    for (let game = 0; game < 50; game += 1) {
      const course = ordinaryGame(random)
      let before = { home: 0, away: 0 }
      for (const score of course.scores) {
        expect(score.home + score.away).toBeGreaterThan(before.home + before.away)
        expect(Math.min(score.home - before.home, score.away - before.away)).toBe(0)
        before = score
      }
      const end = stateAt(course, REGULATION_MINUTES)
      expect(end.home).not.toBe(end.away)
    }
  })
})

describe('startDemoFeed', () => {
  it('serves the script at its speed and the other weeks unchanged, in a format that our parser accepts', async () => {
    let ms = instantToMs(START) - 10_000
    const clock = { nowMs: () => ms, now: () => instantFromMs(ms) }
    const feed = await startDemoFeed({ season, week: WEEK, script, speed: 180, clock, startsAt: START })
    const request = async (week: number) => {
      const { games, unread } = await fetchScoreboard({
        baseUrl: feed.url,
        seasonYear: 2026,
        week,
        userAgent: feedUserAgent('1', 'https://x.example'),
      })
      expect(unread).toEqual([])
      return games
    }
    try {
      expect(feed.progress()).toMatchObject({ minute: -30, finished: false, moments: [] })
      expect((await request(WEEK)).filter((game) => game.status === 'scheduled')).toHaveLength(script.games.length)
      // The first kickoff is 60 minutes after the lock: twenty seconds at this speed.
      expect((await request(WEEK)).filter((game) => game.kickoff === addMs(START, 20_000)).length).toBeGreaterThan(3)
      expect(await request(WEEK - 1)).toEqual(season.weeks.get(WEEK - 1))
      expect((await request(WEEK + 1)).every((game) => game.status === 'scheduled')).toBe(true)
      ms = instantToMs(START) + 40_000
      expect(feed.progress()).toMatchObject({ minute: 120 })
      expect(await request(WEEK)).toEqual(feed.progress().games)
      expect(feed.progress().games).toContainEqual(
        expect.objectContaining({ espnId: tie?.espnId, status: 'in_progress', homeScore: 7, awayScore: 7 }),
      )
      ms = instantToMs(START) + (script.lengthMinutes * 60_000) / 180
      expect(feed.progress()).toMatchObject({ finished: true, moments: script.moments })
      expect((await request(WEEK)).every((game) => game.status === 'final')).toBe(true)
    } finally {
      await feed.stop()
    }
  })

  it('moves the start and plays another script with the same kickoffs', async () => {
    const clock = { nowMs: () => instantToMs(START), now: () => START }
    const feed = await startDemoFeed({ season, week: WEEK, script, speed: 60, clock, startsAt: addMs(START, 3_600_000) })
    try {
      expect(feed.progress().minute).toBe(-3_600)
      feed.start(addMs(START, -300_000))
      expect(feed.progress().minute).toBe(300)
      const other = sundayScript(1, season.weeks.get(WEEK) ?? [], { picks: new Map(), isFinal: false, loser: tie?.home })
      feed.play(other)
      expect(feed.progress().games.find(({ espnId }) => espnId === tie?.espnId)).toMatchObject({ homeScore: 24, awayScore: 28 })
    } finally {
      await feed.stop()
    }
  })
})
