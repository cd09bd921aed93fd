import { readFileSync } from 'node:fs'
import { parseInstant, type FeedGame, type Instant, type TeamAbbr } from '@outlast/domain'
import { sharedData } from '@outlast/testing/root'
import { describe, expect, it } from 'vitest'
import { scoreboardOf, type LocalFeedGame } from './local/scoreboard-of.ts'
import { parseScoreboard, ScoreboardError } from './scoreboard.ts'

const WEEK = { seasonYear: 2025, week: 4 }

function game(over: Partial<LocalFeedGame> = {}): LocalFeedGame {
  return {
    espnId: '401772999',
    home: 'DAL' as TeamAbbr,
    away: 'GB' as TeamAbbr,
    kickoff: '2025-09-29T00:20:00.000Z' as Instant,
    kickoffKnown: true,
    status: 'scheduled',
    homeScore: null,
    awayScore: null,
    detail: null,
    ...over,
  }
}

/** An event in ESPN's format, with overrides. */
function event(over: Record<string, unknown> = {}, competition: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: '1',
    date: '2025-09-28T17:00Z',
    week: { number: 4 },
    season: { year: 2025, type: 2 },
    status: { type: { name: 'STATUS_FINAL', state: 'post', completed: true, shortDetail: 'Final' } },
    competitions: [
      {
        competitors: [
          { homeAway: 'home', team: { abbreviation: 'DAL' }, score: '40' },
          { homeAway: 'away', team: { abbreviation: 'GB' }, score: '40' },
        ],
        ...competition,
      },
    ],
    ...over,
  }
}

const response = (...events: unknown[]) => ({ season: { type: 2, year: 2025 }, week: { number: 4 }, events })
const gamesOf = (...events: unknown[]) => parseScoreboard(response(...events), WEEK).games
const status = (name: string, state: string, completed: boolean, shortDetail?: string) => ({
  status: { type: { name, state, completed, shortDetail } },
})

describe('scoreboardOf', () => {
  const games: [string, Partial<LocalFeedGame>][] = [
    ['scheduled', {}],
    ['a placeholder kickoff', { kickoffKnown: false, kickoff: '2025-09-28T05:00:00.000Z' as Instant }],
    ['in progress', { status: 'in_progress', homeScore: 0, awayScore: 7, detail: '1:01 - 4th' }],
    ['halftime', { status: 'in_progress', statusName: 'STATUS_HALFTIME', homeScore: 3, awayScore: 7, detail: 'Halftime' }],
    ['a tie after overtime', { status: 'final', homeScore: 40, awayScore: 40, detail: 'Final/OT' }],
    ['cancelled', { status: 'cancelled', detail: 'Canceled' }],
    ['postponed', { status: 'postponed', detail: 'Postponed' }],
    ['an event without a week', { withoutWeek: true }],
  ]
  it.each(games)('round-trips through parseScoreboard: %s', (_, over) => {
    const { statusName: _name, withoutWeek: _week, ...expected } = game(over)
    expect(parseScoreboard(scoreboardOf(WEEK, [game(over)]), WEEK)).toEqual({ games: [expected], skipped: [] })
  })

  it('uses ESPN’s numbers for postseason weeks', () => {
    const superBowl = { seasonYear: 2025, week: 22 }
    const scoreboard = scoreboardOf(superBowl, [game()])
    expect(scoreboard).toMatchObject({ season: { type: 3 }, week: { number: 5 } })
    expect(parseScoreboard(scoreboard, superBowl).games).toHaveLength(1)
    expect(parseScoreboard(scoreboard, { seasonYear: 2025, week: 21 }).games).toHaveLength(0)
  })
})

