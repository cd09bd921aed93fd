import { type TeamAbbr, TEAMS, UNKNOWN_TEAM } from './teams.ts'
import { isSlate } from './week-number.ts'

// The life of a game (docs/rules.md §4.9). Whatever depends on the state of a game asks this module. The browser uses it too.

/** What the API calls the status of a game. A {@link GameState} can say more. */
export const GAME_STATUSES = ['scheduled', 'in_progress', 'final', 'cancelled', 'postponed'] as const
export type GameStatus = (typeof GAME_STATUSES)[number]

/** The states that say more than the status. */
export const GAME_PHASES = ['delayed', 'suspended', 'undecided', 'moved', 'corrected', 'closed', 'closed_as_loss'] as const
export type GamePhase = (typeof GAME_PHASES)[number]

export type GameState = GameStatus | GamePhase

/** What a state means for the picks of a game's teams. */
interface StateRules {
  readonly status: GameStatus
  /** Its score decides picks. */
  readonly settles: boolean
  /** Both teams' picks lose, once the week is locked. */
  readonly losesBoth?: true
  /** Its week cannot be complete. */
  readonly blocksWeek: boolean
  /** Whether a member can newly pick one of its teams. `not_listed`: as if the week did not have the game. */
  readonly newPicks: 'accepted' | 'refused' | 'not_listed'
  /** When it counts as kicked off, which locks its teams under `team_lock: kickoff`. */
  readonly kickedOff: 'never' | 'at_kickoff' | 'always'
  /** Answers that the pool holds back, because they cannot follow. */
  readonly cannotBecome: readonly GameState[]
}

const OPEN = { settles: false, blocksWeek: true, newPicks: 'accepted', cannotBecome: [] } as const
const NOT_STARTED = { ...OPEN, status: 'scheduled', kickedOff: 'at_kickoff' } as const
const PLAYING = { ...OPEN, status: 'in_progress', kickedOff: 'always' } as const
const PLAYED = {
  status: 'final',
  settles: true,
  blocksWeek: false,
  newPicks: 'accepted',
  kickedOff: 'always',
  cannotBecome: ['scheduled', 'delayed'],
} as const

/** The table of docs/rules.md §4.9. */
export const GAME_LIFE: { readonly [S in GameState]: StateRules } = {
  scheduled: NOT_STARTED,
  delayed: NOT_STARTED,
  in_progress: PLAYING,
  suspended: PLAYING,
  undecided: PLAYING,
  postponed: { ...OPEN, status: 'postponed', newPicks: 'refused', kickedOff: 'never' },
  cancelled: { ...OPEN, status: 'cancelled', newPicks: 'refused', kickedOff: 'never' },
  // An admin closed the week without the game, which was called off (docs/rules.md §4.13).
  closed: { ...OPEN, status: 'postponed', blocksWeek: false, newPicks: 'refused', kickedOff: 'never' },
  closed_as_loss: { ...OPEN, status: 'postponed', blocksWeek: false, losesBoth: true, newPicks: 'refused', kickedOff: 'never' },
  moved: { ...OPEN, status: 'postponed', blocksWeek: false, newPicks: 'not_listed', kickedOff: 'never' },
  final: PLAYED,
  corrected: PLAYED,
}

interface InState {
  readonly status: GameStatus
  readonly phase?: GamePhase | null | undefined
}

interface Sides {
  readonly home: string
  readonly away: string
}

export function stateOf({ status, phase }: InState): GameState {
  return phase ?? status
}

/** Whether a game is not played when it was planned: it decides nothing now, and another game of its team comes first. */
export function isCalledOff(game: InState): boolean {
  return GAME_LIFE[stateOf(game)].kickedOff === 'never'
}

/** Whether the week has the game: it was not moved away. */
export function isListed(game: InState): boolean {
  return GAME_LIFE[stateOf(game)].newPicks !== 'not_listed'
}

interface ByHand {
  /** What the scoreboard said before an admin's word, as long as that stands. */
  readonly byHand?: object | undefined
}

/** Whether an admin marked a game as moved to a week that the pool does not have (docs/rules.md §4.11). */
export function isMovedByHand(game: InState & ByHand): boolean {
  return !isListed(game) && game.byHand !== undefined
}

