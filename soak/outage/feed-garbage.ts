import { type FeedGame, instantFromMs, type TeamAbbr, TEAMS } from '@outlast/domain'
import {
  type FeedFault,
  getJson,
  type LocalFeed,
  type OpenPool,
  SEASON,
  sendJson,
  startLocalFeed,
  startOpenPoolInProcess,
  waitUntil,
} from '@outlast/testing'
import { isEmpty, isEqual, type Scenario } from '../support/scenario.ts'
import { type Outage, type OutageSizes, runOutagesOn, SMALL_POOL } from './outage.ts'

const FAULTS = [
  'html',
  'garbage',
  'wrong-shape',
  'error-500',
  'error-403',
  'cut',
  'huge',
  'slow',
  'never',
] as const satisfies readonly FeedFault[]
const WEEK = { seasonYear: SEASON, week: 1 }
/** Far more often than on a game day. */
const FEED_PACE = { liveMs: 500, nearMs: 500, idleMs: 500, aheadMs: 500, spacingMs: 500 }

interface FeedSizes extends OutageSizes {
  /** How many of the faults are caused, from the first. */
  readonly ways: number
}

/** A feed that returns garbage: an admin who syncs gets a clear error, members continue, and scores arrive afterwards. */
export const feedGarbage: Scenario<FeedSizes> = {
  name: 'feed-garbage',
  about: 'a feed that returns HTML, garbage, too much, a byte at a time, or nothing',
  sizes: { seconds: 10, rate: 50, ways: FAULTS.length },
  short: { seconds: 0.5, rate: 40, ways: 5 },
  async run(context, sizes) {
    const database = await context.createDatabase()
    const feed = await startLocalFeed()
    const config = { espnBaseUrl: feed.url, autoSync: true }
    const pool = await startOpenPoolInProcess(SMALL_POOL, { database, config, overrides: { feedPace: FEED_PACE } })
    await pool.admin.api.call('setCurrentWeek', { body: { week_id: pool.weekId } })
    const observed: Observed = { syncs: [], scores: 0 }
    try {
      const faults = FAULTS.slice(0, sizes.ways)
      const outages = faults.map((fault, n) => feedOutage(fault, n + 1, feed, sizes.seconds, observed))
      const checks = await runOutagesOn(context, pool, database.connectionString, sizes, outages)
      const unclear = observed.syncs.filter(({ status, code }) => status !== 502 || code !== 'feed_failed')
      return {
        title: `A feed that returns garbage, in ${outages.length} ways`,
        checks: [
          ...checks,
          isEmpty('syncs by an admin that got another response than 502 feed_failed', unclear),
          isEqual('scores that arrived automatically once the feed had recovered', outages.length, observed.scores),
        ],
        notes: [`In turn: ${faults.join(', ')}.`],
      }
    } finally {
      await feed.stop()
      await database.drop()
    }
  },
}

/** What was observed during the outages. */
interface Observed {
  readonly syncs: { readonly fault: string; readonly status: number; readonly code: string | undefined }[]
  scores: number
}

/** The feed fails. After its recovery it reports another score, which must arrive without a sync by an admin. */
function feedOutage(fault: FeedFault, score: number, feed: LocalFeed, seconds: number, observed: Observed): Outage {
  const begin = async (pool: OpenPool) => {
    feed.failWith(fault)
    const syncing = sync(pool).then((response) => observed.syncs.push({ fault, ...response }))
    return async () => {
      await syncing
      feed.setGames(WEEK, gamesWith(score))
      feed.failWith(undefined)
      await waitUntil('the score has arrived', () => hasScore(pool, score), { everyMs: 50 })
      observed.scores += 1
    }
  }
  return { what: `feed: ${fault}`, stopsPicks: false, seconds, begin }
}

async function sync({ url, admin }: OpenPool): Promise<{ readonly status: number; readonly code: string | undefined }> {
  const body = { season_year: SEASON, week_number: 1 }
  const path = `${url(0)}/api/admin/sync-games/espn`
  const response = await sendJson<{ code?: string }>('POST', path, admin.token, body)
  return { status: response.status, code: response.body.code }
}

async function hasScore({ url, weekId }: OpenPool, score: number): Promise<boolean> {
  const { view } = await getJson<{ view: { games: readonly { home_score: number | null }[] } }>(
    `${url(0)}/api/live/week:${weekId}`,
  )
  return view.games.some((game) => game.home_score === score)
}

/** Returns games in which every team plays, so that any may be picked. The first game has the score. */
function gamesWith(homeScore: number): readonly FeedGame[] {
  return Array.from({ length: TEAMS.length / 2 }, (_, i) => ({
    espnId: String(401 + i),
    home: TEAMS[2 * i]?.abbr as TeamAbbr,
    away: TEAMS[2 * i + 1]?.abbr as TeamAbbr,
    kickoff: instantFromMs(Date.UTC(SEASON, 8, 7, 17) + i),
    kickoffKnown: true,
    status: 'in_progress',
    homeScore: i === 0 ? homeScore : 0,
    awayScore: 0,
    detail: null,
  }))
}
