import { LAST_WEEK, parseTeam, POOL_TIME_ZONE, instantFromMs, type FeedGame, type Instant, type TeamAbbr } from '@outlast/domain'
import type { Season } from '@outlast/seasons/season'
import { CsvError, parse } from 'csv-parse/sync'
import { splitSeparatorLine } from '../lib/csv-list.ts'
import { z } from 'zod'

/** A season file that cannot be imported. Each problem names its line (the header is line 1). */
export class SeasonFileError extends Error {
  override readonly name = 'SeasonFileError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(summaryOf(problems))
    this.problems = problems
  }
}

const MAX_SHOWN = 20

function summaryOf(problems: readonly string[]): string {
  const more = problems.length - MAX_SHOWN
  return [...problems.slice(0, MAX_SHOWN), ...(more > 0 ? [`… and ${more} more`] : [])].join('\n')
}

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, 'is not a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `is less than ${min}`).max(max, `is more than ${max}`))

/** nflverse leaves unknown values empty or writes `NA`. */
const unknown = z.enum(['', 'NA']).transform(() => null)
const score = z.union([unknown, integer(0, 200)], { error: 'is not a score' })
const team = z.string().transform((text, context): TeamAbbr => {
  const abbr = parseTeam(text)
  if (abbr !== undefined) return abbr
  context.addIssue({ code: 'custom', message: `is not a team: ${JSON.stringify(text.slice(0, 20))}` })
  return z.NEVER
})
const gameKey = z.union([unknown, z.string().regex(/^[\w-]{1,40}$/, 'is not an id')]).optional()

const rowSchema = z.object({
  season: integer(2000, 2100),
  week: integer(1, LAST_WEEK),
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
 * Parses a season in nflverse's columns: `season, week, gameday, gametime` (US Eastern), `away_team, home_team` in either
 * style of abbreviation, `away_score, home_score` (empty if not played yet), and optionally `overtime`, `espn_id` and
 * `nflverse_id` (or nflverse's `game_id`), which replaces a missing ESPN id. Other columns are ignored. A game without a
 * time gets a placeholder kickoff that locks nothing.
 *
 * @throws SeasonFileError with every problem of the file: a season is imported completely or not at all
 */
export function parseSeasonCsv(text: string): Season {
  const lines = linesOf(text)
  const problems: string[] = []
  const games: GameLine[] = []
  for (const { line, record } of lines) {
    const row = rowSchema.safeParse(record)
    if (!row.success) problems.push(...row.error.issues.map((issue) => `line ${line}: ${issue.path.join('.')} ${issue.message}`))
    else addGame(games, problems, line, row.data)
  }
  const seasonYear = games[0]?.season
  if (problems.length > 0) throw new SeasonFileError(problems)
  if (seasonYear === undefined) throw new SeasonFileError(['the file contains no games'])
  problems.push(...conflictsOf(games, seasonYear))
  if (problems.length > 0) throw new SeasonFileError(problems)
  const byWeek = Map.groupBy(games, (parsed) => parsed.week)
  const weeks = [...byWeek]
    .sort(([a], [b]) => a - b)
    .map(([week, gameLines]) => [week, gameLines.map(({ game }) => game)] as const)
  return { seasonYear, weeks: new Map(weeks) }
}

interface GameLine {
  readonly line: number
  readonly season: number
  readonly week: number
  readonly game: FeedGame
}

interface CsvLine {
  readonly line: number
  readonly record: Readonly<Record<string, string>>
}

// With `info: true` csv-parse returns more than its types declare.
const parsedSchema = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }))

function linesOf(text: string): CsvLine[] {
  const { csv, declared: delimiter = ',' } = splitSeparatorLine(text)
  try {
    const [header, ...rows] = parsedSchema.parse(
      parse(csv, { bom: true, delimiter, trim: true, info: true, skip_empty_lines: true, relax_column_count: false }),
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

function addGame(games: GameLine[], problems: string[], line: number, row: Row): void {
  const espnId = row.espn_id ?? row.nflverse_id ?? row.game_id ?? null
  const kickoff = kickoffOf(row)
  if (espnId === null) problems.push(`line ${line}: neither espn_id nor nflverse_id`)
  if (kickoff === undefined) problems.push(`line ${line}: invalid day or time: ${row.gameday} ${row.gametime ?? ''}`.trimEnd())
  if (row.home_team === row.away_team) problems.push(`line ${line}: ${row.home_team} against itself`)
  if ((row.home_score === null) !== (row.away_score === null)) problems.push(`line ${line}: one score without the other`)
  if (espnId === null || kickoff === undefined) return
  const isPlayed = row.home_score !== null
  const game: FeedGame = {
    espnId,
    home: row.home_team,
    away: row.away_team,
    kickoff,
    kickoffKnown: row.gametime !== null,
    status: isPlayed ? 'final' : 'scheduled',
    homeScore: row.home_score,
    awayScore: row.away_score,
    detail: isPlayed ? (row.overtime === '1' ? 'Final/OT' : 'Final') : null,
  }
  games.push({ line, season: row.season, week: row.week, game })
}

/** Returns the instant of a day and time in New York; midnight for a game without a time. */
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

/** Returns conflicts between lines: another season, or the same game or team twice. */
function conflictsOf(games: readonly GameLine[], seasonYear: number): string[] {
  const seen = new Map<string, number>()
  return games.flatMap(({ line, season, week, game }) => {
    if (season !== seasonYear) return [`line ${line}: season ${season} in a file of season ${seasonYear}`]
    const keys = [
      [`id ${game.espnId}`, `game ${game.espnId}`],
      [`${week} ${game.home}`, `${game.home} in week ${week}`],
      [`${week} ${game.away}`, `${game.away} in week ${week}`],
    ] as const
    return keys.flatMap(([key, label]) => {
      const before = seen.get(key)
      if (before === undefined) seen.set(key, line)
      return before === undefined ? [] : [`line ${line}: ${label} again (first on line ${before})`]
    })
  })
}
