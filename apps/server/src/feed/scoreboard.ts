import { parseInstant, parseTeam, type FeedGame, type GameStatus, type Instant, type TeamAbbr } from '@outlast/domain'
import { z } from 'zod'
import { espnWeekOf, type FeedWeek } from './espn-week.ts'

/**
 * Reads ESPN's scoreboard answer. Lenient about what is not used (unknown fields are ignored), strict about what is:
 * an event whose teams, time, status or score cannot be understood is left out and reported, and the rest of the
 * answer still counts, since a known game missing from an answer stays as it is (decisions.md §Settled further).
 */
export interface Scoreboard {
  readonly games: readonly FeedGame[]
  /** Events of this week that could not be understood: for the log. */
  readonly skipped: readonly SkippedEvent[]
}

/** An event that was left out, and why. */
export interface SkippedEvent {
  readonly eventId: string
  readonly reason: string
}

/** The answer as a whole is none of ESPN's scoreboards (or no longer looks like one). */
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

// Read on its own, before the rest of the event: an event of another week is no fault of this one.
const whenSchema = z.object({ id: z.string().optional(), week: weekSchema.optional(), season: seasonSchema.optional() })

const answerSchema = z.object({ season: seasonSchema.optional(), week: weekSchema.optional(), events: z.array(z.unknown()) })

type EspnEvent = z.infer<typeof eventSchema>
type EspnStatusType = z.infer<typeof statusSchema>['type']
type When = z.infer<typeof whenSchema>

/** Why one event is left out. Undecided ones are no fault and are not reported. */
class Unreadable extends Error {}
class Undecided extends Error {}

/**
 * The games of a week in an answer of ESPN's, in the answer's order.
 *
 * - Events of another week, season or season type are dropped; an event that does not say falls back to the answer's
 *   top level, and to what was asked if that says nothing either.
 * - Undecided playoff teams (`TBD`) drop the event silently.
 * - The same event twice: the first counts, a different second one is reported.
 * - Final means `completed` and neither cancelled nor postponed. Scores are null before kickoff (ESPN says `"0"`), and
 *   in cancelled and postponed games, whose `"0"` is no score either. A started game without a readable score is left out.
 *
 * Throws a {@link ScoreboardError} when the answer is no scoreboard, or when not one of the week's events can be
 * understood (an answer in a new format must not look like a week without games).
 */
export function parseScoreboard(json: unknown, asked: FeedWeek): Scoreboard {
  const answer = answerSchema.safeParse(json)
  if (!answer.success) throw new ScoreboardError(`not a scoreboard: ${issuesOf(answer.error)}`)
  const games = new Map<string, FeedGame>()
  const skipped: SkippedEvent[] = []
  for (const raw of answer.data.events) {
    const when = whenSchema.safeParse(raw)
    if (when.success && !isOfWeek(when.data, answer.data, asked)) continue
    const read = readEvent(raw)
    if (read === undefined) continue
    if ('reason' in read) skipped.push(read)
    else if (!games.has(read.espnId)) games.set(read.espnId, read)
    else if (!sameGame(games.get(read.espnId), read)) skipped.push({ eventId: read.espnId, reason: 'listed twice, differently' })
  }
  if (games.size === 0 && skipped.length > 0) {
    throw new ScoreboardError(`none of ${skipped.length} events could be understood: ${skipped[0]?.reason ?? ''}`)
  }
  return { games: [...games.values()], skipped }
}

function isOfWeek(event: When, answer: z.infer<typeof answerSchema>, asked: FeedWeek): boolean {
  const espn = espnWeekOf(asked.week)
  const week = event.week?.number ?? answer.week?.number ?? espn.week
  const year = event.season?.year ?? answer.season?.year ?? asked.seasonYear
  const type = event.season?.type ?? answer.season?.type ?? espn.seasonType
  return week === espn.week && year === asked.seasonYear && type === espn.seasonType
}

/** The game of an event, why it is left out, or `undefined` when its teams are not decided yet. */
function readEvent(raw: unknown): FeedGame | SkippedEvent | undefined {
  const event = eventSchema.safeParse(raw)
  if (!event.success) return { eventId: idOf(raw), reason: issuesOf(event.error) }
  try {
    return gameOf(event.data)
  } catch (error) {
    if (error instanceof Undecided) return undefined
    if (error instanceof Unreadable) return { eventId: event.data.id, reason: error.message }
    throw error
  }
}

function gameOf(event: EspnEvent): FeedGame {
  const competition = event.competitions[0]
  const type = (event.status ?? competition?.status)?.type
  if (competition === undefined || type === undefined) throw new Unreadable('no status')
  const kickoff: Instant | undefined = parseInstant(event.date)
  if (kickoff === undefined) throw new Unreadable(`date ${JSON.stringify(event.date)}`)
  const home = competition.competitors.find((competitor) => competitor.homeAway === 'home')
  const away = competition.competitors.find((competitor) => competitor.homeAway === 'away')
  if (home === undefined || away === undefined) throw new Unreadable('not one home and one away team')
  const status = statusOf(type)
  const scored = status === 'in_progress' || status === 'final'
  const teams = { home: teamOf(home.team.abbreviation), away: teamOf(away.team.abbreviation) }
  if (teams.home === teams.away) throw new Unreadable(`${teams.home} against itself`)
  return {
    espnId: event.id,
    ...teams,
    kickoff,
    kickoffKnown: competition.timeValid ?? true,
    status,
    homeScore: scored ? scoreOf(home.score) : null,
    awayScore: scored ? scoreOf(away.score) : null,
    detail: detailOf(type),
  }
}

const CANCELLED = new Set(['STATUS_CANCELED', 'STATUS_CANCELLED'])

/**
 * ESPN's status in the pool's words. Halftime, the end of a period, overtime, a delay or a suspension during the game
 * are all in progress; so is whatever is over but not completed under a name nobody has seen: only `completed` settles.
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
  if (abbreviation.trim().toUpperCase() === 'TBD') throw new Undecided()
  throw new Unreadable(`unknown team ${JSON.stringify(abbreviation.slice(0, 20))}`)
}

function scoreOf(score: unknown): number {
  if (typeof score === 'string' && /^\d{1,3}$/.test(score)) return Number(score)
  throw new Unreadable(`score ${String(JSON.stringify(score)).slice(0, 40)}`)
}

const DETAIL_LENGTH = 60

/** Where the game stands; null for a plain scheduled one, whose words would only repeat the kickoff in Eastern time. */
function detailOf(type: EspnStatusType): string | null {
  if (type.name === 'STATUS_SCHEDULED') return null
  const text = (type.shortDetail ?? '').replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return text === '' ? null : Array.from(text).slice(0, DETAIL_LENGTH).join('')
}

function idOf(raw: unknown): string {
  const id = whenSchema.safeParse(raw).data?.id
  return id === undefined ? 'unknown' : id.slice(0, 40)
}

function sameGame(a: FeedGame | undefined, b: FeedGame): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function issuesOf(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'answer'}: ${issue.message}`)
    .join('; ')
}
