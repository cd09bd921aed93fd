import { scheduledNoon, type FeedGame, parseInstant, UNKNOWN_TEAM, type UnreadEventPart, type UnreadPart } from '@outlast/domain'
import { espnWeekOf, type FeedWeek } from './espn-week.ts'
import { isObject, listOf, numberOf, shown, textOf } from './loose-json.ts'
import { detailOf, readStatuses } from './scoreboard-status.ts'
import { readSides, type Sides } from './scoreboard-sides.ts'

/** A scoreboard of ESPN: a game for each event of the week, and what could not be read (docs/rules.md §4.10). */
export interface Scoreboard {
  readonly games: readonly FeedGame[]
  /** What could not be read of the games, and events that say that they are of another week. */
  readonly unread: readonly UnreadEventPart[]
}

/** The response is not a scoreboard. */
export class ScoreboardError extends Error {
  override readonly name = 'ScoreboardError'
}

/**
 * Reads a scoreboard, in the order of its events. Every event of the asked week is a game of it, whatever in it cannot be read: a game
 * that is missing would look like a bye or a complete week. An event that does not say its week, season or season type takes it from the
 * top level of the response, or else from the request.
 *
 * Throws a {@link ScoreboardError} if the response has no list of events.
 */
export function readScoreboard(json: unknown, requested: FeedWeek): Scoreboard {
  if (!isObject(json) || !Array.isArray(json['events'])) throw new ScoreboardError('it has no list of events')
  const events = listOf(json['events']).map((raw, index) => readEvent(raw, index, json, requested))
  const own = events.flatMap((event) => ('game' in event ? [event.game] : []))
  const games = withoutTeamsPlayingTwice(withEachIdOnce(own))
  const unread = games.flatMap(({ espnId, unread: parts = [] }) => parts.map((part) => ({ espnId, ...part })))
  return { games, unread: [...unread, ...events.flatMap((event) => ('elsewhere' in event ? [event.elsewhere] : []))] }
}

type ReadEvent = { readonly game: FeedGame } | { readonly elsewhere: UnreadEventPart }

function readEvent(raw: unknown, index: number, response: Record<string, unknown>, requested: FeedWeek): ReadEvent {
  if (!isObject(raw)) return { game: unreadableGame(index, shown(raw), requested) }
  const week = weekOf(raw, response, requested)
  const competition = listOf(raw['competitions']).find(isObject) ?? {}
  const sides = readSides(competition['competitors'])
  const id = idOf(raw, competition)
  if (!week.isRequested) return { elsewhere: { espnId: id ?? fallbackId(sides, index), what: 'week', value: week.said } }
  const progress = readStatuses(raw['status'], competition['status'])
  const kickoff = kickoffOf(raw, competition, requested)
  const scores = scoresOf(sides, progress)
  const unread: UnreadPart[] = [
    ...(id === textOf(raw['id']) && id !== undefined ? [] : [{ what: 'id' as const, value: shown(raw['id']) }]),
    ...week.unread,
    ...sides.unread,
    ...kickoff.unread,
    ...progress.unread,
    ...scores.unread,
  ]
  return {
    game: {
      espnId: id ?? fallbackId(sides, index),
      home: sides.home.team,
      away: sides.away.team,
      kickoff: kickoff.at,
      kickoffKnown: kickoff.isKnown,
      ...scores.progress,
      detail: detailOf(raw['status'], competition['status']),
      ...(unread.length === 0 ? {} : { unread }),
    },
  }
}

function unreadableGame(index: number, value: string, { seasonYear, week }: FeedWeek): FeedGame {
  return {
    espnId: `event-${index + 1}`,
    home: UNKNOWN_TEAM,
    away: UNKNOWN_TEAM,
    kickoff: scheduledNoon(seasonYear, week),
    kickoffKnown: false,
    status: 'scheduled',
    homeScore: null,
    awayScore: null,
    detail: null,
    isProgressUnread: true,
    unread: [{ what: 'event', value }],
  }
}

