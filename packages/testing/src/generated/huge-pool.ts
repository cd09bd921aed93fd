import { type FeedGame, instantFromMs, userId } from '@outlast/domain'
import { openDatabase, type Tables } from '@outlast/server/database'
import { tokenOf } from '../members/token.ts'
import type { BrowserPool } from '../server/browser-pool.ts'
import { PASSWORD, type Person } from '../server/people.ts'
import { HugeSeason } from './huge-season.ts'
import { seasonGames, type WeekState } from './season-games.ts'

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
  const { entries = 10_000, weeks = 18, users = 2_000, revealRows = 5_000, state = 'in-progress' } = plan
  const around = instantFromMs(Date.now())
  const games = seasonGames({ weeks, state, around, seasonYear: undefined, seed: 7 })
  const season = await fill(pool, (db) => new HugeSeason(db, { entries, users, revealRows, games }))
  const weekList = season.weekIds.map((id, index) => ({ id: Number(id), number: index + 1 }))
  const current = weekList.at(-1)
  if (current === undefined) throw new Error('A season needs a week')
  const admin = await personOf(pool, 1)
  let currentGames = games.current
  return {
    seasonYear: games.seasonYear,
    current,
    weeks: weekList,
    admin,
    member: await personOf(pool, season.aliveOwner),
    events: season.events,
    games: () => currentGames,
    async updateGames(change) {
      currentGames = currentGames.map(change)
      pool.feed.setGames({ seasonYear: games.seasonYear, week: current.number }, currentGames)
      await admin.api.call('syncGames', { body: { season_year: games.seasonYear, week_number: current.number } })
    },
  }
}

async function fill(
  pool: BrowserPool,
  season: (db: ReturnType<typeof openDatabase<Tables>>['db']) => HugeSeason,
): Promise<HugeSeason> {
  const { connectionString } = pool
  const database = openDatabase<Tables>({ connectionString, max: 1, onError: (error) => console.error(error.message) })
  const made = season(database.db)
  await pool.restart(async () => {
    try {
      await made.write()
      await database.pool.query('VACUUM ANALYZE')
    } finally {
      await database.close()
    }
  })
  return made
}

/** Returns a generated member, signed in without checking a password. */
async function personOf(pool: BrowserPool, id: number): Promise<Person> {
  const token = tokenOf(userId(id))
  const api = pool.api(token)
  const user = await api.call('me')
  return { id, user, name: `${user.first_name} ${user.last_name}`, email: user.email, password: PASSWORD, token, api }
}
