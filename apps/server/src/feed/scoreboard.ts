import { parseInstant, parseTeam, type FeedGame, type GameStatus, type Instant, type TeamAbbr } from '@outlast/domain'
import { z } from 'zod'
import { espnWeekOf, type FeedWeek } from './espn-week.ts'

/**
 * The games in a response of ESPN. Unknown fields are ignored. An event whose teams, time, status or score cannot be parsed
 * is skipped and reported; the other events still count, since a game that is missing from a response stays unchanged
 * (docs/rules.md §4.7).
 */
export interface Scoreboard {
  readonly games: readonly FeedGame[]
  /** Events of this week that could not be parsed, for the log. */
  readonly skipped: readonly SkippedEvent[]
}

interface SkippedEvent {
  readonly eventId: string
  readonly reason: string
}

/** The response is not a scoreboard, or ESPN has changed its format. */
export class ScoreboardError extends Error {
  override readonly name = 'ScoreboardError'
}

const statusSchema = z.object({
  type: z.object({
    name: z.string(),
    state: z.enum(['pre', 'in', 'post']),
    completed: z.boolean(),
    shortDetail: z.string().optional(),
  }),
})

const competitorSchema = z.object({
  homeAway: z.enum(['home', 'away']),
  team: z.object({ abbreviation: z.string() }),
  score: z.unknown(),
})

const seasonSchema = z.object({ year: z.number().int(), type: z.number().int().optional() })
const weekSchema = z.object({ number: z.number().int() })

const competitionSchema = z.object({
  competitors: z.array(competitorSchema).length(2),
  timeValid: z.boolean().optional(),
  status: statusSchema.optional(),
})

const eventSchema = z.object({
  id: z.string().regex(/^[\w-]{1,40}$/, 'an id'),
  date: z.string(),
  competitions: z.array(competitionSchema).min(1),
  status: statusSchema.optional(),
})

// Parsed separately before the rest of the event, so that events of other weeks are not reported.
const whenSchema = z.object({ id: z.string().optional(), week: weekSchema.optional(), season: seasonSchema.optional() })

const responseSchema = z.object({ season: seasonSchema.optional(), week: weekSchema.optional(), events: z.array(z.unknown()) })

type EspnEvent = z.infer<typeof eventSchema>
type EspnStatusType = z.infer<typeof statusSchema>['type']
type When = z.infer<typeof whenSchema>

/** Thrown for an event that cannot be parsed, which is reported. */
class UnparsableEvent extends Error {}
/** Thrown for an event whose teams are not known yet, which is not reported. */
class UndecidedTeams extends Error {}

/**
 * Parses the games of a week, in the order of the response.
 *
 * - Skips events of another week, season or season type. An event without these fields takes them from the top level of
 *   the response, or else from the request.
 * - Skips events with undecided playoff teams (`TBD`) without a report.
 * - Uses the first of two events with the same id, and reports a second one that differs.
 * - Treats a game as final if it is `completed` and neither cancelled nor postponed. Scores are null before kickoff and in
 *   cancelled and postponed games, although ESPN sends `"0"`. Skips a started game without a valid score.
 *
 * Throws a {@link ScoreboardError} if the response is not a scoreboard, or if none of the week's events can be parsed,
 * because a response in a new format must not look like a week without games.
 */
export function parseScoreboard(json: unknown, requested: FeedWeek): Scoreboard {
  const response = responseSchema.safeParse(json)
  if (!response.success) throw new ScoreboardError(`not a scoreboard: ${issuesOf(response.error)}`)
  const games = new Map<string, FeedGame>()
  const skipped: SkippedEvent[] = []
  for (const raw of response.data.events) {
    const when = whenSchema.safeParse(raw)
    if (when.success && !isOfWeek(when.data, response.data, requested)) continue
    const parsed = parseEvent(raw)
    if (parsed === undefined) continue
    if ('reason' in parsed) skipped.push(parsed)
    else if (!games.has(parsed.espnId)) games.set(parsed.espnId, parsed)
    else if (!isSameGame(games.get(parsed.espnId), parsed)) {
      skipped.push({ eventId: parsed.espnId, reason: 'listed twice with differences' })
    }
  }
  if (games.size === 0 && skipped.length > 0) {
    throw new ScoreboardError(`none of the ${skipped.length} events could be parsed: ${skipped[0]?.reason ?? ''}`)
  }
  return { games: [...games.values()], skipped }
}

