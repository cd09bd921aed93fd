import {
  connectionStringIn,
  createTemporaryFolder,
  killPostgres,
  openWeek,
  registerMembers,
  removeDataFolder,
  type ServerProcess,
  startServer,
  Traffic,
  waitUntil,
} from '@outlast/testing'
import { checkTraffic, info, isEqual, isWithin, type Scenario, type SoakContext, type SoakReport } from '../support/scenario.ts'

const MEMBERS = 5
const ENTRIES_EACH = 8

interface KillSizes {
  readonly kills: number
  /** Picks per second, of all members together. */
  readonly rate: number
  /** Picks acknowledged between two kills. */
  readonly between: number
  readonly [size: string]: number
}

interface Kill {
  /** The id of the killed process. */
  readonly pid: number
  readonly readyAfterMs: number
}

/** Kills the server again and again while members pick. */
export const killServer: Scenario<KillSizes> = {
  name: 'kill-server',
  about: 'kill -9 of the server during a stream of picks, repeatedly',
  sizes: { kills: 50, rate: 200, between: 200 },
  short: { kills: 3, rate: 200, between: 60 },
  run: (context, sizes) =>
    killRepeatedly(context, 'the server', sizes, 3_000, async (server) => {
      const { pid } = server
      await server.kill()
      const killedAt = performance.now()
      await server.start()
      return { pid, readyAfterMs: performance.now() - killedAt }
    }),
}

/** Kills every process of PostgreSQL again and again while members pick. */
export const killDatabase: Scenario<KillSizes> = {
  name: 'kill-postgres',
  about: 'kill -9 of every process of PostgreSQL during a stream of picks, repeatedly',
  sizes: { kills: 20, rate: 200, between: 200 },
  short: { kills: 2, rate: 200, between: 60 },
  run: (context, sizes) =>
    killRepeatedly(context, 'PostgreSQL', sizes, 5_000, async (server, traffic, dataDir) => {
      const pid = await killPostgres(connectionStringIn(dataDir))
      const killedAt = performance.now()
      await traffic.waitForPicks(1)
      await waitUntil('the server is ready', async () => (await fetch(`${server.url}/readyz`)).ok, { everyMs: 10 })
      return { pid, readyAfterMs: performance.now() - killedAt }
    }),
}

/** @param kill kills a process, and waits until the pool is ready again */
async function killRepeatedly(
  { progress }: SoakContext,
  victim: string,
  { kills, rate, between }: KillSizes,
  readyWithinMs: number,
  kill: (server: ServerProcess, traffic: Traffic, dataDir: string) => Promise<Kill>,
): Promise<SoakReport> {
  const dataDir = createTemporaryFolder('kill')
  const env = { OUTLAST_DATA: dataDir, AUTO_SYNC: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }
  const server = await startServer({ env })
  try {
    const { admin, members } = await registerMembers(server.url, MEMBERS, ENTRIES_EACH)
    const weekId = await openWeek([server.url], admin)
    const traffic = new Traffic({ url: () => server.url, members, weekId, picksPerSecond: rate, reads: true })
    traffic.start()
    const done: Kill[] = []
    for (let n = 1; n <= kills; n += 1) {
      await traffic.waitForPicks(between)
      done.push(await kill(server, traffic, dataDir))
      if (n % 10 === 0) progress(`killed ${n} times`)
    }
    await traffic.waitForPicks(between)
    await traffic.stop()
    return {
      title: `${kills} × kill -9 of ${victim} at ${rate} picks per second`,
      checks: [
        isEqual('processes killed', kills, new Set(done.map(({ pid }) => pid)).size),
        info('picks sent again with their idempotency keys', traffic.retried),
        ...(await checkTraffic(traffic, kills * between, connectionStringIn(dataDir))),
        isWithin(
          'ready again',
          readyWithinMs,
          done.map(({ readyAfterMs }) => readyAfterMs),
        ),
      ],
      notes: ['The pool runs as `npm start` runs it, on its embedded PostgreSQL with `fsync` on.'],
    }
  } finally {
    await server.stop()
    removeDataFolder(dataDir)
  }
}