/** Whether a game can still be played, or played to its end. */
export function isStillOpen(game: InState): boolean {
  const { blocksWeek: isOpen, status } = GAME_LIFE[stateOf(game)]
  return isOpen && status !== 'cancelled'
}

/** Whether one of a game's teams is not known. */
export function hasUnknownTeam({ home, away }: Sides): boolean {
  return home === UNKNOWN_TEAM || away === UNKNOWN_TEAM
}

/** A point in time: either an `Instant` or epoch milliseconds. The parameters of one call are of the same kind. */
export type Time = string | number

export interface Kickoff<T extends Time> extends InState {
  readonly kickoff: T
  /** False for a placeholder kickoff. */
  readonly kickoffKnown: boolean
}

/** Whether a game has kicked off (docs/rules.md §3.2). A placeholder kickoff time is ignored. */
export function hasKickedOff<T extends Time>(game: Kickoff<T>, time: T): boolean {
  const { kickedOff } = GAME_LIFE[stateOf(game)]
  return kickedOff === 'always' || (kickedOff === 'at_kickoff' && game.kickoffKnown && time >= game.kickoff)
}

interface Decidable extends InState, Sides {
  readonly finalByAdmin: boolean
  readonly isResultUnread?: boolean | null | undefined
}

interface Scored extends Decidable {
  readonly homeScore: number | null
  readonly awayScore: number | null
}

/**
 * Whether a game's result counts: it is final with both scores, and its week is locked or an admin made it final. Otherwise
 * an elimination before the lock would reveal a hidden pick (docs/rules.md §4.1, §4.3).
 */
export function isSettled(game: Scored, weekIsLocked: boolean): boolean {
  const isScored = game.homeScore !== null && game.awayScore !== null && !hasUnknownTeam(game)
  return GAME_LIFE[stateOf(game)].settles && isScored && (weekIsLocked || game.finalByAdmin)
}

interface Result extends Sides {
  readonly homeScore: number | null
  readonly awayScore: number | null
}

/**
 * Whether a result cannot follow on another one of the same two teams, because it takes away what was scored: a score is missing, or no team
 * gained and each team that had points has fewer (docs/rules.md §4.9).
 */
export function takesPointsAway(before: Result, after: Result): boolean {
  const isSwapped = before.home === after.away && before.away === after.home
  if (!isSwapped && (before.home !== after.home || before.away !== after.away)) return false
  const [home, away] = isSwapped ? [after.awayScore, after.homeScore] : [after.homeScore, after.awayScore]
  if (home === null || away === null) return true
  const sides = [
    { had: before.homeScore ?? 0, has: home },
    { had: before.awayScore ?? 0, has: away },
  ]
  const scored = sides.filter(({ had }) => had > 0)
  if (scored.length === 0 || sides.some(({ had, has }) => has > had)) return false
  return scored.every(({ had, has }) => has < had)
}

/** Whether a called-off game counts as a loss for both teams, because an admin closed its week without it. */
export function losesBoth(game: InState, weekIsLocked: boolean): boolean {
  return weekIsLocked && GAME_LIFE[stateOf(game)].losesBoth === true
}

/** Returns the game that decided the picks of a team: the last one that settled, or one that lost for both teams. */
export function decidingGame<G extends Scored>(games: readonly G[], team: string, weekIsLocked: boolean): G | undefined {
  const own = games.filter((game) => game.home === team || game.away === team)
  return own.findLast((game) => isSettled(game, weekIsLocked)) ?? own.findLast((game) => losesBoth(game, weekIsLocked))
}

/** Whether an admin closed the week without the game. */
export function isClosedOut({ phase }: Pick<InState, 'phase'>): boolean {
  return phase === 'closed' || phase === 'closed_as_loss'
}

/** Whether a game keeps its week from being complete: it is not over, or the scoreboard's newest answer about it could not be read. */
export function blocksWeek(game: Decidable): boolean {
  if (game.finalByAdmin || isClosedOut(game)) return false
  return GAME_LIFE[stateOf(game)].blocksWeek || (isListed(game) && (game.isResultUnread === true || hasUnknownTeam(game)))
}

/** Whether a week has games and all of them are over (docs/rules.md §4.6). */
export function allGamesOver(games: readonly Decidable[]): boolean {
  return games.some(isListed) && !games.some(blocksWeek)
}

