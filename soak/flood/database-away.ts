import { setTimeout as sleep } from 'node:timers/promises'
import { isForStaff } from '@outlast/contract/route'
import { ALL_ROUTES } from '@outlast/contract/routes'
import { migrate } from '@outlast/server/database'
import { type OpenPool, postgresProcesses, startOpenPool, startTemporaryPostgres, waitUntil } from '@outlast/testing'
import { type Check, info, isAtLeast, isAtMost, isEmpty, isWithin } from '../support/scenario.ts'

const LIMIT_MS = 5_000
/** Not one line for each of the failed calls. */
const MAX_LINES = 6
/** Exact statuses are the task of other tests; here only failures that take too long or are unclear count. */
const isClear = (status: number): boolean => status < 500 || status === 503

/** Calls every route while the database is suspended and while it is stopped. */
export async function callWithoutDatabase(rounds: number): Promise<readonly Check[]> {
  const postgres = await startTemporaryPostgres({ durable: true })
  try {
    const { connectionString } = postgres
    await migrate({ connectionString })
    const pool = await startOpenPool(
      { connectionString, drop: () => Promise.resolve() },
      { members: 2, entriesEach: 1, env: { LOG_LEVEL: 'info', RATE_LIMITS: 'on' } },
    )
    try {
      const suspended = postgresProcesses(postgres.pid)
      const suspend = async () => {
        for (const pid of suspended) process.kill(pid, 'SIGSTOP')
        return async () => void suspended.map((pid) => process.kill(pid, 'SIGCONT'))
      }
      const stop = async () => {
        await postgres.stop()
        return () => postgres.start()
      }
      return [...(await callDuring('suspended', pool, rounds, suspend)), ...(await callDuring('stopped', pool, rounds, stop))]
    } finally {
      await pool.stop()
    }
  } finally {
    await postgres.remove()
  }
}

async function callDuring(
  what: string,
  pool: Awaited<ReturnType<typeof startOpenPool>>,
  rounds: number,
  begin: () => Promise<() => Promise<void>>,
): Promise<readonly Check[]> {
  const [server] = pool.servers
  const linesBefore = outageLines(server?.output() ?? '').length
  const end = await begin()
  const calls = (await Promise.all(Array.from({ length: rounds }, (_, n) => callEverything(pool, n)))).flat()
  await end()
  await waitUntil('the database is back', async () => (await fetch(`${pool.url(0)}/readyz`)).ok)
  await waitUntil('the end is logged', async () => {
    await sleep(50)
    return outageLines(server?.output() ?? '').length >= linesBefore + 2
  })
  const lines = outageLines(server?.output() ?? '').slice(linesBefore)
  const failed = calls.filter(({ status }) => status === 503)
  return [
    isAtLeast(`database ${what}: calls of all routes that need it`, ALL_ROUTES.length / 4, failed.length),
    isWithin(
      `database ${what}: time until a call fails`,
      LIMIT_MS,
      calls.map(({ ms }) => ms),
    ),
    isEmpty(
      `database ${what}: 5xx other than 503, or no response`,
      calls.filter(({ status }) => !isClear(status)),
    ),
    isAtLeast(`database ${what}: log lines about it, at its start and its end`, 2, lines.length),
    // A slow machine may notice the end of an outage, and then find the database away once more.
    isAtMost(`database ${what}: log lines about it`, MAX_LINES, lines.length),
    info(`database ${what}: the first line`, lines[0]?.slice(0, 90) ?? ''),
  ]
}

function outageLines(output: string): readonly string[] {
  const messages = output.split('\n').flatMap((line) => /"msg":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? [])
  return messages.filter((message) => message !== 'request' && /database|connection|log|outbox|poll/i.test(message))
}

interface TimedCall {
  readonly route: string
  readonly status: number
  readonly ms: number
}

/** Calls every route as a member and as the admin, with harmless input: nothing exists at the ids, and no body is valid. */
async function callEverything(pool: OpenPool, round: number): Promise<readonly TimedCall[]> {
  const [member] = pool.members
  const calls = ALL_ROUTES.map(async ({ method, path, access }): Promise<TimedCall> => {
    const token = isForStaff(access) ? pool.admin.token : member?.token
    const address = path
      .replace('{topic}', `week:${pool.weekId}`)
      .replace('{position}', '1')
      .replaceAll(/\{\w+\}/g, String(path.includes('weeks') || path.includes('reveal') ? pool.weekId : 1))
    const startedAt = performance.now()
    const body = BODIES[path]?.(pool)
    const status = await fetch(`${pool.url(0)}${address}?round=${round}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    }).then(
      async (response) => (await response.arrayBuffer(), response.status),
      () => 599,
    )
    return { route: `${method} ${path}`, status, ms: performance.now() - startedAt }
  })
  return Promise.all(calls)
}

/** Valid bodies for the writes that members wait for. */
const BODIES: Readonly<Record<string, (pool: OpenPool) => object>> = {
  '/api/auth/login': () => ({ email: 'fan0@club.example', password: 'wrong' }),
  '/api/auth/register': () => ({ email: 'new@club.example', password: 'correct horse', first_name: 'N', last_name: 'N' }),
  '/api/password-reset/request': () => ({ email: 'fan0@club.example' }),
  '/api/picks': ({ members, weekId }) => ({ entry_id: members[0]?.entryIds[0], week_id: weekId, team_abbr: 'KC' }),
  '/api/entries': ({ members }) => ({ user_id: members[0]?.id, name: 'Another' }),
}
