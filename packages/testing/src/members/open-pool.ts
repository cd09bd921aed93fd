import { sendJson } from '../http/requests.ts'
import type { ServerProcess } from '../server/server-process.ts'
import { startServer, testEnvironment } from '../server/server-process.ts'
import { startTestPool, type TestPoolOptions } from '../server/test-pool.ts'
import { waitUntil } from '../async.ts'
import type { TestDatabase } from '../postgres/database.ts'
import { type Members, registerMembers, registerMembersIn } from './members.ts'

/** The season of {@link startOpenPool}. */
export const SEASON = 2090

/** A pool with members and an open week. */
export interface OpenPool extends Members {
  readonly weekId: number
  /** Returns the URL of the next server, in rotation. */
  readonly url: (n: number) => string
  readonly stop: () => Promise<void>
}

export interface OpenPoolPlan {
  readonly members: number
  readonly entriesEach: number
  /** How many server processes. Default: 1. */
  readonly servers?: number
  /** The connection string that the servers use, if not the database's own. */
  readonly serverConnectionString?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a pool whose servers are processes of their own. */
export async function startOpenPool(
  database: TestDatabase,
  plan: OpenPoolPlan,
): Promise<OpenPool & { readonly servers: readonly ServerProcess[] }> {
  const people = await registerMembersIn(database, plan.members, plan.entriesEach)
  const connectionString = plan.serverConnectionString ?? database.connectionString
  const env = testEnvironment(connectionString, { LOG_LEVEL: 'silent', ...plan.env })
  const servers = await Promise.all(Array.from({ length: plan.servers ?? 1 }, () => startServer({ env })))
  const urls = servers.map((server) => server.url)
  return {
    ...people,
    servers,
    weekId: await openWeek(urls, people.admin),
    url: (n) => urls[n % urls.length] ?? '',
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  }
}

/** Starts a pool whose server runs in this process, for what cannot be configured from outside. */
export async function startOpenPoolInProcess(
  { members, entriesEach }: OpenPoolPlan,
  options: TestPoolOptions & Required<Pick<TestPoolOptions, 'database'>>,
): Promise<OpenPool> {
  const pool = await startTestPool(options)
  const { url } = pool
  const people = await registerMembers(url, members, entriesEach)
  return { ...people, weekId: await openWeek([url], people.admin), url: () => url, stop: () => pool.stop() }
}

/** Opens the first week of {@link SEASON} on the first server, and waits until the other servers serve it. */
export async function openWeek(urls: readonly string[], { token }: Pick<Members['admin'], 'token'>): Promise<number> {
  const [first = ''] = urls
  const week = { season_year: SEASON, week_number: 1 }
  const { id } = (await sendJson<{ id: number }>('POST', `${first}/api/weeks`, token, week)).body
  for (const url of urls) await waitUntil('the week is known', async () => (await fetch(`${url}/api/live/week:${id}`)).ok)
  return id
}
