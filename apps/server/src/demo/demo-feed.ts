import { instantToMs, addMs, type FeedGame, type Instant } from '@outlast/domain'
import type { Clock } from '../lib/clock.ts'
import { scoreboardOf } from '../feed/local/scoreboard-of.ts'
import { startLocalFeedServer } from '../feed/local/local-feed-server.ts'
import type { Season } from '@outlast/seasons/season'
import { asOfWeek } from '@outlast/seasons/season'
import { stateAt } from './game-course.ts'
import type { Moment, SundayScript } from './sunday-script.ts'

interface DemoFeedOptions {
  readonly season: Season
  /** The week of the script. Earlier weeks are over, later ones have not begun. */
  readonly week: number
  readonly script: SundayScript
  /** Minutes of the script per real minute: 300 plays sixteen hours in a little more than three minutes. */
  readonly speed: number
  readonly clock: Clock
  /** The real time of minute 0 of the script, when the week locks. Default: now. */
  readonly startsAt?: Instant
  readonly port?: number
}

export interface DemoFeed {
  /** The value for `ESPN_BASE_URL`. */
  readonly url: string
  /** Moves minute 0 of the script. Call it before that minute. */
  start(startsAt: Instant): void
  /** Replaces the script with one that has the same kickoffs. Call it before the first kickoff. */
  play(script: SundayScript): void
  progress(): DemoProgress
  stop(): Promise<void>
}

interface DemoProgress {
  /** The current minute of the script; negative before it begins. */
  readonly minute: number
  readonly lengthMinutes: number
  readonly finished: boolean
  /** The moments that have passed, oldest first. */
  readonly moments: readonly Moment[]
  /** The current state of the week's games in the feed. */
  readonly games: readonly FeedGame[]
}

const MINUTE_MS = 60_000
/** How long before the week's lock Thursday night's game kicks off. */
const THURSDAY_BEFORE_MS = 65 * 60 * MINUTE_MS

/**
 * Starts a local feed that plays the script in ESPN's format. Kickoffs are in real time, compressed like the script, so that
 * the pool needs no site-time override.
 */
export async function startDemoFeed(options: DemoFeedOptions): Promise<DemoFeed> {
  const { speed, clock, week } = options
  const season = asOfWeek(options.season, week)
  let { script, startsAt = clock.now() } = options
  const instantOf = (minute: number) => addMs(startsAt, Math.round((minute * MINUTE_MS) / speed))
  const minuteNow = () => ((clock.nowMs() - instantToMs(startsAt)) * speed) / MINUTE_MS
  const gamesNow = () => gamesAt(script, minuteNow(), startsAt, instantOf)
  const server = await startLocalFeedServer({
    ...(options.port === undefined ? {} : { port: options.port }),
    answer: (requested) => {
      if (requested.seasonYear !== season.seasonYear) return undefined
      return scoreboardOf(requested, requested.week === week ? gamesNow() : (season.weeks.get(requested.week) ?? []))
    },
  })
  return {
    url: server.url,
    start: (at) => {
      startsAt = at
    },
    play: (next) => {
      script = next
    },
    progress: () => {
      const minute = minuteNow()
      return {
        minute,
        lengthMinutes: script.lengthMinutes,
        finished: minute >= script.lengthMinutes,
        moments: script.moments.filter((moment) => moment.minute <= minute),
        games: gamesNow(),
      }
    },
    stop: () => server.stop(),
  }
}

/**
 * Returns the games of a script at one of its minutes.
 *
 * @param instantOf returns the real time of a minute of the script
 */
export function gamesAt(
  script: SundayScript,
  minute: number,
  startsAt: Instant,
  instantOf: (minute: number) => Instant,
): FeedGame[] {
  const before = script.before.map((game) => ({ ...game, kickoff: addMs(startsAt, -THURSDAY_BEFORE_MS) }))
  const playing = script.games.map(({ espnId, home, away, kickoffMinute, course }): FeedGame => {
    const { status, detail, home: homeScore, away: awayScore } = stateAt(course, minute - kickoffMinute)
    return { espnId, home, away, kickoff: instantOf(kickoffMinute), kickoffKnown: true, status, homeScore, awayScore, detail }
  })
  return [...before, ...playing]
}
