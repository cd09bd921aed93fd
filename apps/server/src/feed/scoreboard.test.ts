import { readFileSync } from 'node:fs'
import { parseInstant, type FeedGame, type Instant, type TeamAbbr } from '@outlast/domain'
import { sharedData } from '@outlast/testing/root'
import { describe, expect, it } from 'vitest'
import { scoreboardOf, type LocalFeedGame } from './local/scoreboard-of.ts'
import { readScoreboard, ScoreboardError } from './scoreboard.ts'

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
const gamesOf = (...events: unknown[]) => readScoreboard(response(...events), WEEK).games
const status = (name: unknown, state: unknown, completed: unknown, shortDetail?: string) => ({
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
  it.each(games)('round-trips through readScoreboard: %s', (_, over) => {
    const { statusName: _name, withoutWeek: _week, ...expected } = game(over)
    expect(readScoreboard(scoreboardOf(WEEK, [game(over)]), WEEK)).toEqual({ games: [expected], unread: [] })
  })

  it('uses ESPN’s numbers for postseason weeks', () => {
    const superBowl = { seasonYear: 2025, week: 22 }
    const scoreboard = scoreboardOf(superBowl, [game()])
    expect(scoreboard).toMatchObject({ season: { type: 3 }, week: { number: 5 } })
    expect(readScoreboard(scoreboard, superBowl).games).toHaveLength(1)
    expect(readScoreboard(scoreboard, { seasonYear: 2025, week: 21 }).games).toHaveLength(0)
  })
})

describe('readScoreboard: teams and scores', () => {
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

  const scored = (score: unknown, more: Record<string, unknown> = {}) =>
    event(more, {
      competitors: [
        { homeAway: 'home', team: { abbreviation: 'DAL' }, score },
        { homeAway: 'away', team: { abbreviation: 'GB' }, score: '1' },
      ],
    })

  it.each([
    ['40', 40],
    ['0', 0],
    [' 7 ', 7],
    [40, 40],
    [999, 999],
    [{ value: 20 }, 20],
    [{ value: 20, displayValue: '20' }, 20],
    [{ displayValue: '20' }, 20],
  ])('reads the score %j of a final game', (score, expected) => {
    expect(readScoreboard(response(scored(score)), WEEK)).toMatchObject({
      games: [{ status: 'final', homeScore: expected }],
      unread: [],
    })
  })

  it.each(['', -3, '7.5', 7.5, undefined, null, '1e3', 1000, 'x', [20], { value: 'x' }, true])(
    'keeps a final game with the score %j undecided, and names it',
    (score) => {
      const { games, unread } = readScoreboard(response(scored(score), event({ id: '2' })), WEEK)
      expect(games).toMatchObject([
        { espnId: '1', status: 'in_progress', phase: 'undecided', homeScore: null, awayScore: null },
        // The same teams again.
        { espnId: '2', status: 'final' },
      ])
      expect(unread).toEqual([{ espnId: '1', what: 'home_score', value: expect.any(String) as string }])
    },
  )

  it.each([undefined, null, '', 'x', 0])('does not need the score %j of a game before its kickoff', (score) => {
    const before = scored(score, status('STATUS_SCHEDULED', 'pre', false))
    expect(readScoreboard(response(before), WEEK)).toMatchObject({
      games: [{ status: 'scheduled', homeScore: null }],
      unread: [],
    })
  })

  const between = (home: Record<string, unknown>, away: Record<string, unknown>) =>
    event(status('STATUS_SCHEDULED', 'pre', false), {
      competitors: [
        { homeAway: 'home', team: home },
        { homeAway: 'away', team: away },
      ],
    })

  it.each([
    ['AZ', 'ARI'],
    ['WAS', 'WSH'],
    ['JAC', 'JAX'],
    ['LA', 'LAR'],
    ['OAK', 'LV'],
    ['HST', 'HOU'],
    ['BLT', 'BAL'],
    ['CLV', 'CLE'],
    ['SL', 'LAR'],
    ['ARZ', 'ARI'],
  ])('knows the team %s as %s', (abbreviation, abbr) => {
    expect(gamesOf(between({ abbreviation }, { abbreviation: 'NO' }))).toMatchObject([{ home: abbr, away: 'NO' }])
  })

  it('knows a team by its id when its abbreviation is new', () => {
    const renamed = between({ id: '22', abbreviation: 'PHX2' }, { id: 18, abbreviation: 'NO' })
    expect(readScoreboard(response(renamed), WEEK)).toMatchObject({ games: [{ home: 'ARI', away: 'NO' }], unread: [] })
  })

  it('knows a team by its id when its abbreviation was once that of another', () => {
    expect(gamesOf(between({ id: '24', abbreviation: 'LA' }, { abbreviation: 'NO' }))).toMatchObject([{ home: 'LAC' }])
  })

  it.each([
    ['an abbreviation that is not known', { abbreviation: 'XYZ' }, '"XYZ"'],
    ['no team', {}, '{}'],
    ['an id and an abbreviation of two teams', { id: '22', abbreviation: 'BAL' }, '"BAL" with the id of ARI'],
  ])('keeps a game with %s, and names the team', (_what, home, value) => {
    const { games, unread } = readScoreboard(response(between(home, { abbreviation: 'NO' })), WEEK)
    expect(games).toMatchObject([{ home: 'TBD', away: 'NO' }])
    expect(unread).toEqual([{ espnId: '1', what: 'home_team', value }])
  })

  it('keeps a playoff game whose opponent is not decided, and names nothing', () => {
    const playoff = between({ id: '12', abbreviation: 'KC' }, { id: '-1', abbreviation: 'TBD' })
    expect(readScoreboard(response(playoff), WEEK)).toMatchObject({ games: [{ home: 'KC', away: 'TBD' }], unread: [] })
  })

  it('believes neither of two games of one team', () => {
    const twice = [
      between({ abbreviation: 'BAL' }, { abbreviation: 'PIT' }),
      { ...between({ abbreviation: 'BAL' }, { abbreviation: 'NO' }), id: '2' },
    ]
    const { games, unread } = readScoreboard(response(...twice), WEEK)
    expect(games).toMatchObject([
      { home: 'TBD', away: 'PIT' },
      { home: 'TBD', away: 'NO' },
    ])
    expect(unread.map(({ value }) => value)).toEqual(['BAL plays twice', 'BAL plays twice'])
  })
})