describe('parseScoreboard: teams and scores', () => {
  it('assigns home and away by homeAway, not by order', () => {
    const [game] = gamesOf(
      event(
        {},
        {
          competitors: [
            { homeAway: 'away', team: { abbreviation: 'GB' }, score: '10' },
            { homeAway: 'home', team: { abbreviation: 'DAL' }, score: '20' },
          ],
        },
      ),
    )
    expect(game).toMatchObject({ home: 'DAL', homeScore: 20, away: 'GB', awayScore: 10 })
  })

  it('returns null scores before kickoff, although ESPN sends "0"', () => {
    const [game] = gamesOf(event(status('STATUS_SCHEDULED', 'pre', false, '9/28 - 1:00 PM EDT')))
    expect(game).toMatchObject({ status: 'scheduled', homeScore: null, awayScore: null, detail: null })
  })

  it.each([
    ['40', true],
    ['0', true],
    ['', false],
    [40, false],
    ['-3', false],
    ['7.5', false],
    [undefined, false],
    ['1e3', false],
  ])('accepts score %j of a final game: %s', (score, isValid) => {
    const odd = event(
      {},
      {
        competitors: [
          { homeAway: 'home', team: { abbreviation: 'DAL' }, score },
          { homeAway: 'away', team: { abbreviation: 'GB' }, score: '1' },
        ],
      },
    )
    const { games, skipped } = parseScoreboard(response(odd, event({ id: '2' })), WEEK)
    expect(games.map((game) => game.espnId)).toEqual(isValid ? ['1', '2'] : ['2'])
    expect(skipped).toHaveLength(isValid ? 0 : 1)
  })

  it('skips undecided playoff teams silently, and reports unknown teams', () => {
    const of = (home: string) => ({
      competitors: [
        { homeAway: 'home', team: { id: '-1', abbreviation: home }, score: '0' },
        { homeAway: 'away', team: { abbreviation: 'GB' }, score: '0' },
      ],
    })
    const { games, skipped } = parseScoreboard(
      response(event({}, of('TBD')), event({ id: '2' }, of('XYZ')), event({ id: '3' })),
      WEEK,
    )
    expect(games.map((game) => game.espnId)).toEqual(['3'])
    expect(skipped).toEqual([{ eventId: '2', reason: 'unknown team "XYZ"' }])
  })
})

describe('parseScoreboard: status', () => {
  it.each([
    ['STATUS_SCHEDULED', 'pre', false, 'scheduled'],
    ['STATUS_DELAYED', 'pre', false, 'scheduled'],
    ['STATUS_RAIN_DELAY', 'in', false, 'in_progress'],
    ['STATUS_HALFTIME', 'in', false, 'in_progress'],
    ['STATUS_END_PERIOD', 'in', false, 'in_progress'],
    ['STATUS_OVERTIME', 'in', false, 'in_progress'],
    ['STATUS_SUSPENDED', 'post', false, 'in_progress'],
    ['STATUS_FINAL', 'post', true, 'final'],
    ['STATUS_FORFEIT', 'post', true, 'final'],
    ['STATUS_CANCELED', 'post', false, 'cancelled'],
    ['STATUS_CANCELED', 'post', true, 'cancelled'],
    ['STATUS_POSTPONED', 'post', false, 'postponed'],
    ['STATUS_POSTPONED', 'pre', false, 'postponed'],
    ['STATUS_POSTPONED', 'post', true, 'postponed'],
  ])('maps %s %s completed=%s to %s', (name, state, completed, expected) => {
    const [game] = gamesOf(event(status(name, state, completed)))
    expect(game?.status).toBe(expected)
    expect(game?.homeScore).toBe(expected === 'in_progress' || expected === 'final' ? 40 : null)
  })

  it('returns ESPN’s detail on one line and truncated', () => {
    const [game] = gamesOf(event(status('STATUS_IN_PROGRESS', 'in', false, `1:01 -\n4th\u202e ${'x'.repeat(100)}`)))
    expect(game?.detail).toMatch(/^1:01 - 4th x{49}$/)
  })
})

