import type { GameStatus } from './game.ts'

// The entry `@outlast/domain/rules`: the rules, teams and proof functions that the server and the browser share. The parameters
// of a rule name only what it reads, so the server passes its state and the browser passes mapped rows. Keep the imports of this
// module small: everything that it needs ends up in the browser's bundle.

export {
  type ChainHead,
  type ChainStep,
  followChain,
  fromHex,
  type Hashing,
  merkleRoot,
  nextChainHash,
  pickCommitment,
  type ProofLeaf,
  signedHeadText,
  toHex,
} from './proof.ts'
export { type ClubhouseScreen, type Scene, SCENES } from './clubhouse-screen.ts'
export { allGamesFinal } from './game.ts'
export { AUTO_PICK_STEPS, type AutoPickStep, PRESET_RULES, RULE_PRESETS, type RulePreset } from './pool-rules.ts'
export {
  chanceOfAtMost,
  type GameAtStake,
  gameOdds,
  type GameOdds,
  medianSurvivors,
  parseClock,
  survivorDistribution,
} from './odds.ts'
export { type Team, TEAMS } from './teams.ts'

/** A point in time: either an `Instant` or epoch milliseconds. The parameters of one call are of the same kind. */
type Time = string | number

interface Matchup {
  readonly home: string
  readonly away: string
  readonly status: GameStatus
}

interface Kickoff<T extends Time> {
  readonly status: GameStatus
  readonly kickoff: T
  /** False for a placeholder kickoff. */
  readonly kickoffKnown: boolean
}

interface WeekLock<T extends Time> {
  readonly lockTime: T
  /** Whether the lock is recorded; the server's state keeps its details here. */
  readonly locked: object | boolean | null
}

/** The start of a season by an admin, as a position of the log. */
export interface SeasonStart {
  readonly seasonYear: number
  readonly position: number
}

interface JoiningEntry {
  readonly createdPosition: number
  readonly renewals: readonly SeasonStart[]
}

/**
 * Returns the position at which an entry joined a season; undefined if it takes no part in it. A new entry belongs to the season
 * that was started last before it, and to later ones that nobody started. Into a started season, older entries come only by a
 * renewal (docs/rules.md §16.2).
 */
export function joinedAt(
  { createdPosition, renewals }: JoiningEntry,
  starts: Iterable<SeasonStart>,
  seasonYear: number,
): number | undefined {
  const renewal = renewals.find((other) => other.seasonYear === seasonYear)
  if (renewal !== undefined) return renewal.position
  for (const start of starts) {
    const isBeforeSeason = start.seasonYear === seasonYear && createdPosition < start.position
    const isOfLaterSeason = start.seasonYear > seasonYear && createdPosition > start.position
    if (isBeforeSeason || isOfLaterSeason) return undefined
  }
  return createdPosition
}

interface UsedPick<Team extends string> {
  readonly team: Team
  readonly week: { readonly id: number; readonly seasonYear: number; readonly weekNumber: number }
}

/** Whether a week's picks are closed: its lock time has come, or its lock is recorded (docs/rules.md §2.2). */
export function isWeekClosed<T extends Time>(week: WeekLock<T>, siteTime: T): boolean {
  return (week.locked !== null && week.locked !== false) || siteTime >= week.lockTime
}

/** The game that a team plays in a week. A cancelled or postponed game is returned only if the team has no other (§4.2). */
export function gameOfTeam<G extends Matchup>(games: readonly G[], team: string): G | undefined {
  const own = games.filter((game) => game.home === team || game.away === team)
  return own.find((game) => !isCalledOff(game)) ?? own[0]
}

/** Whether a team has no game in a week that has games (docs/rules.md §3.2). */
export function isOnBye(games: readonly Matchup[], team: string): boolean {
  return games.length > 0 && gameOfTeam(games, team) === undefined
}

/** Whether a game has kicked off (docs/rules.md §3.2). A placeholder kickoff time is ignored. */
export function hasKickedOff<T extends Time>(game: Kickoff<T>, siteTime: T): boolean {
  if (isCalledOff(game)) return false
  return game.status !== 'scheduled' || (game.kickoffKnown && siteTime >= game.kickoff)
}

/** The teams that an entry used in other weeks of the season, with the week's number (docs/rules.md §1.2). */
export function usedTeams<Team extends string>(
  picks: readonly UsedPick<Team>[],
  week: { readonly id: number; readonly seasonYear: number },
): ReadonlyMap<Team, number> {
  const others = picks.filter((pick) => pick.week.seasonYear === week.seasonYear && pick.week.id !== week.id)
  return new Map(others.map((pick) => [pick.team, pick.week.weekNumber]))
}

/** Whether a game is cancelled or postponed, and so decides nothing (docs/rules.md §4.2). */
export function isCalledOff(game: { readonly status: GameStatus }): boolean {
  return game.status === 'cancelled' || game.status === 'postponed'
}