describe('readScoreboard: status', () => {
  it.each([
    ['STATUS_SCHEDULED', 'pre', false, 'scheduled'],
    ['STATUS_DELAYED', 'pre', false, 'scheduled', 'delayed'],
    ['status_final', 'POST', true, 'final'],
    ['STATUS_FINAL_OVERTIME', 'post', true, 'final'],
    ['STATUS_FINAL', undefined, true, 'final'],
    ['STATUS_RAIN_DELAY', 'in', false, 'in_progress'],
    ['STATUS_HALFTIME', 'in', false, 'in_progress'],
    ['STATUS_END_PERIOD', 'in', false, 'in_progress'],
    ['STATUS_OVERTIME', 'in', false, 'in_progress'],
    ['STATUS_SUSPENDED', 'post', false, 'in_progress', 'suspended'],
    ['STATUS_FINAL', 'post', true, 'final'],
    ['STATUS_FORFEIT', 'post', true, 'in_progress', 'undecided'],
    ['STATUS_FORFEIT', 'pre', false, 'in_progress', 'undecided'],
    ['STATUS_ABANDONED', 'post', true, 'in_progress', 'undecided'],
    ['STATUS_UNCONTESTED', 'post', true, 'in_progress', 'undecided'],
    ['STATUS_CANCELED', 'post', false, 'cancelled'],
    ['STATUS_CANCELED', 'post', true, 'cancelled'],
    ['STATUS_POSTPONED', 'post', false, 'postponed'],
    ['STATUS_POSTPONED', 'pre', false, 'postponed'],
    ['STATUS_POSTPONED', 'post', true, 'postponed'],
  ])('maps %s %s completed=%s to %s', (name, state, completed, expected, phase?: string) => {
    const { games, unread } = readScoreboard(response(event(status(name, state, completed))), WEEK)
    expect(games[0]?.status).toBe(expected)
    expect(games[0]?.phase).toBe(phase)
    expect(unread).toEqual([])
    const hasScore = (expected === 'in_progress' || expected === 'final') && phase !== 'undecided'
    expect(games[0]?.homeScore).toBe(hasScore ? 40 : null)
  })

  it.each([
    ['STATUS_NEW', 'post', true, { status: 'in_progress', phase: 'undecided', homeScore: null }],
    ['STATUS_NEW', 'post', false, { status: 'in_progress', phase: 'undecided' }],
    ['STATUS_NEW', 'in', false, { status: 'in_progress', homeScore: 40 }],
    ['STATUS_NEW', 'pre', false, { status: 'scheduled' }],
    ['STATUS_NEW', undefined, undefined, { isProgressUnread: true }],
    ['STATUS_FINAL', 'post', false, { isProgressUnread: true }],
    ['STATUS_FINAL', 'post', undefined, { isProgressUnread: true }],
    ['STATUS_FINAL', 'in', true, { isProgressUnread: true }],
    ['STATUS_IN_PROGRESS', 'in', true, { isProgressUnread: true }],
    ['STATUS_SCHEDULED', 'post', true, { isProgressUnread: true }],
    [undefined, 'post', true, { isProgressUnread: true }],
    [7, 'post', true, { isProgressUnread: true }],
    ['STATUS_FINAL', 'over', true, { isProgressUnread: true }],
    ['STATUS_FINAL', 'post', 'yes', { isProgressUnread: true }],
  ])('never takes %j %j completed=%j for a final result, and names it', (name, state, completed, expected) => {
    const { games, unread } = readScoreboard(response(event(status(name, state, completed))), WEEK)
    expect(games).toMatchObject([expected])
    expect(games[0]?.status).not.toBe('final')
    expect(unread).toMatchObject([{ espnId: '1', what: 'status' }])
  })

  it('believes neither of two statuses of one game', () => {
    const scoreboard = readScoreboard(response(event({}, status('STATUS_IN_PROGRESS', 'in', false))), WEEK)
    expect(scoreboard.unread).toEqual([{ espnId: '1', what: 'status', value: 'final and in_progress' }])
    expect(scoreboard.games[0]?.isProgressUnread).toBe(true)
  })

  it('returns ESPN’s detail on one line and truncated', () => {
    const [game] = gamesOf(event(status('STATUS_IN_PROGRESS', 'in', false, `1:01 -\n4th\u202e ${'x'.repeat(100)}`)))
    expect(game?.detail).toMatch(/^1:01 - 4th x{49}$/)
  })
})

