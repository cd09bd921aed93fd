import { easternKickoff, easternTimeOfDay } from '../../clock/format.ts'
/** What of a game its line needs. */
export interface GameLike {
  readonly away_team_abbr: string
  readonly home_team_abbr: string
  readonly away_score: number | null
  readonly home_score: number | null
  readonly status: 'scheduled' | 'in_progress' | 'final' | 'cancelled' | 'postponed'
  readonly detail: string | null
}

/** "DAL 40–40 GB", away first; "DAL at GB" before there are scores. */
export function scoreText(game: GameLike): string {
  const { away_team_abbr: away, home_team_abbr: home, away_score: awayScore, home_score: homeScore } = game
  return awayScore === null || homeScore === null ? `${away} at ${home}` : `${away} ${awayScore}–${homeScore} ${home}`
}

/** Where a game stands, in the feed's words while it is played. */
export function gameStatusText(game: Pick<GameLike, 'status' | 'detail'>): string {
  switch (game.status) {
    case 'scheduled':
      return 'Scheduled'
    case 'in_progress':
      return game.detail ?? 'In progress'
    case 'final':
      return 'Final'
    case 'cancelled':
      return 'Cancelled'
    case 'postponed':
      return 'Postponed'
    default:
      return game.status satisfies never
  }
}

/** How a pick stands; null: it was not made. */
export type Result = 'win' | 'loss' | 'tbd' | null

/** The shape that goes with each result, so that colour is never the only sign. */
export function resultSymbol(result: Result): string {
  return result === null ? '–' : { win: '✓', loss: '✕', tbd: '•' }[result]
}

/** The word that goes with each result. */
export function resultLabel(result: Result): string {
  return result === null ? 'no pick' : { win: 'win', loss: 'loss', tbd: 'TBD' }[result]
}

/** Whether an entry is in, else since when and why not (as `standingsOf` says it). */
export type StandingLike =
  | { readonly status: 'alive' }
  | {
      readonly status: 'out'
      readonly eliminatedWeek: number
      readonly cause: 'loss' | 'missed' | 'hand'
      readonly team: string | null
    }

/** "Alive" or "Out in week 4: DAL 40–40 GB"; the game of the lost pick when it is known, else the team. */
export function standingText(standing: StandingLike, game?: GameLike): string {
  if (standing.status === 'alive') return 'Alive'
  const why = reasonOf(standing, game)
  return `Out in week ${standing.eliminatedWeek}${why === undefined ? '' : `: ${why}`}`
}

function reasonOf(standing: Extract<StandingLike, { status: 'out' }>, game?: GameLike): string | undefined {
  if (standing.cause === 'missed') return 'no pick'
  if (standing.cause === 'hand') return 'by an admin'
  if (game !== undefined) return scoreText(game)
  // A loss whose team is not revealed yet has no letters in it.
  return standing.team !== null && /^[A-Z]+$/.test(standing.team) ? standing.team : undefined
}

/** A game with its kickoff. */
export interface ScheduledGame extends GameLike {
  readonly start_time: string
  /** False while the kickoff is a placeholder. */
  readonly kickoff_known: boolean
}

/** `at PHI · Sun, Nov 22, 1:00 PM ET`: a team's game as it concerns who picks it; undefined without a game. */
export function kickoffText(game: ScheduledGame | undefined, team: string): string | undefined {
  if (game === undefined) return undefined
  const isHome = game.home_team_abbr === team
  const opponent = isHome ? `vs ${game.away_team_abbr}` : `at ${game.home_team_abbr}`
  return `${opponent} · ${easternKickoff(game.start_time, game.kickoff_known)}`
}

/** `1:00 PM ET`, or what became of the game. */
export function kickoffTime(game: ScheduledGame): string {
  if (game.status === 'cancelled') return 'Cancelled'
  if (game.status === 'postponed') return 'Postponed'
  return game.kickoff_known ? `${easternTimeOfDay(game.start_time)} ET` : 'Time not set'
}
