import { setTimeout as sleep } from 'node:timers/promises'
import {
  connectionStringIn,
  freePort,
  openWeek,
  registerMembers,
  runProgram,
  type ServerProcess,
  startServer,
  Traffic,
} from '@outlast/testing'
import { SERVER_ARGS } from '@outlast/testing/server/server-process'
import { type Check, checkTraffic, info, isAtLeast, isEqual, isWithin, type Scenario } from '../support/scenario.ts'
import { DiskFiller } from './disk-filler.ts'
import { type OutageSizes, SMALL_POOL, watchReadiness } from './outage.ts'
import { mountDisk, saysFull, unmount } from './small-disk.ts'

/** A new pool takes about half of it. */
const DISK_MIB = 160

/** A pool runs with its own database on a small disk, which is full twice: while the pool stops and starts, and while it runs. */
export const diskFullRestart: Scenario<OutageSizes> = {
  name: 'disk-full-restart',
  about: 'the disk of the whole pool is full while it stops, starts and runs (as root on Linux)',
  sizes: { seconds: 30, rate: 100 },
  short: { seconds: 1, rate: 40 },
  async run({ progress }, { seconds, rate }) {
    const disk = mountDisk(DISK_MIB)
    const env = { OUTLAST_DATA: disk, AUTO_SYNC: 'off', RATE_LIMITS: 'off' }
    const filler = new DiskFiller(disk)
    const server = await startServer({ env })
    try {
      const { admin, members } = await registerMembers(server.url, SMALL_POOL.members, SMALL_POOL.entriesEach)
      const weekId = await openWeek([server.url], admin)
      const traffic = new Traffic({ url: () => server.url, members, weekId, picksPerSecond: rate, reads: true })
      traffic.start()
      await traffic.waitForPicks(rate)
      progress('the disk is full: the pool stops, and starts in vain')
      const checks: Check[] = [...(await fillDisk(server, filler, disk)), ...(await stopAndStart(server, env))]
      filler.empty()
      await server.start()
      checks.push(await picksContinue('with space again and started', traffic, rate))
      progress(`the disk is full for ${seconds} s, while the pool runs`)
      checks.push(...(await fillDisk(server, filler, disk)))
      await sleep(seconds * 1000)
      filler.empty()
      checks.push(await picksContinue('with space again, without a restart', traffic, rate))
      await traffic.stop()
      return {
        title: 'The disk of the whole pool full, while it stops, starts and runs',
        checks: [...checks, ...(await checkTraffic(traffic, 3 * rate, connectionStringIn(disk)))],
        notes: [`A tmpfs of ${DISK_MIB} MiB with the data folder of a pool that runs as \`npm start\` runs it.`],
      }
    } finally {
      filler.empty()
      await server.stop()
      unmount(disk)
    }
  },
}

/** Fills the disk, and waits until the pool says that it is not ready. */
async function fillDisk(server: ServerProcess, filler: DiskFiller, disk: string): Promise<readonly Check[]> {
  const readiness = watchReadiness(server.url)
  await filler.keepFullForLog(connectionStringIn(disk))
  await readiness.waitUntilNotReady()
  await readiness.stop()
  return [
    isAtLeast('answers 503 of /readyz', 1, readiness.refusals()),
    isWithin('time until /readyz answers 503', 5_000, [readiness.refusedAfterMs()]),
  ]
}

/** Stops the pool on its full disk, and tries to start it and to ask the doctor there. */
async function stopAndStart(
  server: ServerProcess,
  env: Readonly<Record<string, string>> & { readonly OUTLAST_DATA: string },
): Promise<readonly Check[]> {
  const startedAt = performance.now()
  await server.stop()
  const stoppedAfter = performance.now() - startedAt
  const port = String(await freePort())
  const start = await runProgram(process.execPath, SERVER_ARGS, { env: { ...env, HOST: '127.0.0.1', PORT: port } })
  const doctor = await runProgram(process.execPath, ['apps/server/src/main.ts', 'doctor'], { env })
  return [
    isWithin('time to stop', 5_000, [stoppedAfter]),
    isEqual('exit code of a start', 1, start.code ?? -1),
    saysFull('a start names the folder and what to do', start.err, env.OUTLAST_DATA),
    saysFull('doctor names the folder and what to do', doctor.out + doctor.err, env.OUTLAST_DATA),
  ]
}

async function picksContinue(when: string, traffic: Traffic, rate: number): Promise<Check> {
  const startedAt = performance.now()
  await traffic.waitForPicks(rate)
  return info(`${when}: time until ${rate} further picks`, `${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}
