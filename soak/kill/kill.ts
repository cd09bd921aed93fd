import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDataFolder } from '@outlast/testing/files'
import { gather, post } from '@outlast/testing/members/members'
import { type ServerProcess, startServerProcess } from '@outlast/testing/server/server-process'
import { SERVER_ENV } from '@outlast/server/program'
import { compareWithLog, readLog } from '@outlast/testing/log-check'
import { killPostgres } from '@outlast/testing/postgres/postgres-processes'
import { equal, type Scenario, type SoakReport, told, within } from '../support/scenario.ts'
import { Traffic } from '@outlast/testing/members/traffic'

const FANS = 5
const ENTRIES_EACH = 8

interface Kills {
  readonly kills: number
  /** Picks a second, all members together. */
  readonly rate: number
  /** Picks acknowledged between two kills. */
  readonly between: number
  readonly [size: string]: number
}

/** A pool as `npm start` runs it, on its embedded, durable PostgreSQL. */
interface Pool {
  readonly dataDir: string
  server: ServerProcess
}

export const killServer: Scenario<Kills> = {
  name: 'kill-server',
  about: 'kill -9 of the server in a stream of picks, again and again',
  sizes: { kills: 50, rate: 200, between: 200 },
  short: { kills: 3, rate: 200, between: 60 },
  run: ({ say }, sizes) =>
    killing('the server', sizes, 3_000, say, async (pool) => {
      const { pid } = pool.server
      await pool.server.kill()
      const begun = performance.now()
      pool.server = await start(pool.dataDir)
      return { pid, readyAfterMs: performance.now() - begun }
    }),
}

export const killPostgresAgain: Scenario<Kills> = {
  name: 'kill-postgres',
  about: 'kill -9 of every process of PostgreSQL in a stream of picks, again and again',
  sizes: { kills: 20, rate: 200, between: 200 },
  short: { kills: 2, rate: 200, between: 60 },
  run: ({ say }, sizes) =>
    killing('PostgreSQL', sizes, 5_000, say, async (pool, traffic) => {
      const pid = await killPostgres(connectionOf(pool))
      const begun = performance.now()
      await traffic.untilMore(1)
      while (!(await fetch(`${pool.server.url}/readyz`)).ok) await new Promise((resolve) => setTimeout(resolve, 10))
      return { pid, readyAfterMs: performance.now() - begun }
    }),
}

const start = (dataDir: string): Promise<ServerProcess> => startServerProcess({ ...SERVER_ENV, OUTLAST_DATA: dataDir })

/** How its embedded database can be reached, while the pool runs. */
function connectionOf({ dataDir }: Pool): string {
  const text = readFileSync(join(dataDir, 'postgres-connection.json'), 'utf8')
  return (JSON.parse(text) as { readonly connectionString: string }).connectionString
}

/** @param kill kills, and waits until the pool is ready again */
async function killing(
  victim: string,
  { kills, rate, between }: Kills,
  readyWithinMs: number,
  say: (sentence: string) => void,
  kill: (pool: Pool, traffic: Traffic) => Promise<{ readonly pid: number; readonly readyAfterMs: number }>,
): Promise<SoakReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'outlast-kill-'))
  const pool: Pool = { dataDir, server: await start(dataDir) }
  try {
    const { admin, fans } = await gather(pool.server.url, FANS, ENTRIES_EACH)
    const week = await post<{ id: number }>(pool.server.url, '/api/weeks', admin.token, { season_year: 2090, week_number: 1 })
    const traffic = new Traffic({ url: () => pool.server.url, fans, weekId: week.body.id, picksPerSecond: rate, reads: true })
    traffic.start()
    const times: number[] = []
    const killed: number[] = []
    for (let n = 1; n <= kills; n += 1) {
      await traffic.untilMore(between)
      const { pid, readyAfterMs } = await kill(pool, traffic)
      killed.push(pid)
      times.push(readyAfterMs)
      if (n % 10 === 0) say(`killed ${n} times`)
    }
    await traffic.untilMore(between)
    await traffic.stop()
    return {
      title: `${kills} × kill -9 of ${victim} at ${rate} picks a second`,
      demands: [
        ...traffic.demands(kills * between),
        equal('processes killed', kills, new Set(killed).size),
        told('picks sent again with their keys', traffic.retried),
        ...compareWithLog(await readLog(connectionOf(pool)), traffic.acknowledged),
        within('ready again', readyWithinMs, times),
      ],
      notes: ['The pool runs as `npm start` runs it, on its embedded PostgreSQL with `fsync` on.'],
    }
  } finally {
    await pool.server.stop()
    removeDataFolder(dataDir)
  }
}