interface SaidWeek {
  readonly isRequested: boolean
  /** The week that it says instead. */
  readonly said: string
  readonly unread: readonly UnreadPart[]
}

function weekOf(event: Record<string, unknown>, response: Record<string, unknown>, requested: FeedWeek): SaidWeek {
  const espn = espnWeekOf(requested.week)
  const parts = [
    { key: 'week', field: 'number', asked: espn.week, range: [1, 25] },
    { key: 'season', field: 'year', asked: requested.seasonYear, range: [1920, 2200] },
    { key: 'season', field: 'type', asked: espn.seasonType, range: [1, 5] },
  ].map(({ key, field, asked, range: [least = 0, most = 0] }) => {
    const [own, shared] = [event[key], response[key]].map((place) => (isObject(place) ? place[field] : place))
    const [number, general] = [own, shared].map((value) => {
      const parsed = numberOf(value)
      return parsed !== undefined && parsed >= least && parsed <= most ? parsed : undefined
    })
    const said = number ?? general ?? asked
    const isUnread = own !== undefined && own !== null && number === undefined
    return { asked, said, text: `${key} ${field} ${said}`, isUnread, own }
  })
  return {
    isRequested: parts.every(({ said, asked }) => said === asked),
    said: parts.flatMap(({ said, asked, text }) => (said === asked ? [] : [text])).join(', '),
    unread: parts.flatMap(({ isUnread, own }) => (isUnread ? [{ what: 'week', value: shown(own) } as const] : [])),
  }
}

const ID = /^[\w-]{1,40}$/

/** The event's id, which its competition and its `uid` (`s:20~l:28~e:401772510`) repeat: the one that most of them say. */
function idOf(event: Record<string, unknown>, competition: Record<string, unknown>): string | undefined {
  const inUid = /(?:^|~)e:([\w-]+)/.exec(textOf(event['uid']) ?? '')?.[1]
  const said = [textOf(event['id']), textOf(competition['id']), inUid].filter((id) => id !== undefined && ID.test(id))
  const count = (id: string | undefined): number => said.filter((other) => other === id).length
  return said.toSorted((a, b) => count(b) - count(a))[0]
}

function fallbackId({ home, away }: Sides, index: number): string {
  const isKnown = home.team !== UNKNOWN_TEAM && away.team !== UNKNOWN_TEAM
  return isKnown ? `${away.team}-${home.team}` : `event-${index + 1}`
}

interface ReadKickoff {
  readonly at: FeedGame['kickoff']
  readonly isKnown: boolean
  readonly unread: readonly UnreadPart[]
}

/** A kickoff far from the season is an error of the feed: it would lock the week, or its teams, at once. */
function kickoffOf(
  event: Record<string, unknown>,
  competition: Record<string, unknown>,
  { seasonYear, week }: FeedWeek,
): ReadKickoff {
  const dates = [event['date'], competition['date'], competition['startDate']]
  const at = dates.map((date) => parseInstant(textOf(date) ?? '')).find((date) => date !== undefined && isNear(date, seasonYear))
  const isDated = parseInstant(textOf(event['date']) ?? '') === at
  const valid = flagOf(competition['timeValid'] ?? true)
  const unread: readonly UnreadPart[] = [
    ...(at !== undefined && isDated ? [] : [{ what: 'kickoff' as const, value: shown(event['date']) }]),
    ...(valid === undefined ? [{ what: 'kickoff' as const, value: shown(competition['timeValid']) }] : []),
  ]
  return { at: at ?? scheduledNoon(seasonYear, week), isKnown: at !== undefined && valid === true, unread }
}

function isNear(date: string, seasonYear: number): boolean {
  const year = Number(date.slice(0, 4))
  return year === seasonYear || year === seasonYear + 1
}

function flagOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const text = textOf(value)?.toLowerCase()
  return text === 'true' ? true : text === 'false' ? false : undefined
}

