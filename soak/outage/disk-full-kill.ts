import {
  connectionStringIn,
  eventually,
  killPostgres,
  openWeek,
  registerMembers,
  type ServerProcess,
  startServer,
  Traffic,
} from '@outlast/testing'
import { type Check, checkTraffic, isAtLeast, isEmpty, isEqual, type Scenario } from '../support/scenario.ts'
import { DiskFiller } from './disk-filler.ts'
import { type OutageSizes, SMALL_POOL } from './outage.ts'
import { mountDisk, saysFull, unmount } from './small-disk.ts'

/** A new pool takes about half of it. */
const DISK_MIB = 160
/** The disk counts as full, and PostgreSQL still stores what fits. */
const ALMOST_NOTHING = 900 * 1024
/** What a member reads whose pick is refused meanwhile. */
const SENTENCES = [
  'The disk of the pool is full, so this was not stored. Tell the commissioner; what was confirmed before is safe',
  'The disk of the pool is full, so the pool is not available right now. Tell the commissioner; what was confirmed before is safe',
  // PostgreSQL panicked before it answered a COMMIT.
  'The connection was lost at the wrong moment, so nobody can say yet whether this was recorded. Look before you try again, or repeat it with the same Idempotency-Key',
]

/**
 * The disk of a whole pool fills up while members pick: first so far that the log says so and picks are still confirmed, then to the last
 * byte. Then the server and every process of PostgreSQL are killed.
 */
export const diskFullKill: Scenario<OutageSizes> = {
  name: 'disk-full-kill',
  about: 'kill -9 of the server and of PostgreSQL on a full disk (as root on Linux)',
  sizes: { seconds: 0, rate: 100, rounds: 5 },
  short: { seconds: 0, rate: 40, rounds: 1 },
  async run({ progress }, { rate, rounds = 1 }) {
    const disk = mountDisk(DISK_MIB)
    const filler = new DiskFiller(disk)
    const server = await startServer({ env: { OUTLAST_DATA: disk, AUTO_SYNC: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } })
    try {
      const { admin, members } = await registerMembers(server.url, SMALL_POOL.members, SMALL_POOL.entriesEach)
      const weekId = await openWeek([server.url], admin)
      const traffic = new Traffic({ url: () => server.url, members, weekId, picksPerSecond: rate, reads: true })
      traffic.start()
      const checks: Check[] = []
      for (let round = 1; round <= rounds; round += 1) {
        await traffic.waitForPicks(rate)
        progress(`round ${round}: the disk fills up, and everything is killed`)
        checks.push(...(await fillAndKill(server, admin.token, traffic, filler, disk)))
        filler.empty()
        await server.start()
      }
      await traffic.waitForPicks(rate)
      await traffic.stop()
      return {
        title: `${rounds} × kill -9 of the server and of PostgreSQL on a full disk`,
        checks: [
          ...checks,
          isEmpty(
            'sentences of refused picks that do not name the disk',
            [...traffic.refusals].filter((one) => !SENTENCES.includes(one)),
          ),
          ...(await checkTraffic(traffic, 2 * rate, connectionStringIn(disk))),
        ],
        notes: [`A tmpfs of ${DISK_MIB} MiB with the data folder of a pool that runs as \`npm start\` runs it.`],
      }
    } finally {
      filler.empty()
      await server.stop()
      unmount(disk)
    }
  },
}

async function fillAndKill(
  server: ServerProcess,
  adminToken: string,
  traffic: Traffic,
  filler: DiskFiller,
  disk: string,
): Promise<readonly Check[]> {
  const connectionString = connectionStringIn(disk)
  filler.leaveFree = ALMOST_NOTHING
  filler.fill()
  await eventually(
    () => server.output().includes('is full') || Promise.reject(new Error('the log does not say that the disk is full')),
  )
  const said = saysFull('the log names the folder and what to do', server.output(), disk)
  const before = traffic.acknowledged.length
  await traffic.waitForPicks(20)
  const confirmed = traffic.acknowledged.length - before
  filler.leaveFree = 0
  filler.keepFull()
  const refused = /PostgreSQL refused to store something: .*/
  await eventually(() => refused.test(server.output()) || Promise.reject(new Error('PostgreSQL refuses nothing')))
  await eventually(() => traffic.count(503) > 0 || Promise.reject(new Error('no response 503')))
  const readiness = await fetch(`${server.url}/readyz`)
  const { checks } = (await readiness.json()) as { checks: { storage: boolean } }
  const desk = await fetch(`${server.url}/api/admin/server`, { headers: { authorization: `Bearer ${adminToken}` } })
  const { disk: space } = (await desk.json()) as { disk: string }
  const words = refused.exec(server.output())?.[0] ?? ''
  await Promise.all([killPostgres(connectionString), server.kill()])
  return [
    said,
    isAtLeast('picks confirmed while the log says that the disk is full', 20, confirmed),
    isAtLeast('picks refused with 503', 1, traffic.count(503)),
    isEqual('/readyz', '503, storage false', `${readiness.status}, storage ${checks.storage}`),
    isEqual('the desk: space on the disk', 'full', space),
    {
      what: 'the log has PostgreSQL’s words',
      expected: 'No space left on device',
      found: words,
      passed: words.includes('No space left'),
    },
  ]
}
