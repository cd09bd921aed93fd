import { type Fan, gather, gatherOn, post } from './members.ts'
import { type ServerProcess, startServerProcess } from '../server/server-process.ts'
import { startTestPool, type TestPoolOptions } from '../server/in-process-server.ts'
import type { TestDatabase } from '@outlast/testing'

export const SEASON = 2090

/** A pool with an open week to pick in. */
export interface OpenPool {
  readonly admin: Fan
  readonly fans: readonly Fan[]
  readonly weekId: number
  /** The servers in turn. */
  readonly url: (n: number) => string
  readonly stop: () => Promise<void>
}

/** Servers on one database, each a process of its own. */
export interface RunningPool extends OpenPool {
  readonly servers: readonly ServerProcess[]
}

export interface PoolPlan {
  readonly fans: number
  readonly entriesEach: number
  readonly servers?: number
  /** How the servers reach the database, when not directly. */
  readonly through?: string
  readonly env?: Readonly<Record<string, string>>
}

export async function startPool(database: TestDatabase, plan: PoolPlan): Promise<RunningPool> {
  const { admin, fans } = await gatherOn(database, plan.fans, plan.entriesEach)
  const env = { DATABASE_URL: plan.through ?? database.connectionString, LOG_LEVEL: 'silent', ...plan.env }
  const servers = await Promise.all(Array.from({ length: plan.servers ?? 1 }, () => startServerProcess(env)))
  const url = (n: number): string => servers[n % servers.length]?.url ?? ''
  const weekId = await openWeek(
    servers.map((server) => server.url),
    admin,
  )
  return {
    servers,
    admin,
    fans,
    weekId,
    url,
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  }
}

/** A server in this process, for what can only be set from inside. */
export async function startPoolHere(
  { fans: count, entriesEach }: PoolPlan,
  options: Required<Pick<TestPoolOptions, 'database'>> & TestPoolOptions,
): Promise<OpenPool> {
  const pool = await startTestPool(options)
  const { admin, fans } = await gather(pool.url, count, entriesEach)
  return { admin, fans, weekId: await openWeek([pool.url], admin), url: () => pool.url, stop: () => pool.stop() }
}

/** Opens a week on the first of some servers, and waits until all know of it: to who asks before, there is no such week. */
export async function openWeek(urls: readonly string[], admin: Fan): Promise<number> {
  const [first = ''] = urls
  const { body: week } = await post<{ id: number }>(first, '/api/weeks', admin.token, { season_year: SEASON, week_number: 1 })
  for (const url of urls) while (!(await fetch(`${url}/api/live/week:${week.id}`)).ok) await sleep(20)
  return week.id
}

/** Changes a thing as its admin; whatever the answer is, is the caller's. */
export async function patch(url: string, path: string, token: string, body: object): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