type Progress = Pick<FeedGame, 'status' | 'homeScore' | 'awayScore' | 'phase' | 'isProgressUnread'>

/** Adds the scores of a game that has started. Before the start, and in a cancelled game, the feed's "0" means nothing. */
function scoresOf(
  { home, away }: Sides,
  status: ReturnType<typeof readStatuses>,
): { readonly progress: Progress; readonly unread: readonly UnreadPart[] } {
  const { unread: _, ...progress } = status
  const none = { progress: { ...progress, homeScore: null, awayScore: null }, unread: [] }
  const hasScore = (progress.status === 'in_progress' || progress.status === 'final') && progress.phase !== 'undecided'
  if (!hasScore || progress.isProgressUnread === true) return none
  const unread: readonly UnreadPart[] = [
    ...(home.score === undefined ? [{ what: 'home_score' as const, value: shown(home.rawScore) }] : []),
    ...(away.score === undefined ? [{ what: 'away_score' as const, value: shown(away.rawScore) }] : []),
  ]
  if (unread.length === 0)
    return { progress: { ...progress, homeScore: home.score ?? null, awayScore: away.score ?? null }, unread }
  // A game is final only with both scores.
  const undecided = progress.status === 'final' ? ({ status: 'in_progress', phase: 'undecided' } as const) : {}
  return { progress: { ...none.progress, ...undecided }, unread }
}

/** Two events with one id: an equal one says nothing new, another game gets an id of its own, and of a contradiction nothing counts. */
function withEachIdOnce(games: readonly FeedGame[]): readonly FeedGame[] {
  const byId = new Map<string, FeedGame>()
  for (const [index, game] of games.entries()) {
    const first = byId.get(game.espnId)
    if (first === undefined) byId.set(game.espnId, game)
    else if (JSON.stringify(first) === JSON.stringify(game)) continue
    else if (isSamePair(first, game)) byId.set(game.espnId, contradicted(first, `${first.status} and ${game.status}`))
    else
      byId.set(`event-${index + 1}`, named({ ...game, espnId: `event-${index + 1}` }, { what: 'id', value: shown(game.espnId) }))
  }
  return [...byId.values()]
}

function isSamePair(a: FeedGame, b: FeedGame): boolean {
  return [a.home, a.away].sort().join() === [b.home, b.away].sort().join()
}

function contradicted({ phase: _phase, ...game }: FeedGame, value: string): FeedGame {
  const nothing = { status: 'scheduled', homeScore: null, awayScore: null, isProgressUnread: true } as const
  return named({ ...game, ...nothing }, { what: 'event', value })
}

function named(game: FeedGame, ...parts: readonly UnreadPart[]): FeedGame {
  return parts.length === 0 ? game : { ...game, unread: [...(game.unread ?? []), ...parts] }
}

/** A team cannot play two opponents in one week: it is not known which of the games is meant. */
function withoutTeamsPlayingTwice(games: readonly FeedGame[]): readonly FeedGame[] {
  const opponents = new Map<string, Set<string>>()
  for (const { home, away, status } of games) {
    if (status === 'cancelled' || status === 'postponed' || home === UNKNOWN_TEAM || away === UNKNOWN_TEAM) continue
    opponents.set(home, (opponents.get(home) ?? new Set()).add(away))
    opponents.set(away, (opponents.get(away) ?? new Set()).add(home))
  }
  const isTwice = (team: string): boolean => (opponents.get(team)?.size ?? 0) > 1
  return games.map((game) => {
    const { home, away, status } = game
    if (status === 'cancelled' || status === 'postponed' || !(isTwice(home) || isTwice(away))) return game
    return named(
      { ...game, home: isTwice(home) ? UNKNOWN_TEAM : home, away: isTwice(away) ? UNKNOWN_TEAM : away },
      ...(isTwice(home) ? [{ what: 'home_team' as const, value: `${home} plays twice` }] : []),
      ...(isTwice(away) ? [{ what: 'away_team' as const, value: `${away} plays twice` }] : []),
    )
  })
}
