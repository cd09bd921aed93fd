import { type FeedGame, instantFromMs, userId } from '@outlast/domain'
import { openDatabase } from '@outlast/server/database'
import { Tokens } from '@outlast/server/tokens'
import type { Tables } from '@outlast/server/database'
import { PASSWORD, testConfig } from '../server/in-process-server.ts'
import { HugeSeason } from './huge-season.ts'
import type { Person, Pool } from '../server/pool.ts'
import { seasonGames, type WeekState } from './season-games.ts'

/** A season of a size that no club has, to be made up. */
export interface HugePlan {
  /** Default 10,000. */
  readonly entries?: number
  /** With the current one. Default 18. */
  readonly weeks?: number
  /** With the admin; the entries are shared out among all. Default 2,000. */
  readonly users?: number
  /** Entries that are alive in the current week and have a pick in it. Default 5,000. */
  readonly revealRows?: number
  /** How the current week stands. Default `in-progress`. */
  readonly state?: WeekState
}

/** What was made up. It lies around today: the pool's time is real. */
export interface HugePool {
  readonly seasonYear: number
  readonly current: { readonly id: number; readonly number: number }
  readonly weeks: readonly { readonly id: number; readonly number: number }[]
  readonly admin: Person
  /** Has entries, some of them alive. */
  readonly member: Person
  /** Events in the log. */
  readonly events: number
  /** The current week's games as the feed told them last. */
  readonly games: () => readonly FeedGame[]
  /** Lets the feed tell the current week's games otherwise, and the pool ask it. */
  tell(change: (game: FeedGame, index: number) => FeedGame): Promise<void>
}

/**
 * Fills a pool that was started with `poolOptions: { empty: true }`: each event is decided by the rules and sealed into the
 * log's chain, but written in large pieces while no server runs. The server then makes its read models from the log.
 */
export async function seedHuge(pool: Pool, plan: HugePlan = {}): Promise<HugePool> {
  const { entries = 10_000, weeks = 18, users = 2_000, revealRows = 5_000, state = 'in-progress' } = plan
  const around = instantFromMs(Date.now())
  const games = seasonGames({ weeks, state, around, seasonYear: undefined, seed: 7 })
  const made = await fill(pool, (db) => new HugeSeason(db, { entries, users, revealRows, games }))
  const weekList = made.weekIds.map((id, index) => ({ id: Number(id), number: index + 1 }))
  const current = weekList.at(-1)
  if (current === undefined) throw new Error('A season needs a week')
  const admin = await personOf(pool, 1)
  let told = games.current
  return {
    seasonYear: games.seasonYear,
    current,
    weeks: weekList,
    admin,
    member: await personOf(pool, made.aliveOwner),
    events: made.events,
    games: () => told,
    async tell(change) {
      told = told.map(change)
      pool.feed.tell({ seasonYear: games.seasonYear, week: current.number }, told)
      await admin.api.call('syncGames', { body: { season_year: games.seasonYear, week_number: current.number } })
    },
  }
}

async function fill(pool: Pool, season: (db: ReturnType<typeof openDatabase<Tables>>['db']) => HugeSeason): Promise<HugeSeason> {
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

/** Somebody as the server knows them, signed in without a password's check. */
async function personOf(pool: Pool, id: number): Promise<Person> {
  const secret = testConfig('').jwtSecret ?? ''
  const token = new Tokens({ secret, now: () => instantFromMs(Date.now()) }).sign(userId(id), 1)
  const api = pool.api(token)
  const user = await api.call('me')
  return { user, name: `${user.first_name} ${user.last_name}`, email: user.email, password: PASSWORD, token, api }
}
