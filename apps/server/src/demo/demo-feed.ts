import { instantToMs, addMs, type FeedGame, type Instant } from '@outlast/domain'
import type { Clock } from '../lib/clock.ts'
import { scoreboardOf } from '../feed/local/scoreboard-of.ts'
import { startLocalFeedServer } from '../feed/local/local-feed-server.ts'
import type { Season } from '../feed/season-csv.ts'
import { asOfWeek } from './generated-season.ts'
import { stateAt } from './game-course.ts'
import type { Moment, SundayScript } from './sunday-script.ts'

/** What the demo's feed plays. */
export interface DemoFeedOptions {
  readonly season: Season
  /** The week that the script plays; those before it are over, those after it have not begun. */
  readonly week: number
  readonly script: SundayScript
  /** Minutes of the script in a real minute: 240 plays a script of sixteen hours in four minutes. */
  readonly speed: number
  readonly clock: Clock
  /** Real time of the script's minute 0, the week's lock; now unless told. */
  readonly startsAt?: Instant
  readonly port?: number
}

/** A feed that is running. */
export interface DemoFeed {
  /** What to give as `ESPN_BASE_URL`. */
  readonly url: string
  readonly startsAt: Instant
  /** When the last game's last score stands. */
  readonly endsAt: Instant
  progress(): DemoProgress
  stop(): Promise<void>
}

export interface DemoProgress {
  /** Minutes of the script so far; negative before it begins. */
  readonly minute: number
  readonly lengthMinutes: number
  readonly finished: boolean
  /** The moments that have passed, oldest first. */
  readonly moments: readonly Moment[]
  /** The week's games as the feed tells them now. */
  readonly games: readonly FeedGame[]
}

const MINUTE_MS = 60_000
/** Sunday's early kickoffs come this long after Thursday night's. */
const THURSDAY_BEFORE_MS = 65 * 60 * MINUTE_MS

/**
 * Starts a local server that plays the script in ESPN's words. Kickoffs are told in real time, compressed like the
 * script, so that the pool needs no site-time override to believe them.
 */
export async function startDemoFeed(options: DemoFeedOptions): Promise<DemoFeed> {
  const { script, speed, clock, week } = options
  const season = asOfWeek(options.season, week)
  const startsAt = options.startsAt ?? clock.now()
  const instantOf = (minute: number) => addMs(startsAt, Math.round((minute * MINUTE_MS) / speed))
  const minuteNow = () => ((clock.nowMs() - instantToMs(startsAt)) * speed) / MINUTE_MS
  const gamesNow = () => gamesAt(script, minuteNow(), startsAt, instantOf)
  const server = await startLocalFeedServer({
    ...(options.port === undefined ? {} : { port: options.port }),
    answer: (asked) => {
      if (asked.seasonYear !== season.seasonYear) return undefined
      return scoreboardOf(asked, asked.week === week ? gamesNow() : (season.weeks.get(asked.week) ?? []))
    },
  })
  return {
    url: server.url,
    startsAt,
    endsAt: instantOf(script.lengthMinutes),
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
 * A script's games as they stand at a minute of it.
 * @param instantOf the real time of a minute of the script
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
