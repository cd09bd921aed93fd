import { readFileSync } from 'node:fs'
import { sharedData } from '@outlast/testing/root'
import { describe, expect, it } from 'vitest'
import { parseSeasonCsv, SeasonFileError } from './season-csv.ts'

const HEADER =
  'season,week,gameday,weekday,gametime,away_team,home_team,away_score,home_score,overtime,neutral,espn_id,nflverse_id'
const file = (...rows: string[]) => [HEADER, ...rows].join('\n')
const FIRST = '2025,1,2025-09-04,Thu,20:20,DAL,PHI,20,24,0,0,401772510,2025_01_DAL_PHI'

function problemsOf(text: string): readonly string[] {
  try {
    parseSeasonCsv(text)
  } catch (error) {
    if (error instanceof SeasonFileError) return error.problems
    throw error
  }
  throw new Error('the file was imported')
}

describe('parseSeasonCsv', () => {
  it('returns games by week', () => {
    const { seasonYear, weeks } = parseSeasonCsv(file('2025,9,2025-11-02,Sun,13:00,LA,WAS,,,,0,,2025_09_LA_WAS', FIRST))
    expect(seasonYear).toBe(2025)
    expect([...weeks.keys()]).toEqual([1, 9])
    expect(weeks.get(1)).toEqual([
      {
        espnId: '401772510',
        home: 'PHI',
        away: 'DAL',
        kickoff: '2025-09-05T00:20:00.000Z',
        kickoffKnown: true,
        status: 'final',
        homeScore: 24,
        awayScore: 20,
        detail: 'Final',
      },
    ])
    // Daylight saving time ended on that day. LA and WAS are nflverse's abbreviations, and the ESPN id is missing.
    expect(weeks.get(9)).toEqual([
      {
        espnId: '2025_09_LA_WAS',
        home: 'WSH',
        away: 'LAR',
        kickoff: '2025-11-02T18:00:00.000Z',
        kickoffKnown: true,
        status: 'scheduled',
        homeScore: null,
        awayScore: null,
        detail: null,
      },
    ])
  })

  it('accepts a spreadsheet’s file: BOM, CRLF, quotes, ESPN’s abbreviations, no time, reordered and extra columns', () => {
    const text =
      '\ufeffweek,season,away_team,home_team,gameday,gametime,away_score,home_score,overtime,game_id,extra\r\n"18",2025,lar,WSH,2026-01-04,NA,NA,NA,NA,2025_18_LA_WAS,"a ""b"",\nc"\r\n'
    expect(parseSeasonCsv(text).weeks.get(18)).toMatchObject([
      {
        espnId: '2025_18_LA_WAS',
        home: 'WSH',
        away: 'LAR',
        kickoff: '2026-01-04T05:00:00.000Z',
        kickoffKnown: false,
        status: 'scheduled',
      },
    ])
  })

  it('sets the detail of an overtime game', () => {
    const { weeks } = parseSeasonCsv(file(FIRST.replace(',20,24,0,', ',20,20,1,')))
    expect(weeks.get(1)?.[0]).toMatchObject({ homeScore: 20, awayScore: 20, detail: 'Final/OT' })
  })
})

describe('SeasonFileError', () => {
  it.each([
    [FIRST.replace('DAL', 'DLA'), ['line 2: away_team is not a team: "DLA"']],
    [FIRST.replace('2025,1', '2025,23'), ['line 2: week is more than 22']],
    [FIRST.replace('2025,1', '2025,x'), ['line 2: week is not a whole number']],
    [FIRST.replace('2025-09-04', '2025-02-30'), ['line 2: invalid day or time: 2025-02-30 20:20']],
    [FIRST.replace('2025-09-04', '9/4/2025'), ['line 2: gameday is not a day like 2025-09-07']],
    [FIRST.replace('20:20', '25:20'), ['line 2: invalid day or time: 2025-09-04 25:20']],
    [FIRST.replace('20:20', 'noon'), ['line 2: gametime is not a time like 13:00']],
    [FIRST.replace(',20,24,', ',20,,'), ['line 2: one score without the other']],
    [FIRST.replace(',20,24,', ',20,-1,'), ['line 2: home_score is not a score']],
    [FIRST.replace('DAL,PHI', 'PHI,PHI'), ['line 2: PHI against itself']],
    [FIRST.replace('401772510,2025_01_DAL_PHI', ','), ['line 2: neither espn_id nor nflverse_id']],
    [`${FIRST},more`, [expect.stringContaining('line 2')]],
    [
      `${FIRST}\n\n${FIRST}`,
      [
        'line 4: game 401772510 again (first on line 2)',
        'line 4: PHI in week 1 again (first on line 2)',
        'line 4: DAL in week 1 again (first on line 2)',
      ],
    ],
    [`${FIRST}\n2024,2,2024-09-15,Sun,13:00,LA,WAS,,,,0,1,`, ['line 3: season 2024 in a file of season 2025']],
    ['', ['the file contains no games']],
  ])('names the line of the problem: %s', (rows, problems) => {
    expect(problemsOf(file(rows))).toEqual(problems)
  })

  it('names missing columns', () => {
    expect(problemsOf('season,week\n2025,1\n')).toEqual([
      'line 1: no column gameday, gametime, away_team, home_team, away_score, home_score',
    ])
    expect(problemsOf('')).toHaveLength(1)
  })

  it('shows at most 20 problems', () => {
    const error = new SeasonFileError(Array.from({ length: 30 }, (_, index) => `line ${index}`))
    expect(error.message.split('\n')).toHaveLength(21)
    expect(error.message).toMatch(/… and 10 more$/)
  })
})

const real = sharedData('games-2025.csv') !== undefined

describe.skipIf(!real)(`parseSeasonCsv: real seasons${real ? '' : ' (skipped: ../shared/data is not here)'}`, () => {
  const season = (year: number) => parseSeasonCsv(readFileSync(sharedData(`games-${year}.csv`) ?? '', 'utf8'))
  const all = (year: number) => [...season(year).weeks].flatMap(([week, games]) => games.map((game) => ({ week, ...game })))
  const ties = (year: number) =>
    all(year)
      .filter((game) => game.homeScore === game.awayScore)
      .map((game) => `${game.week} ${game.away}-${game.home} ${game.homeScore}`)

  it.each([
    [2021, 272, ['10 DET-PIT 16']],
    [2022, 271, ['1 IND-HOU 20', '13 WSH-NYG 20']],
    [2025, 272, ['4 GB-DAL 40']],
  ])('parses season %i with %i games', (year, games, expectedTies) => {
    expect(all(year)).toHaveLength(games)
    expect(season(year).weeks.size).toBe(18)
    expect(ties(year)).toEqual(expectedTies)
  })
})