function isOfWeek(event: When, response: z.infer<typeof responseSchema>, requested: FeedWeek): boolean {
  const espn = espnWeekOf(requested.week)
  const week = event.week?.number ?? response.week?.number ?? espn.week
  const year = event.season?.year ?? response.season?.year ?? requested.seasonYear
  const type = event.season?.type ?? response.season?.type ?? espn.seasonType
  return week === espn.week && year === requested.seasonYear && type === espn.seasonType
}

/** Returns the game of an event, the reason to skip it, or undefined if its teams are not known yet. */
function parseEvent(raw: unknown): FeedGame | SkippedEvent | undefined {
  const event = eventSchema.safeParse(raw)
  if (!event.success) return { eventId: idOf(raw), reason: issuesOf(event.error) }
  try {
    return gameOf(event.data)
  } catch (error) {
    if (error instanceof UndecidedTeams) return undefined
    if (error instanceof UnparsableEvent) return { eventId: event.data.id, reason: error.message }
    throw error
  }
}

function gameOf(event: EspnEvent): FeedGame {
  const competition = event.competitions[0]
  const type = (event.status ?? competition?.status)?.type
  if (competition === undefined || type === undefined) throw new UnparsableEvent('no status')
  const kickoff: Instant | undefined = parseInstant(event.date)
  if (kickoff === undefined) throw new UnparsableEvent(`date ${JSON.stringify(event.date)}`)
  const home = competition.competitors.find((competitor) => competitor.homeAway === 'home')
  const away = competition.competitors.find((competitor) => competitor.homeAway === 'away')
  if (home === undefined || away === undefined) throw new UnparsableEvent('no home or away team')
  const status = statusOf(type)
  const hasScore = status === 'in_progress' || status === 'final'
  const teams = { home: teamOf(home.team.abbreviation), away: teamOf(away.team.abbreviation) }
  if (teams.home === teams.away) throw new UnparsableEvent(`${teams.home} against itself`)
  return {
    espnId: event.id,
    ...teams,
    kickoff,
    kickoffKnown: competition.timeValid ?? true,
    status,
    homeScore: hasScore ? scoreOf(home.score) : null,
    awayScore: hasScore ? scoreOf(away.score) : null,
    detail: detailOf(type),
  }
}

const CANCELLED = new Set(['STATUS_CANCELED', 'STATUS_CANCELLED'])

/**
 * Converts ESPN's status. Halftime, the end of a period, overtime, a delay and a suspension during the game all mean in
 * progress. An unknown status also does unless the game is `completed`: only that makes a game final.
 */
function statusOf(type: EspnStatusType): GameStatus {
  if (CANCELLED.has(type.name)) return 'cancelled'
  if (type.name === 'STATUS_POSTPONED') return 'postponed'
  if (type.completed) return 'final'
  return type.state === 'pre' ? 'scheduled' : 'in_progress'
}

function teamOf(abbreviation: string): TeamAbbr {
  const team = parseTeam(abbreviation)
  if (team !== undefined) return team
  if (abbreviation.trim().toUpperCase() === 'TBD') throw new UndecidedTeams()
  throw new UnparsableEvent(`unknown team ${JSON.stringify(abbreviation.slice(0, 20))}`)
}

function scoreOf(score: unknown): number {
  if (typeof score === 'string' && /^\d{1,3}$/.test(score)) return Number(score)
  throw new UnparsableEvent(`score ${String(JSON.stringify(score)).slice(0, 40)}`)
}

const MAX_DETAIL_LENGTH = 60

/** Returns the game clock or similar; null for a scheduled game, whose text would only repeat the kickoff in Eastern time. */
function detailOf(type: EspnStatusType): string | null {
  if (type.name === 'STATUS_SCHEDULED') return null
  const text = (type.shortDetail ?? '').replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return text === '' ? null : Array.from(text).slice(0, MAX_DETAIL_LENGTH).join('')
}

function idOf(raw: unknown): string {
  const id = whenSchema.safeParse(raw).data?.id
  return id === undefined ? 'unknown' : id.slice(0, 40)
}

function isSameGame(a: FeedGame | undefined, b: FeedGame): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function issuesOf(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'response'}: ${issue.message}`)
    .join('; ')
}
