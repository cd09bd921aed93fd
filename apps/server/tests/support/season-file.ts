import { readFileSync } from 'node:fs'
import type { Season } from '@outlast/seasons/season'

/** A game as it was played, without types of the domain. */
export interface PlayedGame {
  readonly espnId: string
  readonly home: string
  readonly away: string
  readonly homeScore: number
  readonly awayScore: number
  /** ISO 8601 UTC with milliseconds. */
  readonly kickoff: string
}

export interface PlayedSeason {
  readonly year: number
  readonly weeks: ReadonlyMap<number, readonly PlayedGame[]>
}

const NEW_YORK = 'America/New_York'
const ESPN_STYLE: Readonly<Record<string, string>> = { LA: 'LAR', WAS: 'WSH' }
const millis = (instant: Temporal.Instant): string => instant.toString({ fractionalSecondDigits: 3 })

/** Reads a season's CSV with separate code, so that the importer is not tested against itself. */
export function readSeasonFile(path: string): PlayedSeason {
  const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  const columns = header.split(',')
  const rows = lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [columns[i]!, cell])))
  const games = rows.map((row) => ({
    week: Number(row['week']),
    game: {
      espnId: row['espn_id']!,
      home: ESPN_STYLE[row['home_team']!] ?? row['home_team']!,
      away: ESPN_STYLE[row['away_team']!] ?? row['away_team']!,
      homeScore: Number(row['home_score']),
      awayScore: Number(row['away_score']),
      kickoff: millis(Temporal.PlainDateTime.from(`${row['gameday']}T${row['gametime']}`).toZonedDateTime(NEW_YORK).toInstant()),
    },
  }))
  const weeks = Map.groupBy(games, ({ week }) => week)
  return {
    year: Number(rows[0]!['season']),
    weeks: new Map([...weeks].map(([week, list]) => [week, list.map(({ game }) => game)])),
  }
}

/** Converts the project's generated season to the same format. */
export function plainSeason({ seasonYear, weeks }: Season): PlayedSeason {
  const plain = [...weeks].map(([week, games]): [number, PlayedGame[]] => [
    week,
    games.map(({ espnId, home, away, homeScore, awayScore, kickoff }) => ({
      espnId,
      home,
      away,
      homeScore: homeScore ?? 0,
      awayScore: awayScore ?? 0,
      kickoff,
    })),
  ])
  return { year: seasonYear, weeks: new Map(plain) }
}

/** Returns the lock time: Sunday 12:00 in New York, on or after the earliest kickoff (docs/rules.md §2.3). */
export function expectedLock(games: readonly PlayedGame[]): string {
  const earliest = games.map((game) => game.kickoff).sort()[0]!
  let day = Temporal.Instant.from(earliest).toZonedDateTimeISO(NEW_YORK).toPlainDate()
  while (day.dayOfWeek !== 7) day = day.add({ days: 1 })
  return millis(day.toZonedDateTime({ timeZone: NEW_YORK, plainTime: '12:00' }).toInstant())
}

/** Adds hours to an instant. */
export function hoursFrom(instant: string, hours: number): string {
  return new Date(Date.parse(instant) + hours * 3_600_000).toISOString()
}
