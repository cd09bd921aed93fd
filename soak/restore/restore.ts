import { statSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type AcknowledgedPick,
  compareWithLog,
  connectionStringIn,
  createTemporaryFolder,
  killPostgres,
  openWeek,
  readLog,
  registerMembers,
  removeDataFolder,
  runProgram,
  startServer,
  Traffic,
} from '@outlast/testing'
import { info, isAtLeast, isEmpty, isEqual, type Scenario } from '../support/scenario.ts'
import { playSeason, seasonToPlay } from './played-season.ts'

const ENTRIES_EACH = 5

interface RestoreSizes {
  readonly members: number
  readonly weeks: number
  /** Picks per second, of all members together. */
  readonly rate: number
  /** Picks acknowledged before the backup, between it and the loss of the machine, and after the restore. */
  readonly between: number
  readonly [size: string]: number
}

/** Runs a command of the program, and returns how long it took. */
async function run(
  args: readonly string[],
  dataDir: string,
): Promise<{ readonly code: number | null; readonly err: string; readonly ms: number }> {
  const startedAt = performance.now()
  const { code, err } = await runProgram(process.execPath, ['apps/server/src/main.ts', ...args], {
    env: { OUTLAST_DATA: dataDir },
  })
  return { code, err, ms: performance.now() - startedAt }
}

/** Returns the acknowledged picks that a log does not have. */
const missingFrom = (log: Awaited<ReturnType<typeof readLog>>, acknowledged: readonly AcknowledgedPick[]) =>
  compareWithLog(log, acknowledged).lost

/** Backs up a pool with a season while members pick, loses the machine, and restores the backup into a new folder. */
export const restoreDrill: Scenario<RestoreSizes> = {
  name: 'restore',
  about: 'back up a season under load, lose the machine, restore into a new folder, and go on',
  sizes: { members: 40, weeks: 18, rate: 200, between: 1000 },
  short: { members: 3, weeks: 2, rate: 100, between: 60 },
  async run({ progress }, { members: count, weeks, rate, between }) {
    const season = seasonToPlay()
    const folder = createTemporaryFolder('restore')
    const [original, restored] = [join(folder, 'original'), join(folder, 'restored')]
    const file = join(folder, 'backup.tar')
    const env = { AUTO_SYNC: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }
    let server = await startServer({ env: { ...env, OUTLAST_DATA: original } })
    try {
      const { admin, members } = await registerMembers(server.url, count, ENTRIES_EACH)
      const picks = await playSeason(season, weeks, { admin, members, dataDir: original, file: join(folder, 'season.csv') })
      progress(`played ${weeks} weeks`)
      const weekId = await openWeek([server.url], admin)
      const traffic = new Traffic({ url: () => server.url, members, weekId, picksPerSecond: rate })
      traffic.start()
      await traffic.waitForPicks(between)
      const before = traffic.acknowledged.length
      const backup = await run(['backup', file], original)
      const during = traffic.acknowledged.length - before
      await traffic.waitForPicks(between)
      // The machine is gone: neither the server nor its database can finish anything.
      const connectionString = connectionStringIn(original)
      await server.kill()
      await killPostgres(connectionString)
      const lostFrom = traffic.acknowledged.length
      progress('backed up, and lost the machine')
      const restoring = await run(['restore', file], restored)
      const port = server.port
      server = await startServer({ env: { ...env, OUTLAST_DATA: restored }, port })
      await traffic.waitForPicks(between)
      await traffic.stop()
      const log = await readLog(connectionStringIn(restored))
      const acknowledged = traffic.acknowledged
      return {
        title: `Restore of ${count * ENTRIES_EACH} entries' ${season.isReal ? 'season of 2025' : 'generated season'} (${weeks} weeks) at ${rate} picks per second`,
        checks: [
          isAtLeast('picks of the season', weeks * count, picks),
          isEqual('backup’s exit code', 0, backup.code ?? -1),
          isEqual('restore’s exit code (log, signed heads and read models verified)', 0, restoring.code ?? -1),
          isAtLeast('picks acknowledged under load before the backup began', between, before),
          isEmpty('of these, missing in the restored pool', missingFrom(log, acknowledged.slice(0, before))),
          isAtLeast('picks acknowledged while it was written', 1, during),
          info(
            'picks acknowledged after it began and lost with the machine',
            missingFrom(log, acknowledged.slice(before, lostFrom)).length,
          ),
          isAtLeast(
            'picks acknowledged by the restored pool, with the logins of the original',
            between,
            acknowledged.length - lostFrom,
          ),
          isEmpty('of these, missing', missingFrom(log, acknowledged.slice(lostFrom))),
          isEmpty('problems in the hash chain', log.problems),
          isEmpty('responses that are neither a success nor a 503 with Retry-After', traffic.unexpectedResponses),
          info('events in the restored log', log.events.length),
          info('backup: seconds under load, with start and verification', (backup.ms / 1000).toFixed(2)),
          info('backup: size in kB', Math.ceil(statSync(file).size / 1000)),
          info('restore: seconds, with verification', (restoring.ms / 1000).toFixed(2)),
          info('start of the restored pool: seconds', server.readyAfter.toFixed(2)),
        ],
        notes: ['The pool runs as `npm start` runs it, on its embedded PostgreSQL with `fsync` on.'],
      }
    } finally {
      await server.stop()
      removeDataFolder(original)
      removeDataFolder(restored)
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
