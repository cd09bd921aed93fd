import { type FeedGame, instantFromMs, type TeamAbbr, TEAMS } from '@outlast/domain'
import { get, post } from '@outlast/testing/members/members'
import { type LocalFeed, type Misbehaviour, startLocalFeed } from '@outlast/testing/fakes/local-feed'
import { type OpenPool, SEASON, startPoolHere } from '@outlast/testing/members/open-pool'
import { equal, none, type Scenario } from '../support/scenario.ts'
import { goThroughWith, type Outage, type OutageSizes, SMALL } from './outage.ts'

const WAYS = [
  'html',
  'garbage',
  'wrong-shape',
  'error-500',
  'error-403',
  'cut',
  'huge',
  'slow',
  'never',
] as const satisfies readonly Misbehaviour[]
const WEEK = { seasonYear: SEASON, week: 1 }
/** Far more often than on a game day. */
const FEED_PACE = { liveMs: 500, nearMs: 500, idleMs: 500 }

interface FeedSizes extends OutageSizes {
  /** How many of the ways are gone through, from the first. */
  readonly ways: number
}

/** A feed that answers all kinds of nonsense: an admin who syncs is told, members go on, and the scores come by themselves later. */
export const feedGarbage: Scenario<FeedSizes> = {
  name: 'feed-garbage',
  about: 'a feed that answers HTML, garbage, too much, a byte at a time, or never',
  sizes: { seconds: 10, rate: 50, ways: WAYS.length },
  short: { seconds: 1, rate: 40, ways: 5 },
  async run(context, sizes) {
    const database = await context.database()
    const feed = await startLocalFeed()
    const config = { espnBaseUrl: feed.url, autoSync: true }
    const pool = await startPoolHere(SMALL, { database, config, overrides: { feedPace: FEED_PACE } })
    await post(pool.url(0), '/api/admin/set-current-week', pool.admin.token, { week_id: pool.weekId })
    const syncs: Sync[] = []
    const seen: number[] = []
    try {
      const outages = WAYS.slice(0, sizes.ways).map((way, i) => failing(way, i, feed, sizes.seconds, syncs, seen))
      const demands = await goThroughWith(context, pool, database.connectionString, sizes, outages)
      const unclear = syncs.filter(({ status, code }) => status !== 502 || code !== 'feed_failed')
      return {
        title: `A feed that answers nonsense, in ${outages.length} ways`,
        demands: [
          ...demands,
          none('syncs by an admin that were answered otherwise than 502 feed_failed', unclear),
          equal('times that the score came by itself once the feed answered again', outages.length, seen.length),
        ],
        notes: [`In turn: ${WAYS.slice(0, sizes.ways).join(', ')}.`],
      }
    } finally {
      await feed.stop()
      await database.drop()
    }
  },
}

interface Sync {
  readonly way: string
  readonly status: number
  readonly code: string | undefined
}

/** The feed goes wrong; when it is over it tells another score, which has to come without anybody asking for it. */
function failing(way: Misbehaviour, turn: number, feed: LocalFeed, seconds: number, syncs: Sync[], seen: number[]): Outage {
  const begin = async (pool: OpenPool) => {
    feed.misbehave(way)
    const syncing = sync(pool, way).then((answer) => syncs.push(answer))
    return async () => {
      await syncing
      feed.tell(WEEK, gamesWith(turn + 1))
      feed.misbehave(undefined)
      await scoreIs(pool, turn + 1)
      seen.push(turn)
    }
  }
  return { what: `feed: ${way}`, stopsPicks: false, seconds, begin }
}

async function sync({ url, admin }: OpenPool, way: string): Promise<Sync> {
  const { status, body } = await post<{ code?: string }>(url(0), '/api/admin/sync-games/espn', admin.token, {
    season_year: SEASON,
    week_number: 1,
  })
  return { way, status, code: body.code }
}

async function scoreIs({ url, weekId }: OpenPool, score: number): Promise<void> {
  for (;;) {
    const { view } = await get<{ view: { games: readonly { home_score: number | null }[] } }>(url(0), `/api/live/week:${weekId}`)
    if (view.games.some((game) => game.home_score === score)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Every team plays, so that any may be picked; the first game has the score. */
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
