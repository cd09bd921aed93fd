import { type Fan, gather, gatherOn, post } from '../../apps/server/tests/support/crowd.ts'
import { type ServerProcess, startServerProcess } from '../../apps/server/tests/support/process.ts'
import { startTestPool, type TestPoolOptions } from '../../apps/server/tests/support/pool.ts'
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
  return {
    servers,
    admin,
    fans,
    weekId: await openWeek(url(0), admin),
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
  return { admin, fans, weekId: await openWeek(pool.url, admin), url: () => pool.url, stop: () => pool.stop() }
}

async function openWeek(url: string, admin: Fan): Promise<number> {
  const { body: week } = await post<{ id: number }>(url, '/api/weeks', admin.token, { season_year: SEASON, week_number: 1 })
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
