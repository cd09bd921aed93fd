import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { weekTopic } from '@outlast/contract/live/topics'
import { createClient } from '@outlast/contract/client'
import { type Game, gamesOf, userId } from '@outlast/domain'
import { type Api, createTemporaryFolder, generatePool, startLocalFeed, startWorker, tokenOf, withClient } from '@outlast/testing'
import type { BenchContext } from '../support/context.ts'
import { reportedGame } from '../support/reported-game.ts'
import { startBenchServer } from '../support/server.ts'
import type { BareRequest } from './comparator/server.ts'
import type { ClientPlan, LoadRequest } from './load/requests.ts'

export const CLIENTS = 4_000
/** One entry per member. Some members have two clients. */
const POOL = { entries: 3_000, entriesPerMember: 1, playedWeeks: 1, current: 'open', events: 0, goodPicks: 1 } as const
const ADMIN = userId(1)

/** A server of Outlast, the comparator, and the load process. */
export interface LiveSetup {
  readonly outlast: { readonly port: number; readonly pid: number }
  readonly bare: { readonly port: number; readonly pid: number; request(request: BareRequest): Promise<unknown> }
  /** Stops the server and starts it again, so that its memory is that of a new process. */
  readonly restartOutlast: () => Promise<void>
  /** Starts another process of the comparator. */
  readonly startBare: () => Promise<{ readonly port: number; readonly pid: number; stop(): Promise<void> }>
  readonly load: <Reply>(request: LoadRequest) => Promise<Reply>
  readonly seasonYear: number
  /** The open week. */
  readonly week: { readonly id: number; readonly number: number; readonly games: readonly Game[] }
  /** Returns the clients of Outlast: members who watch what a page about a week watches, with the versions they already hold. */
  readonly clients: (weekId: number, versions?: Readonly<Record<string, number>>) => readonly ClientPlan[]
  /** Acts as the admin. */
  readonly admin: Api
  /** Changes the score of one game, a different game and score each time: the feed reports it and the server syncs. */
  readonly changeScore: () => Promise<void>
  /** Sets a week's lock to a number of milliseconds from now. Returns the lock time in milliseconds since 1970. */
  readonly lockIn: (weekId: number, ms: number) => Promise<number>
  /** Returns the time of the log's last event, which is the beginning of its transaction, in milliseconds since 1970. */
  readonly lastEventAt: () => Promise<number>
  readonly stop: () => Promise<void>
}

/** Generates the pool, and starts the servers and the load process. */
export async function startLiveSetup({ postgres, profile }: BenchContext, name: string): Promise<LiveSetup> {
  const connectionString = await postgres.createMigratedDatabase(name)
  const { weeks, state, seasonYear } = await generatePool(connectionString, POOL)
  const weekId = weeks.at(-1)
  const week = weekId === undefined ? undefined : state.rounds.get(weekId)
  if (week === undefined) throw new Error('the generated pool has no open week')
  const games = gamesOf(state, week)
  const members = [...state.users.values()].filter(({ isAdmin }) => !isAdmin).map(({ id }) => id)
  const dataDir = createTemporaryFolder('bench')
  const feed = await startLocalFeed()
  const server = await startBenchServer({ connectionString, dataDir, profile, env: { ESPN_BASE_URL: feed.url } })
  const load = startWorker(new URL('./load/worker.ts', import.meta.url))
  const startBare = async () => {
    const worker = startWorker(new URL('./comparator/server.ts', import.meta.url))
    const request = (one: BareRequest) => worker.request<unknown>(one)
    return { port: Number(await request({ do: 'listen' })), pid: worker.pid, request, stop: () => worker.stop() }
  }
  const bare = await startBare()
  const admin = createClient({ baseUrl: server.url, token: () => tokenOf(ADMIN) })
  let turn = 0
  return {
    outlast: server,
    bare,
    async restartOutlast() {
      await server.stop()
      await server.start()
    },
    startBare,
    load: (one) => load.request(one),
    seasonYear,
    week: { id: week.id, number: week.weekNumber, games },
    clients: (id, versions = {}) =>
      Array.from({ length: CLIENTS }, (_, n) => {
        const member = members[n % members.length] ?? ADMIN
        const topics = ['pool', weekTopic(id), `user:${member}`].map((topic) => {
          const version = versions[topic]
          return version === undefined ? { topic } : { topic, have: version }
        })
        return { token: tokenOf(member), topics }
      }),
    admin,
    async changeScore() {
      turn += 1
      const game = games[turn % games.length]
      if (game === undefined) throw new Error('the week has no games')
      feed.setGames({ seasonYear, week: week.weekNumber }, [reportedGame(game, seasonYear, inProgress(turn))])
      await admin.call('syncGames', { body: { season_year: seasonYear, week_number: week.weekNumber } })
    },
    async lockIn(id, ms) {
      const at = Math.ceil(Date.now() + ms)
      await admin.call('updateWeek', { params: { id }, body: { lock_time: new Date(at).toISOString() } })
      return at
    },
    lastEventAt: () => lastEventAt(connectionString),
    async stop() {
      await load.stop()
      await bare.stop()
      await server.stop()
      await feed.stop()
      rmSync(dataDir, { recursive: true, force: true })
      await postgres.dropDatabase(name)
    },
  }
}

/** Locks the open week, and waits until it is locked. */
export async function lockWeek({ lockIn, week }: LiveSetup): Promise<void> {
  const at = await lockIn(week.id, 1_000)
  await sleep(at + 500 - Date.now())
}

function inProgress(n: number) {
  const detail = `${n % 15}:${String(n % 60).padStart(2, '0')} - 2nd`
  return { status: 'in_progress', homeScore: n % 60, awayScore: n % 50, detail } as const
}

function lastEventAt(connectionString: string): Promise<number> {
  return withClient(connectionString, async (client) => {
    const query = 'SELECT extract(epoch FROM recorded_at) * 1000 AS at FROM events ORDER BY position DESC LIMIT 1'
    return Number((await client.query<{ at: string }>(query)).rows[0]?.at)
  })
}