describe('readScoreboard: relatives of what a scoreboard has said before', () => {
  const sides = (home: object, away: object = {}) => ({
    competitors: [
      { homeAway: 'home', team: { id: '6', abbreviation: 'DAL' }, score: '20', ...home },
      { homeAway: 'away', team: { id: '9', abbreviation: 'GB' }, score: '10', ...away },
    ],
  })
  const [final, undecided] = [
    ['GB-DAL', 'final', 10, 20],
    ['GB-DAL', 'in_progress', null, null],
  ] as const
  const scheduled = status('STATUS_SCHEDULED', 'pre', false)
  const toCome = (teams: string) => [teams, 'scheduled', null, null] as const
  it.each([
    ['a status in lower case', event(status('status_final', 'post', true), sides({})), final, []],
    [
      'a status that stands only at the competition',
      event({ status: undefined }, { ...sides({}), ...status('STATUS_FINAL', 'post', true) }),
      final,
      [],
    ],
    ['“completed” as text', event(status('STATUS_FINAL', 'post', 'true'), sides({})), final, []],
    ['a status never seen that says completed', event(status('STATUS_NEW', 'post', true), sides({})), undecided, ['status']],
    ['a final game that is not completed', event(status('STATUS_FINAL', 'post', false), sides({})), toCome('GB-DAL'), ['status']],
    ['a final game that is being played', event(status('STATUS_FINAL', 'in', false), sides({})), toCome('GB-DAL'), ['status']],
    ['a score with blanks around it', event({}, sides({ score: ' 20 ' })), final, []],
    ['a score with a leading zero', event({}, sides({ score: '020' })), final, []],
    ['a score as its text in an object', event({}, sides({ score: { displayValue: '20' } })), final, []],
    ['a score with a decimal', event({}, sides({ score: '20.0' })), undecided, ['home_score']],
    ['a score with a sign', event({}, sides({ score: '+20' })), undecided, ['home_score']],
    ['sides in upper case', event({}, sides({ homeAway: 'HOME' }, { homeAway: 'Away' })), final, []],
    ['a team id as a number with a new abbreviation', event({}, sides({ team: { id: 6, abbreviation: 'ZZZ' } })), final, []],
    [
      'a team with a name alone',
      event(scheduled, sides({ team: { displayName: 'dallas COWBOYS' } })),
      toCome('GB-TBD'),
      ['home_team'],
    ],
    ['two home teams', event(scheduled, sides({}, { homeAway: 'home' })), toCome('TBD-TBD'), ['home_team', 'away_team']],
    [
      'no sides but odds',
      event(scheduled, { competitors: undefined, odds: [{ details: 'DAL -3' }] }),
      toCome('TBD-TBD'),
      ['home_team', 'away_team'],
    ],
    ['no competition', event({ ...scheduled, competitions: [] }), toCome('TBD-TBD'), ['home_team', 'away_team']],
    ['a neutral site', event(scheduled, { ...sides({}), neutralSite: true }), toCome('GB-DAL'), []],
    ['a kickoff in another zone', event({ ...scheduled, date: '2025-09-28T13:00:00-04:00' }, sides({})), toCome('GB-DAL'), []],
    ['a kickoff without a zone', event({ ...scheduled, date: '2025-09-28T17:00' }, sides({})), toCome('GB-DAL'), ['kickoff']],
    ['a kickoff as a number', event({ ...scheduled, date: 1759078800000 }, sides({})), toCome('GB-DAL'), ['kickoff']],
  ] as const)('keeps the game and invents no result: %s', (_, given, expected, named) => {
    const { games, unread } = readScoreboard(
      { ...response(given), week: { number: 4, teamsOnBye: [{ abbreviation: 'KC' }] } },
      WEEK,
    )
    const found = games.map(({ home, away, status: is, homeScore, awayScore }) => [`${away}-${home}`, is, awayScore, homeScore])
    expect([found, unread.map(({ what }) => what)]).toEqual([[[...expected]], [...named]])
  })
  it('keeps every game of a week in which no team is known yet, and names nothing', () => {
    const open = { team: { id: '-1', abbreviation: 'TBD' } }
    const { games, unread } = readScoreboard(
      response(event(scheduled, sides(open, open)), event({ ...scheduled, id: '2' }, sides(open, open))),
      WEEK,
    )
    expect([games.map(({ espnId }) => espnId), unread]).toEqual([['1', '2'], []])
  })
})

