import { listText, ordinal } from '@outlast/contract/words'
import type { GameInfo, WeekInfo } from '@outlast/contract/live'
import { easternKickoff, easternTimeOfDay } from '../clock/format.ts'
import { formatCount } from '../lib/numbers.ts'
import { aTieIs, type GamePhase, type PickResult, type ScoreMeaning, weekLabel } from '@outlast/domain/rules'

/** The fields of a game that its texts need. */
export interface GameLike {
  readonly away_team_abbr: string
  readonly home_team_abbr: string
  readonly away_score: number | null
  readonly home_score: number | null
  readonly status: 'scheduled' | 'in_progress' | 'final' | 'cancelled' | 'postponed'
  readonly detail: string | null
  readonly phase?: GamePhase | null
  /** Left out where a team that is ahead wins, and all others lose. */
  readonly counts_as?: ScoreMeaning | undefined
}

/** A game with its kickoff. */
export interface ScheduledGame extends GameLike {
  readonly start_time: string
  /** False while the kickoff is a placeholder. */
  readonly kickoff_known: boolean
  /** What was expected of it before kickoff. */
  readonly pregame?: { readonly margin: number } | undefined
}

/** Names a game: "DAL at GB". */
export function gameName({
  away_team_abbr: away,
  home_team_abbr: home,
}: Pick<GameLike, 'away_team_abbr' | 'home_team_abbr'>): string {
  return `${away} at ${home}`
}

/** Says who decided about a game by hand, and why: "By hand: Pat Host, the scoreboard is down". */
export function byHandText({ name, reason }: NonNullable<GameInfo['decided_by']>): string {
  return `By hand: ${[name === '' ? 'a former admin' : name, reason].filter(Boolean).join(', ')}`
}

/** Formats a score, away team first: "DAL 40–40 GB", or "DAL at GB" before there is a score. */
export function scoreText(game: Pick<GameLike, 'away_team_abbr' | 'home_team_abbr' | 'away_score' | 'home_score'>): string {
  const { away_team_abbr: away, home_team_abbr: home, away_score: awayScore, home_score: homeScore } = game
  return awayScore === null || homeScore === null ? gameName(game) : `${away} ${awayScore}–${homeScore} ${home}`
}

const PHASE_TEXTS: { readonly [P in GamePhase]?: string } = {
  delayed: 'Delayed',
  suspended: 'Suspended',
  undecided: 'Undecided',
  moved: 'Moved',
  closed: 'Not played',
  closed_as_loss: 'Not played: a loss',
}

/** Formats the status of a game. While it is played, and after overtime, the text comes from the feed. */
export function gameStatusText(game: Pick<GameLike, 'status' | 'detail' | 'phase'>): string {
  const text = game.phase && PHASE_TEXTS[game.phase]
  if (text) return text
  switch (game.status) {
    case 'scheduled':
      return 'scheduled'
    case 'in_progress':
      return game.detail ?? 'In progress'
    case 'final':
      return game.detail?.startsWith('Final/') === true ? game.detail : 'Final'
    case 'cancelled':
      return 'Cancelled'
    case 'postponed':
      return 'Postponed'
    default:
      return game.status satisfies never
  }
}

/** Formats a team's opponent and kickoff: `at PHI · Sun, Nov 22, 1:00 PM ET`. Returns undefined without a game. */
export function kickoffText(game: ScheduledGame | undefined, team: string): string | undefined {
  if (game === undefined) return undefined
  const opponent = game.home_team_abbr === team ? `vs ${game.away_team_abbr}` : `at ${game.home_team_abbr}`
  return `${opponent} · ${easternKickoff(game.start_time, game.kickoff_known)}`
}

/** Formats the time of a kickoff: `1:00 PM ET`, or the reason why there is none. */
export function kickoffTime(game: ScheduledGame): string {
  if (game.status === 'cancelled' || game.status === 'postponed') return gameStatusText(game)
  return game.kickoff_known ? easternTimeOfDay(game.start_time) : 'Time TBD'
}

/** Formats what a member who picks needs to know: the kickoff, or the score with the status once a game has begun. */
export const kickoffOrScore = (game: ScheduledGame): string =>
  hasBegun(game) ? `${gameStatusText(game)}: ${scoreText(game)}` : kickoffTime(game)

/** Whether a game has a score to show instead of its kickoff. */
export const hasBegun = ({ status }: ScheduledGame): boolean => status === 'in_progress' || status === 'final'

/** The result of a pick; null without a pick. */
export type Result = PickResult | null

/** Returns the symbol of a result, so that color is never the only sign. */
export function resultSymbol(result: Result): string {
  return result === null ? '–' : { win: '✓', loss: '✕', tie: '=', tbd: '•' }[result]
}

