import { instantToMs, type FeedGame } from '@outlast/domain'

/**
 * The intervals between requests to the feed, in milliseconds: every half minute during a game, every few minutes around
 * kickoffs and for a while after a game, and otherwise once an hour, or once a day for a week that is still to come
 * (docs/operations.md).
 */
export interface Pace {
  /** During a game. */
  readonly liveMs: number
  /** Shortly before kickoff, after a game (for corrections), and for a game that takes unusually long. */
  readonly nearMs: number
  readonly idleMs: number
  /** For a week of which only the lock is ahead. Less than a day, so that it is asked for daily. */
  readonly aheadMs: number
  /** Between the request for such a week and the one before it, whichever week that was for. */
  readonly spacingMs: number
}

export const PACE: Pace = { liveMs: 30_000, nearMs: 300_000, idleMs: 3_600_000, aheadMs: 20 * 3_600_000, spacingMs: 5_000 }

/** The pace for a week of which only the lock is ahead. */
export function paceAhead(pace: Pace): Pace {
  return { ...pace, idleMs: pace.aheadMs }
}

const MINUTE = 60_000
/** The live interval begins this long before a kickoff. */
const LEAD_MS = 2 * MINUTE
const NEAR_MS = 60 * MINUTE
/** After this time a game no longer gets the live interval, because it is suspended or the feed has stopped updating it. */
const MAX_GAME_MS = 6 * 60 * MINUTE

/** The fields of a game that determine the interval. */
export type GameSchedule = Pick<FeedGame, 'kickoff' | 'kickoffKnown' | 'status'>

/** Returns how long after `lastRequestMs`, a successful request, the next one is due. */
export function requestIntervalMs(games: readonly GameSchedule[], lastRequestMs: number, pace: Pace = PACE): number {
  return games.reduce((least, game) => Math.min(least, intervalOf(game, lastRequestMs, pace)), pace.idleMs)
}

function intervalOf(game: GameSchedule, nowMs: number, pace: Pace): number {
  const sinceKickoff = nowMs - instantToMs(game.kickoff)
  const isRecent = sinceKickoff < MAX_GAME_MS || !game.kickoffKnown
  switch (game.status) {
    case 'in_progress':
      return isRecent ? pace.liveMs : pace.nearMs
    case 'final':
      return isRecent ? pace.nearMs : pace.idleMs
    case 'scheduled':
      // A placeholder kickoff does not tell when the game begins.
      return isRecent && game.kickoffKnown ? beforeKickoff(-sinceKickoff, pace) : pace.idleMs
    case 'cancelled':
    case 'postponed':
      // It may get a new time. The idle interval is short enough to notice that.
      return pace.idleMs
    default:
      return game.status satisfies never
  }
}

/** Makes sure that a request is sent when the near or live interval begins. */
function beforeKickoff(untilKickoff: number, pace: Pace): number {
  if (untilKickoff <= LEAD_MS) return pace.liveMs
  const normal = untilKickoff <= NEAR_MS ? pace.nearMs : pace.idleMs
  const untilNext = untilKickoff - (untilKickoff <= NEAR_MS ? LEAD_MS : NEAR_MS)
  return Math.max(pace.liveMs, Math.min(normal, untilNext))
}

/**
 * Returns how long after a failed request the next one is due. It starts at the regular interval, but at most `nearMs`,
 * and doubles up to the regular interval or `nearMs`, whichever is longer. During a game, retries come after 30 s, 1, 2, 4
 * and then every 5 minutes; at other times after 5, 10, 20, 40 minutes.
 *
 * @param failures consecutive failed requests, at least 1
 */
export function retryIntervalMs(failures: number, intervalMs: number, pace: Pace = PACE): number {
  const first = Math.min(intervalMs, pace.nearMs)
  return Math.min(first * 2 ** (failures - 1), Math.max(intervalMs, pace.nearMs))
}

/**
 * Adds a jitter of a tenth, to spread the requests of many pools.
 *
 * @param random a number in [0, 1)
 */
export function withJitter(ms: number, random: number): number {
  return Math.round(ms * (0.9 + random * 0.2))
}
