import { parseTeam, POOL_TIME_ZONE, instantFromMs, type FeedGame, type Instant, type TeamAbbr } from '@outlast/domain'
import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'

/** A season's games by week number, each week in the file's order. */
export interface Season {
  readonly seasonYear: number
  readonly weeks: ReadonlyMap<number, readonly FeedGame[]>
}

/** A season file that cannot be imported: every complaint names its line (the header is line 1). */
export class SeasonFileError extends Error {
  override readonly name = 'SeasonFileError'
  readonly complaints: readonly string[]

  constructor(complaints: readonly string[]) {
    super(summaryOf(complaints))
    this.complaints = complaints
  }
}

const SHOWN = 20

function summaryOf(complaints: readonly string[]): string {
  const more = complaints.length - SHOWN
  return [...complaints.slice(0, SHOWN), ...(more > 0 ? [`… and ${more} more`] : [])].join('\n')
}

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, 'is not a whole number')
    .transform(Number)
    .pipe(z.number().min(least, `is less than ${least}`).max(most, `is more than ${most}`))

/** nflverse leaves a cell empty, or writes `NA`, for what it does not know. */
const unknown = z.enum(['', 'NA']).transform(() => null)
const score = z.union([unknown, whole(0, 200)], { error: 'is not a score' })
const team = z.string().transform((text, context): TeamAbbr => {
  const abbr = parseTeam(text)
  if (abbr !== undefined) return abbr
  context.addIssue({ code: 'custom', message: `is not a team: ${JSON.stringify(text.slice(0, 20))}` })
  return z.NEVER
})
const gameKey = z.union([unknown, z.string().regex(/^[\w-]{1,40}$/, 'is not an id')]).optional()

const rowSchema = z.object({
  season: whole(2000, 2100),
  week: whole(1, 22),
  gameday: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'is not a day like 2025-09-07'),
  gametime: z.union([unknown, z.string().regex(/^\d{1,2}:\d{2}$/, 'is not a time like 13:00')]),
  away_team: team,
  home_team: team,
  away_score: score,
  home_score: score,
  overtime: z.union([unknown, z.enum(['0', '1'])], { error: 'is neither 0 nor 1' }).optional(),
  espn_id: gameKey,
  nflverse_id: gameKey,
  game_id: gameKey,
})

type Row = z.infer<typeof rowSchema>

const REQUIRED = ['season', 'week', 'gameday', 'gametime', 'away_team', 'home_team', 'away_score', 'home_score'] as const

/**
 * Reads a season in nflverse's columns: `season, week, gameday, gametime` (US Eastern), `away_team, home_team` in
 * either style of abbreviation, `away_score, home_score` (empty: not played yet), and if there `overtime`, `espn_id`,
 * `nflverse_id` (or nflverse's own `game_id`), which stands in for a missing ESPN id. Other columns are ignored.
 * A game without a time gets a placeholder kickoff that locks nothing.
 * @throws SeasonFileError with every complaint when anything cannot be understood: a season is imported whole or not at all.
 */
export function parseSeasonCsv(text: string): Season {
  const lines = linesOf(text)
  const complaints: string[] = []
  const games: PlacedGame[] = []
  for (const { line, record } of lines) {
    const row = rowSchema.safeParse(record)
    if (!row.success)
      complaints.push(...row.error.issues.map((issue) => `line ${line}: ${issue.path.join('.')} ${issue.message}`))
    else addGame(games, complaints, line, row.data)
  }
  const seasonYear = games[0]?.season
  if (complaints.length > 0) throw new SeasonFileError(complaints)
  if (seasonYear === undefined) throw new SeasonFileError(['there are no games in the file'])
  complaints.push(...clashesOf(games, seasonYear))
  if (complaints.length > 0) throw new SeasonFileError(complaints)
  const byWeek = Map.groupBy(games, (placed) => placed.week)
  const weeks = [...byWeek].sort(([a], [b]) => a - b).map(([week, placed]) => [week, placed.map(({ game }) => game)] as const)
  return { seasonYear, weeks: new Map(weeks) }
}

interface PlacedGame {
  readonly line: number
  readonly season: number
  readonly week: number
  readonly game: FeedGame
}

interface CsvLine {
  readonly line: number
  readonly record: Readonly<Record<string, string>>
}

// With `info: true` csv-parse gives more than its types say.
const parsedSchema = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }))

function linesOf(text: string): CsvLine[] {
  try {
    const [header, ...rows] = parsedSchema.parse(
      parse(text, { bom: true, trim: true, info: true, skip_empty_lines: true, relax_column_count: false }),
    )
    const columns = header?.record ?? []
    const missing = REQUIRED.filter((name) => !columns.includes(name))
    if (missing.length > 0) throw new SeasonFileError([`line 1: no column ${missing.join(', ')}`])
    return rows.map(({ record, info }) => ({
      line: info.lines,
      record: Object.fromEntries(columns.map((name, index) => [name, record[index] ?? ''])),
    }))
  } catch (error) {
    if (error instanceof CsvError) throw new SeasonFileError([error.message])
    throw error
  }
}

function addGame(games: PlacedGame[], complaints: string[], line: number, row: Row): void {
  const espnId = row.espn_id ?? row.nflverse_id ?? row.game_id ?? null
  const kickoff = kickoffOf(row)
  if (espnId === null) complaints.push(`line ${line}: neither espn_id nor nflverse_id`)
  if (kickoff === undefined) complaints.push(`line ${line}: no such day and time: ${row.gameday} ${row.gametime ?? ''}`.trimEnd())
  if (row.home_team === row.away_team) complaints.push(`line ${line}: ${row.home_team} against itself`)
  if ((row.home_score === null) !== (row.away_score === null)) complaints.push(`line ${line}: one score without the other`)
  if (espnId === null || kickoff === undefined) return
  const played = row.home_score !== null
  const game: FeedGame = {
    espnId,
    home: row.home_team,
    away: row.away_team,
    kickoff,
    kickoffKnown: row.gametime !== null,
    status: played ? 'final' : 'scheduled',
    homeScore: row.home_score,
    awayScore: row.away_score,
    detail: played ? (row.overtime === '1' ? 'Final/OT' : 'Final') : null,
  }
  games.push({ line, season: row.season, week: row.week, game })
}

/** The instant of a day and time in New York, summer or winter; a game without a time is put at midnight of its day. */
function kickoffOf(row: Row): Instant | undefined {
  try {
    const time = Temporal.PlainTime.from((row.gametime ?? '00:00').padStart(5, '0'))
    const day = Temporal.PlainDate.from(row.gameday, { overflow: 'reject' })
    return instantFromMs(day.toZonedDateTime({ timeZone: POOL_TIME_ZONE, plainTime: time }).epochMilliseconds)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** What is wrong only in sight of other lines: another season, the same game or team twice. */
function clashesOf(games: readonly PlacedGame[], seasonYear: number): string[] {
  const seen = new Map<string, number>()
  return games.flatMap(({ line, season, week, game }) => {
    if (season !== seasonYear) return [`line ${line}: season ${season} in a file of season ${seasonYear}`]
    const keys = [
      [`id ${game.espnId}`, `game ${game.espnId}`],
      [`${week} ${game.home}`, `${game.home} in week ${week}`],
      [`${week} ${game.away}`, `${game.away} in week ${week}`],
    ] as const
    return keys.flatMap(([key, words]) => {
      const before = seen.get(key)
      if (before === undefined) seen.set(key, line)
      return before === undefined ? [] : [`line ${line}: ${words} again (first on line ${before})`]
    })
  })
}