describe('readScoreboard: events', () => {
  it('leaves out events of another week, season or season type, and names them', () => {
    const { games, unread } = readScoreboard(
      response(
        event(),
        event({ id: '2', week: { number: 5 } }),
        event({ id: '3', season: { year: 2024 } }),
        event({ id: '4', season: { year: 2025, type: 1 } }),
      ),
      WEEK,
    )
    expect(games).toHaveLength(1)
    expect(unread).toEqual([
      { espnId: '2', what: 'week', value: 'week number 5' },
      { espnId: '3', what: 'week', value: 'season year 2024' },
      { espnId: '4', what: 'week', value: 'season type 1' },
    ])
  })

  it('uses the week of the response for events without one', () => {
    const bare = event({ week: undefined })
    expect(readScoreboard({ week: { number: 4 }, events: [bare] }, WEEK).games).toHaveLength(1)
    expect(readScoreboard({ week: { number: 5 }, events: [bare] }, WEEK).games).toHaveLength(0)
    expect(gamesOf(event({ week: { number: '4' } }))).toHaveLength(1)
  })

  it.each([
    ['null', null, 'event'],
    ['a number', 7, 'event'],
    ['an empty object', {}, 'id'],
    ['a kickoff that is not a date', event({ date: 'soon' }), 'kickoff'],
    ['a kickoff decades away', event({ date: '1970-01-01T00:00Z' }), 'kickoff'],
    ['no competition', event({ competitions: [] }), 'home_team'],
    ['an id that is none', event({ id: '../4' }), 'id'],
    ['no status', event({ status: undefined }), 'status'],
    ['a week that is none', event({ week: { number: 'x' } }), 'week'],
  ])('keeps an event that is or has %s as a game, and names it', (_what, raw, what) => {
    const { games, unread } = readScoreboard(response(raw), WEEK)
    expect(games).toHaveLength(1)
    expect(unread.map((part) => part.what)).toContain(what)
  })

  it('gives a game without a kickoff that can be read a placeholder, which locks nobody', () => {
    expect(gamesOf(event({ date: 'soon' }))).toMatchObject([{ kickoffKnown: false, kickoff: '2025-09-28T16:00:00.000Z' }])
  })

  it('finds the id of an event in its competition or its uid', () => {
    expect(gamesOf(event({ id: undefined }, { id: '401' }))).toMatchObject([{ espnId: '401' }])
    expect(gamesOf(event({ id: null, uid: 's:20~l:28~e:402' }))).toMatchObject([{ espnId: '402' }])
    expect(gamesOf(event({ id: undefined }))).toMatchObject([{ espnId: 'GB-DAL' }])
  })

  it('rejects a response without a list of events', () => {
    expect(() => readScoreboard({ events: {} }, WEEK)).toThrow(ScoreboardError)
    expect(() => readScoreboard([], WEEK)).toThrow(ScoreboardError)
    expect(() => readScoreboard(null, WEEK)).toThrow(ScoreboardError)
    expect(readScoreboard({ events: [] }, WEEK)).toEqual({ games: [], unread: [] })
  })

  it('counts an event that is listed twice once, and believes neither of two that differ', () => {
    const later = event(status('STATUS_IN_PROGRESS', 'in', false))
    expect(readScoreboard(response(event(), event()), WEEK)).toMatchObject({ games: [{ status: 'final' }], unread: [] })
    expect(readScoreboard(response(event(), later), WEEK)).toMatchObject({
      games: [{ isProgressUnread: true, status: 'scheduled', homeScore: null, awayScore: null }],
      unread: [{ espnId: '1', what: 'event' }],
    })
  })

  it('keeps two games that share an id', () => {
    const other = {
      competitors: [
        { homeAway: 'home', team: { abbreviation: 'KC' }, score: '1' },
        { homeAway: 'away', team: { abbreviation: 'LV' }, score: '2' },
      ],
    }
    expect(readScoreboard(response(event(), event({}, other)), WEEK)).toMatchObject({
      games: [
        { espnId: '1', home: 'DAL' },
        { espnId: 'event-2', home: 'KC' },
      ],
      unread: [{ espnId: 'event-2', what: 'id' }],
    })
  })
})

const real = sharedData('espn') !== undefined

describe.skipIf(!real)(
  `readScoreboard: recorded ESPN responses${real ? '' : ' (skipped: ../shared/data/espn is not here)'}`,
  () => {
    const read = (file: string, seasonYear: number, week: number) =>
      readScoreboard(JSON.parse(readFileSync(sharedData(`espn/${file}`) ?? '', 'utf8')), { seasonYear, week })
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
      const { games, unread } = read(file, seasonYear, week)
      expect(count(games)).toEqual(expected)
      expect(unread).toEqual([])
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
