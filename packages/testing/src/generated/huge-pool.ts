import { type FeedGame, type UserId, userId } from '@outlast/domain'
import type { WeekState } from '@outlast/seasons/season-games'
import { tokenOf } from '../members/token.ts'
import type { BrowserPool } from '../server/browser-pool.ts'
import { PASSWORD, type Person } from '../server/people.ts'
import { type GeneratedPool, generatePool, type PoolPlan } from './pool.ts'

/** A season larger than any club's, for measurements of long lists. */
export interface HugePlan {
  /** Default 10,000. */
  readonly entries?: number
  /** Including the current week. Default 18. */
  readonly weeks?: number
  /** Including the admin. The entries are divided among all. Default 2,000. */
  readonly users?: number
  /** Entries that are alive in the current week and have a pick in it. Default 5,000. */
  readonly revealRows?: number
  /** The state of the current week. Default `in-progress`. */
  readonly state?: WeekState
}

/** The season that was written. It takes place around today, because the pool uses real time. */
export interface HugePool {
  readonly seasonYear: number
  readonly current: { readonly id: number; readonly number: number }
  readonly weeks: readonly { readonly id: number; readonly number: number }[]
  readonly admin: Person
  /** A member with entries, at least one of them alive. */
  readonly member: Person
  /** The number of events in the log. */
  readonly events: number
  /** Returns the current week's games as the feed last reported them. */
  readonly games: () => readonly FeedGame[]
  /** Changes the current week's games in the feed, and lets the pool sync them. */
  updateGames(change: (game: FeedGame, index: number) => FeedGame): Promise<void>
}

/**
 * Fills a pool that was started with `{ empty: true }`. The log is written while no server runs; the server then builds its
 * read models from it.
 */
export async function seedHugeSeason(pool: BrowserPool, plan: HugePlan = {}): Promise<HugePool> {
  const { connectionString } = pool
  const written: GeneratedPool[] = []
  await pool.restart(async () => void written.push(await generatePool(connectionString, poolPlanOf(plan))))
  const [season] = written
  const weeks = season?.weeks.map((id, index) => ({ id: Number(id), number: index + 1 })) ?? []
  const current = weeks.at(-1)
  if (season === undefined || current === undefined) throw new Error('A season needs a week')
  const { seasonYear, games } = season
  const admin = await personOf(pool, userId(1))
  let currentGames = games.current
  return {
    seasonYear,
    current,
    weeks,
    admin,
    member: await personOf(pool, aliveMember(season)),
    events: season.events,
    games: () => currentGames,
    async updateGames(change) {
      currentGames = currentGames.map(change)
      pool.feed.setGames({ seasonYear, week: current.number }, currentGames)
      await admin.api.call('syncGames', { body: { season_year: seasonYear, week_number: current.number } })
    },
  }
}

/** The plan of a pool in which the wanted number of entries is alive in the current week. */
export function poolPlanOf({
  entries = 10_000,
  weeks = 18,
  users = 2_000,
  revealRows = 5_000,
  state = 'in-progress',
}: HugePlan = {}): PoolPlan {
  const size = { entries, entriesPerMember: Math.ceil(entries / users), playedWeeks: weeks - 1, alive: revealRows }
  return { ...size, current: state, currentPicks: 1, events: 0, goodPicks: 1 }
}

/** A member besides the admin with an entry that is alive. */
export const aliveMember = ({ alive }: GeneratedPool): UserId => alive.find(({ userId: id }) => id !== 1)?.userId ?? userId(1)

/** Returns a generated member, signed in without checking a password. */
async function personOf(pool: BrowserPool, id: UserId): Promise<Person> {
  const token = tokenOf(id)
  const api = pool.api(token)
  const user = await api.call('me')
  return { id, user, name: `${user.first_name} ${user.last_name}`, email: user.email, password: PASSWORD, token, api }
}