export interface Matchup extends InState, Sides {
  readonly unread?: readonly UnreadPart[] | null | undefined
}

/** The game that a team plays in a week. A cancelled or postponed game is returned only if the team has no other (§4.2). */
export function gameOfTeam<G extends Omit<Matchup, 'unread'>>(games: readonly G[], team: string): G | undefined {
  const own = games.filter((game) => isListed(game) && (game.home === team || game.away === team))
  return own.find((game) => !isCalledOff(game)) ?? own[0]
}

/** Returns the teams against which a team plays in a week. A called-off game is none. */
export function opponentsOf(games: readonly Omit<Matchup, 'unread'>[], team: string): ReadonlySet<string> {
  const own = games.filter((game) => isListed(game) && !isCalledOff(game) && (game.home === team || game.away === team))
  return new Set(own.map(({ home, away }) => (home === team ? away : home)))
}

/** What about the week's games can speak against a team. `game`: the one that is called off. */
export type GameObstacle<G> =
  | { readonly code: 'game_cancelled' | 'game_postponed'; readonly game: G }
  | {
      readonly code: /** Its game is listed in another week (docs/rules.md §4.11). */
        | 'game_left'
        /** All games of the week are known, and it plays in none. */
        | 'team_on_bye'
        /** No game of the slate is known: the team's may turn out to be in another slate, so that it could not lose here (§20). */
        | 'slate_without_games'
        /** It may be the team that a game does not name yet, or whose name could not be read (§4.10). */
        | 'opponent_unknown'
        | 'game_unread'
    }

/**
 * Returns what about the week's games speaks against a team, whatever the time and the pool's rules. As long as no game of a week is known,
 * nothing does. What follows from it, and for whom, is in the table of obstacles (obstacles.ts).
 */
export function obstacleTo<G extends Matchup>(
  games: readonly G[],
  team: string,
  weekNumber: number,
): GameObstacle<G> | undefined {
  const game = gameOfTeam(games, team)
  if (game !== undefined) {
    const state = stateOf(game)
    if (GAME_LIFE[state].newPicks !== 'refused') return undefined
    return { code: state === 'postponed' ? 'game_postponed' : 'game_cancelled', game }
  }
  if (games.some(({ home, away }) => home === team || away === team)) return { code: 'game_left' }
  const listed = games.filter(isListed)
  if (listed.length === 0) return isSlate(weekNumber) ? { code: 'slate_without_games' } : undefined
  const unknown = listed.filter(hasUnknownTeam)
  if (unknown.some(({ unread }) => unread?.some(isTeamPart))) return { code: 'game_unread' }
  return { code: unknown.length > 0 ? 'opponent_unknown' : 'team_on_bye' }
}

/** The teams without a game in a week: those whose game left it, and those that never had one there. Empty as long as nothing is known. */
export interface TeamsWithoutGame {
  readonly left: readonly TeamAbbr[]
  readonly onBye: readonly TeamAbbr[]
}

export function teamsWithoutGame(games: readonly Matchup[], weekNumber: number): TeamsWithoutGame {
  const left: TeamAbbr[] = []
  const onBye: TeamAbbr[] = []
  if (games.length === 0) return { left, onBye }
  for (const { abbr } of TEAMS) {
    const code = obstacleTo(games, abbr, weekNumber)?.code
    if (code === 'game_left') left.push(abbr)
    if (code === 'team_on_bye') onBye.push(abbr)
  }
  return { left: left.sort(), onBye: onBye.sort() }
}

/** What of a game in the scoreboard's newest answer could not be read. */
export const UNREAD_PARTS = [
  'event',
  /** Another week than the one that was asked for, or none. */
  'week',
  'id',
  'home_team',
  'away_team',
  'home_score',
  'away_score',
  'kickoff',
  'status',
  /** It was read, but cannot follow, for example "scheduled" after a final result: the state that it says, and its score after a final one. */
  'held_back',
] as const

export interface UnreadPart {
  readonly what: (typeof UNREAD_PARTS)[number]
  /** What the scoreboard says instead, shortened. */
  readonly value: string
}

/** What of an event of the scoreboard could not be read. */
export interface UnreadEventPart extends UnreadPart {
  readonly espnId: string
}

function isTeamPart({ what }: UnreadPart): boolean {
  return what === 'home_team' || what === 'away_team' || what === 'event'
}
