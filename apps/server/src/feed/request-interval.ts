import { instantToMs, type FeedGame } from '@outlast/domain'

/**
 * When the feed is asked next: every half minute while a game is on or should be, every few minutes around kickoffs and
 * for a while after, else once an hour (decisions.md §Configuration, `AUTO_SYNC`). Pure; times in milliseconds.
 */
export interface Pace {
  /** While a game is on. */
  readonly liveMs: number
  /** Shortly before kickoff, after a game (late corrections), and for a game that takes unusually long. */
  readonly nearMs: number
  readonly idleMs: number
}

export const PACE: Pace = { liveMs: 30_000, nearMs: 300_000, idleMs: 3_600_000 }

const MINUTE = 60_000
/** Asked at the fast pace from so long before a kickoff. */
const LEAD_MS = 2 * MINUTE
const NEAR_MS = 60 * MINUTE
/** A game that is not over after so long (suspended, or the feed fell asleep) is no longer asked for at the fast pace. */
const LONGEST_GAME_MS = 6 * 60 * MINUTE

/** What matters of a game here. */
export type GameSchedule = Pick<FeedGame, 'kickoff' | 'kickoffKnown' | 'status'>

/** How long after `lastAskedMs` the next question is due, when all goes well. */
export function requestIntervalMs(games: readonly GameSchedule[], lastAskedMs: number, pace: Pace = PACE): number {
  return games.reduce((least, game) => Math.min(least, intervalOf(game, lastAskedMs, pace)), pace.idleMs)
}

function intervalOf(game: GameSchedule, nowMs: number, pace: Pace): number {
  const sinceKickoff = nowMs - instantToMs(game.kickoff)
  const recent = sinceKickoff < LONGEST_GAME_MS || !game.kickoffKnown
  switch (game.status) {
    case 'in_progress':
      return recent ? pace.liveMs : pace.nearMs
    case 'final':
      return recent ? pace.nearMs : pace.idleMs
    case 'scheduled':
      // A placeholder kickoff says nothing about when the game is on.
      return recent && game.kickoffKnown ? beforeKickoff(-sinceKickoff, pace) : pace.idleMs
    case 'cancelled':
    case 'postponed':
      // It may be given a new time, which the idle pace notices soon enough.
      return pace.idleMs
    default:
      return game.status satisfies never
  }
}

/** Never asleep at the moment a game becomes worth the fast pace. */
function beforeKickoff(untilKickoff: number, pace: Pace): number {
  if (untilKickoff <= LEAD_MS) return pace.liveMs
  const normal = untilKickoff <= NEAR_MS ? pace.nearMs : pace.idleMs
  const untilNext = untilKickoff - (untilKickoff <= NEAR_MS ? LEAD_MS : NEAR_MS)
  return Math.max(pace.liveMs, Math.min(normal, untilNext))
}

/**
 * How long after a failed question the next is due: doubling, from the regular interval (but no more than the pace
 * near a game) up to that pace or the regular interval, whichever is longer. So a failure during a game is retried
 * after 30 s, 1, 2, 4 and then every 5 minutes, and one in a quiet hour after 5, 10, 20, 40 minutes.
 * @param failures failed questions in a row, at least 1
 */
export function retryIntervalMs(failures: number, intervalMs: number, pace: Pace = PACE): number {
  const first = Math.min(intervalMs, pace.nearMs)
  return Math.min(first * 2 ** (failures - 1), Math.max(intervalMs, pace.nearMs))
}

/** Spreads questions of many pools: a tenth more or less. @param random a number in [0, 1) */
export function withJitter(ms: number, random: number): number {
  return Math.round(ms * (0.9 + random * 0.2))
}
