import { startLocalFeed } from '@outlast/testing/fakes/local-feed'
import type { TestDatabase } from '@outlast/testing/postgres/database'
import type { Api } from '@outlast/testing/server/people'
import { startTestPool, type TestPool, type TestPoolOptions } from '@outlast/testing/server/test-pool'
import type { LocalFeed } from '@outlast/testing/fakes/local-feed'

export const SEASON = 2030
const KICKOFF = '2030-09-08T17:00:00.000Z'

/** A pool with an admin, two weeks, and members with one entry each. */
export interface NewsPool {
  readonly pool: TestPool
  readonly feed: LocalFeed
  readonly admin: Api
  /** The entries by name. */
  readonly entries: ReadonlyMap<string, { readonly id: number; readonly api: Api; readonly token: string }>
  /** Picks a team for an entry in a week: its first pick there unless a slot is given. */
  pick(entry: string, week: number, team: string, slot?: number): Promise<void>
  /** Locks a week now, in real time. */
  lock(week: number): Promise<void>
  /** Syncs a week's games: `BUF 7-3 MIA` is a win of the home team BUF, and `BUF v MIA` has not begun. */
  finals(week: number, ...scores: readonly string[]): Promise<void>
  stop(): Promise<void>
}

export interface NewsPoolOptions extends Omit<TestPoolOptions, 'config'> {
  readonly config?: TestPoolOptions['config']
  readonly names?: readonly string[]
}

export async function startNewsPool({ names = ['Alpha', 'Beta', 'Gamma'], ...options }: NewsPoolOptions = {}): Promise<NewsPool> {
  const feed = await startLocalFeed()
  const pool = await startTestPool({ ...options, config: { ...options.config, espnBaseUrl: feed.url } })
  const { api: admin } = await pool.register('Ada')
  for (const week_number of [1, 2]) await admin.call('createWeek', { body: { season_year: SEASON, week_number } })
  const entries = new Map<string, { id: number; api: Api; token: string }>()
  for (const name of names) {
    const member = await pool.register(`Owner ${name.replaceAll(/\W/g, '')}`)
    const { id } = await member.api.call('createEntry', { body: { user_id: member.id, name } })
    entries.set(name, { id, api: member.api, token: member.token })
  }
  const finals: NewsPool['finals'] = async (week, ...scores) => {
    const games = scores.map((text) => {
      const [, home = '', homeScore, awayScore, away = ''] = /^(\w+) (?:(\d+)-(\d+)|v) (\w+)$/.exec(text) ?? []
      const game = { home, away, homeScore: Number(homeScore ?? 0), awayScore: Number(awayScore ?? 0) }
      return homeScore === undefined
        ? { ...game, status: 'scheduled', detail: 'Scheduled' }
        : { ...game, status: 'final', detail: 'Final' }
    })
    feed.setGames(
      { seasonYear: SEASON, week },
      games.map((game) => ({
        ...game,
        espnId: `${week}0${game.home}`.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0))),
        kickoff: KICKOFF,
        kickoffKnown: true,
      })) as never,
    )
    await admin.call('syncGames', { body: { season_year: SEASON, week_number: week } })
  }
  return {
    pool,
    feed,
    admin,
    entries,
    pick: async (entry, week_id, team_abbr, slot) => {
      const { id, api } = entries.get(entry)!
      await api.call('submitPick', { body: { entry_id: id, week_id, slot, team_abbr } })
    },
    lock: async (id) => void (await admin.call('updateWeek', { params: { id }, body: { lock_time: '2020-01-01T00:00:00Z' } })),
    finals,
    stop: async () => {
      await pool.stop()
      await feed.stop()
    },
  }
}

/** Starts another process of the same pool, in this process. */
export function startSecond(database: TestDatabase, options: TestPoolOptions = {}): Promise<TestPool> {
  return startTestPool({ ...options, database })
}