describe('parseScoreboard: events', () => {
  it('skips events of another week, season or season type', () => {
    expect(
      gamesOf(
        event(),
        event({ id: '2', week: { number: 5 } }),
        event({ id: '3', season: { year: 2024 } }),
        event({ id: '4', season: { year: 2025, type: 1 } }),
      ),
    ).toHaveLength(1)
  })

  it('uses the week of the response for events without one', () => {
    const bare = event({ week: undefined })
    expect(parseScoreboard({ week: { number: 4 }, events: [bare] }, WEEK).games).toHaveLength(1)
    expect(parseScoreboard({ week: { number: 5 }, events: [bare] }, WEEK).games).toHaveLength(0)
  })

  it('skips and reports events that cannot be parsed', () => {
    const bad = [
      null,
      7,
      {},
      event({ id: '2', date: 'soon' }),
      event({ id: '3', competitions: [] }),
      event({ id: '../4' }),
      event({ id: '5', status: undefined }),
    ]
    const { games, skipped } = parseScoreboard(response(...bad, event()), WEEK)
    expect(games).toHaveLength(1)
    expect(skipped).toHaveLength(bad.length)
  })

  it('rejects a response in which no event can be parsed', () => {
    expect(() => parseScoreboard(response({ id: '1' }), WEEK)).toThrow(ScoreboardError)
    expect(() => parseScoreboard({ events: {} }, WEEK)).toThrow(ScoreboardError)
    expect(() => parseScoreboard([], WEEK)).toThrow(ScoreboardError)
    expect(parseScoreboard({ events: [] }, WEEK)).toEqual({ games: [], skipped: [] })
  })

  it('uses the first of two events with the same id', () => {
    const later = event(status('STATUS_IN_PROGRESS', 'in', false))
    expect(parseScoreboard(response(event(), event()), WEEK)).toMatchObject({ games: [{ status: 'final' }], skipped: [] })
    expect(parseScoreboard(response(event(), later), WEEK)).toMatchObject({
      games: [{ status: 'final' }],
      skipped: [{ eventId: '1' }],
    })
  })
})

const real = sharedData('espn') !== undefined

describe.skipIf(!real)(
  `parseScoreboard: recorded ESPN responses${real ? '' : ' (skipped: ../shared/data/espn is not here)'}`,
  () => {
    const read = (file: string, seasonYear: number, week: number) =>
      parseScoreboard(JSON.parse(readFileSync(sharedData(`espn/${file}`) ?? '', 'utf8')), { seasonYear, week })
    const count = (games: readonly FeedGame[]) =>
      Object.fromEntries(
        Map.groupBy(games, (game) => game.status)
          .entries()
          .map(([key, of]) => [key, of.length]),
      )
    const named = (games: readonly FeedGame[], home: string) => games.find((game) => game.home === home)

    it.each([
      ['2025-reg-w01-pre-16pre.json', 2025, 1, { scheduled: 16 }],
      ['2025-reg-w01-friday-1final-15pre.json', 2025, 1, { final: 1, scheduled: 15 }],
      ['2022-reg-w01-live-8in-2final-6pre.json', 2022, 1, { in_progress: 8, final: 2, scheduled: 6 }],
      ['2022-reg-w11-live-byes-8in-1final-5pre.json', 2022, 11, { in_progress: 8, final: 1, scheduled: 5 }],
      ['2023-empty-events-offseason.json', 2023, 1, {}],
    ])('%s', (file, seasonYear, week, expected) => {
      const { games, skipped } = read(file, seasonYear, week)
      expect(count(games)).toEqual(expected)
      expect(skipped).toEqual([])
      expect(games.every((game) => parseInstant(game.kickoff) === game.kickoff)).toBe(true)
    })

    it('parses a tied game with 1:01 left', () => {
      const { games } = read('2022-reg-w01-live-8in-2final-6pre.json', 2022, 1)
      expect(named(games, 'HOU')).toEqual({
        espnId: '401437637',
        home: 'HOU',
        away: 'IND',
        kickoff: '2022-09-11T17:00:00.000Z',
        kickoffKnown: true,
        status: 'in_progress',
        homeScore: 20,
        awayScore: 20,
        detail: '1:01 - 4th',
      })
      expect(named(games, 'DAL')).toMatchObject({ homeScore: null, awayScore: null, detail: null })
      expect(named(games, 'LAR')).toMatchObject({ status: 'final', homeScore: 10, awayScore: 31 })
    })
  },
)
