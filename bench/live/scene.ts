import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@outlast/server/database'
import { weekTopic } from '@outlast/contract/live/topics'
import { type FeedGame, userId } from '@outlast/domain'
import type { Tables } from '@outlast/server/database'
import { scoreboardOf } from '@outlast/server/feed/local/scoreboard-of'
import { startLocalFeedServer } from '@outlast/server/feed/local/local-feed-server'
import type { BenchContext } from '../support/context.ts'
import { makePool } from '@outlast/testing/generated/pool'
import { startOurServer } from '@outlast/testing/server/benchmark-server'
import { startTalking, type TalkingPart } from '@outlast/testing/process/worker'
import { withClient } from '@outlast/testing/postgres/durable-postgres'
import { tokenOf } from '@outlast/testing/members/token'
import type { BareOrder } from './comparator/server.ts'
import type { Order } from './load/orders.ts'

export const CLIENTS = 4_000
/** A member each, of whom some have two devices open. */
const POOL = { entries: 3_000, entriesPerMember: 1, playedWeeks: 1, openWeek: true, events: 0, goodPicks: 1 }
const ADMIN = userId(1)

/** A server of the pool, a bare one, and what loads them: each a process of its own. */
export interface Scene {
  readonly ours: { readonly port: number; readonly pid: number }
  readonly bare: { readonly port: number; readonly pid: number; tell(order: BareOrder): Promise<unknown> }
  readonly load: <Answer>(order: Order) => Promise<Answer>
  readonly seasonYear: number
  /** The open week, and its games as nobody has played them. */
  readonly week: { readonly id: number; readonly number: number; readonly games: readonly FeedGame[] }
  /** A member's token, for the nth client. */
  readonly member: (n: number) => { readonly id: number; readonly token: string }
  /** Calls the API as the admin. Throws when it refuses. */
  readonly call: <Answer>(method: string, path: string, body?: object) => Promise<Answer>
  /** One game's state from now on, as the feed tells it. */
  readonly tellFeed: (game: FeedGame) => void
  /** When the log's last event was given its time: at the beginning of its transaction. Milliseconds since 1970. */
  readonly lastEventAt: () => Promise<number>
  readonly stop: () => Promise<void>
}

/** Makes the pool and starts everything around it. */
export async function startScene(context: BenchContext, name: string): Promise<Scene> {
  const connectionString = await context.postgres.migrated(name)
  const pool = await withDatabase(connectionString)
  const weekId = pool.weeks.at(-1)
  const week = weekId === undefined ? undefined : pool.pool.weeks.get(weekId)
  if (week === undefined) throw new Error('the made-up pool has no open week')
  const members = [...pool.pool.users.values()].filter(({ isAdmin }) => !isAdmin).map(({ id }) => id)
  const dataDir = mkdtempSync(join(tmpdir(), 'outlast-bench-data-'))
  const feed = await startFeed(week)
  const env = { ESPN_BASE_URL: feed.url }
  const server = await startOurServer({ connectionString, dataDir, profile: context.profile, env })
  const load = startTalking(new URL('./load/process.ts', import.meta.url))
  const comparator = startTalking(new URL('./comparator/server.ts', import.meta.url))
  const tell = (order: BareOrder) => comparator.ask<unknown>(order)
  return {
    ours: { port: server.port, pid: server.part.pid },
    bare: { port: Number(await tell({ do: 'listen' })), pid: comparator.pid, tell },
    load: (order) => load.ask(order),
    seasonYear: pool.seasonYear,
    week: { id: week.id, number: week.weekNumber, games: week.games },
    member: (n) => {
      const id = members[n % members.length] ?? ADMIN
      return { id, token: tokenOf(id) }
    },
    call: (method, path, body) => callAsAdmin(server.port, method, path, body),
    tellFeed: feed.tell,
    lastEventAt: () => lastEventAt(connectionString),
    stop: async () => {
      await stopAll([load, comparator])
      await server.part.stop()
      await feed.stop()
      rmSync(dataDir, { recursive: true, force: true })
      await context.postgres.drop(name)
    },
  }
}

/** Clients of ours, each with a member's token, watching what a screen of a week does. */
export function clientsOf({ member }: Scene, weekId: number, have?: Readonly<Record<string, number>>) {
  return Array.from({ length: CLIENTS }, (_, n) => {
    const { id, token } = member(n)
    const topics = ['pool', weekTopic(weekId), `user:${id}`].map((topic) => {
      const version = have?.[topic]
      return version === undefined ? { topic } : { topic, have: version }
    })
    return { token, topics }
  })
}

async function withDatabase(connectionString: string) {
  const database = openDatabase<Tables>({ connectionString, max: 1, onError: (error) => console.error(error.message) })
  try {
    const pool = await makePool(database.db, POOL)
    await database.pool.query('VACUUM ANALYZE')
    return pool
  } finally {
    await database.close()
  }
}

/** The feed: it tells one game at a time, as little as a score is. */
async function startFeed({ seasonYear, weekNumber }: { readonly seasonYear: number; readonly weekNumber: number }) {
  let told: readonly FeedGame[] = []
  const server = await startLocalFeedServer({ answer: () => scoreboardOf({ seasonYear, week: weekNumber }, told) })
  return { url: server.url, stop: () => server.stop(), tell: (game: FeedGame) => void (told = [game]) }
}

async function callAsAdmin<Answer>(port: number, method: string, path: string, body?: object): Promise<Answer> {
  const headers = { Authorization: `Bearer ${tokenOf(ADMIN)}`, 'Content-Type': 'application/json' }
  const url = `http://127.0.0.1:${port}${path}`
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

function lastEventAt(connectionString: string): Promise<number> {
  return withClient(connectionString, async (client) => {
    const query = 'SELECT extract(epoch FROM recorded_at) * 1000 AS at FROM events ORDER BY position DESC LIMIT 1'
    return Number((await client.query<{ at: string }>(query)).rows[0]?.at)
  })
}

async function stopAll(parts: readonly TalkingPart[]): Promise<void> {
  for (const part of parts) await part.stop()
}