/** Whether an entry is alive, or when and why it was eliminated. */
export type StandingLike =
  | { readonly status: 'alive'; readonly losses?: number | undefined }
  | {
      readonly status: 'out'
      /** Lives lost; without it, the text does not count them. */
      readonly losses?: number | undefined
      readonly eliminatedWeek: number
      readonly cause: 'loss' | 'missed' | 'hand'
      readonly team: string | null
    }

/**
 * Formats a standing: "Alive", "Out in week 4: DAL 40–40 GB", or with several lives "Out in week 7: third loss, DAL 40–40 GB". Falls
 * back to the team when the lost game is unknown.
 */
export function standingText(standing: StandingLike, game?: GameLike): string {
  if (standing.status === 'alive') return 'Alive'
  const { losses = 0, cause } = standing
  const count = losses > 1 && cause !== 'hand' ? [`${ordinal(losses)} loss`] : []
  const reasons = [...count, causeText(standing, game)].filter((text) => text !== undefined)
  return `Out in week ${weekLabel(standing.eliminatedWeek)}${reasons.length === 0 ? '' : `: ${reasons.join(', ')}`}`
}

/** Formats the weeks in which an entry that is alive lost lives: "Lost a life in week 3". Empty without a loss. */
export function lostLivesText(weeks: readonly number[], missed: readonly number[] = []): string {
  const before =
    missed.length === 0
      ? ''
      : `Joined after week ${weekLabel(Math.max(...missed))}: ${missed.length === 1 ? 'one life' : `${missed.length} lives`} lost`
  const labels = [...new Set(weeks.map(weekLabel))]
  const lost = labels[0] && `Lost ${weeks[1] ? 'lives' : 'a life'} in ${labels[1] ? 'weeks' : 'week'} ${listText(labels)}`
  return [before, lost].filter(Boolean).join('. ')
}

function causeText(standing: Extract<StandingLike, { status: 'out' }>, game?: GameLike): string | undefined {
  if (standing.cause === 'missed') return 'no pick'
  if (standing.cause === 'hand') return 'by an admin'
  if (game !== undefined) return scoreText(game)
  // The team of a loss that is not revealed yet is a placeholder without letters.
  return standing.team !== null && /^[A-Z]+$/.test(standing.team) ? standing.team : undefined
}

interface LabeledWeek extends Pick<WeekInfo, 'season_year' | 'week_number'> {
  /** Marks the current week; omitted where a list does not show it. */
  readonly is_current?: boolean
}

/** Formats a week for a list of weeks: `2026 • Week 4`, with its details `2026 • Week 4 • 118 picks • current`. */
export function weekInList({ season_year, week_number, is_current = false }: LabeledWeek, pickCount?: number): string {
  const picks = pickCount === undefined ? [] : [formatCount(pickCount, 'pick')]
  return [season_year, `Week ${weekLabel(week_number)}`, ...picks, ...(is_current ? ['current'] : [])].join(' • ')
}

/** Names weeks in ascending order: "week 3", "weeks 1 to 4 and 6". Three or more in a row are named by the first and the last. */
export function weeksText(weeks: readonly number[]): string {
  const runs: number[][] = []
  for (const week of weeks) {
    const run = runs.at(-1)
    if (run?.at(-1) === week - 1) run.push(week)
    else runs.push([week])
  }
  const names = runs.flatMap((run) => (run.length < 3 ? run.map(weekLabel) : [`${run[0]} to ${run.at(-1)}`]))
  return `${weeks.length === 1 ? 'week' : 'weeks'} ${listText(names)}`
}

/** Formats the state of a picked team's game: "leading 10–3", "trailing", "level 7–7 (a tie is a loss)". Its own score comes first. */
export function pickStateText(game: ScheduledGame, team: string): string {
  const { status, home_team_abbr: home, home_score: homeScore, away_score: awayScore } = game
  const hasBegun = status === 'in_progress' || status === 'final'
  if (!hasBegun) return kickoffTime(game)
  if (homeScore === null || awayScore === null) return gameStatusText(game)
  const [own, other] = team === home ? [homeScore, awayScore] : [awayScore, homeScore]
  const score = `${own}–${other}`
  if (status === 'final')
    return own === other ? `tied ${score}: ${aTieIs(game.counts_as)}` : `${own > other ? 'won' : 'lost'} ${score}`
  return own === other ? `level ${score} (${aTieIs(game.counts_as)})` : `${own > other ? 'leading' : 'trailing'} ${score}`
}

/** Formats a picked team's game in one line: "DAL 7–3 GB · 2:00 - 2nd", and its opponent and kickoff before it begins. */
export function gameLineText(game: ScheduledGame, team: string): string {
  if (game.status === 'scheduled') return kickoffText(game, team) ?? ''
  return `${scoreText(game)} · ${gameStatusText(game)}`
}
