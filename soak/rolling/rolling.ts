import { rmSync } from 'node:fs'
import {
  createTemporaryFolder,
  openWeek,
  readMetric,
  registerMembersIn,
  restartOneByOne,
  restartServer,
  startTopology,
  testEnvironment,
  type Topology,
  Traffic,
  type Viewer,
} from '@outlast/testing'
import { checkTraffic, info, isEqual, isWithin, type Scenario } from '../support/scenario.ts'
import { checkViews, openViewer, renameRepeatedly } from '../support/viewers.ts'
import { SilenceMonitor } from './silence-monitor.ts'

const MEMBERS = 6
const ENTRIES_EACH = 5
/** How often something changes that every viewer is sent. */
const CHANGE_INTERVAL_MS = 200
const MAX_SILENCE_MS = 5_000

interface RollingSizes {
  readonly servers: number
  readonly viewers: number
  /** Picks per second, of all members together. */
  readonly rate: number
  /** How often every server is restarted, and how often it is killed. */
  readonly rounds: number
  readonly [size: string]: number
}

/** The ways in which servers end, one after the other. */
const WAYS: readonly (readonly [name: string, end: (topology: Topology, traffic: Traffic) => Promise<void>])[] = [
  ['restarted', ({ servers }) => restartOneByOne(servers)],
  ['killed', killOneByOne],
]

/** Restarts and kills servers behind nginx one after the other, with members who pick and watch. */
export const rolling: Scenario<RollingSizes> = {
  name: 'rolling',
  about: 'servers behind nginx, restarted one after the other, then killed one after the other',
  sizes: { servers: 2, viewers: 200, rate: 200, rounds: 5 },
  short: { servers: 2, viewers: 6, rate: 60, rounds: 1 },
  async run({ createDatabase, progress }, { servers, viewers: viewerCount, rate, rounds }) {
    const database = await createDatabase()
    const { connectionString } = database
    const { admin, members } = await registerMembersIn(database, MEMBERS, ENTRIES_EACH)
    const dataDir = createTemporaryFolder('rolling')
    const env = testEnvironment(connectionString, { NODE_ENV: 'test', LOG_LEVEL: 'error', OUTLAST_DATA: dataDir })
    const topology = await startTopology({ servers, env, output: 'errors' })
    const url = () => topology.url
    const viewers: Viewer[] = []
    const stopRenaming = renameRepeatedly({ admin, members, url }, CHANGE_INTERVAL_MS)
    try {
      const weekId = await openWeek([topology.url], admin)
      for (let n = 0; n < viewerCount; n += 1) viewers.push(openViewer(topology.url, weekId, members[n % (2 * MEMBERS)]))
      await Promise.all(viewers.map((viewer) => viewer.differences()))
      const silence = new SilenceMonitor(viewers)
      const traffic = new Traffic({ url, members, weekId, picksPerSecond: rate, reads: true })
      traffic.start()
      const results: { name: string; silences: readonly number[]; retried: number }[] = []
      for (const [name, end] of WAYS) {
        const retriedBefore = traffic.retried
        const silences: number[] = []
        for (let round = 1; round <= rounds; round += 1) {
          progress(`${name}, round ${round}`)
          await traffic.waitForPicks(rate)
          silence.restart()
          await end(topology, traffic)
          await silence.waitForAll()
          silences.push(Math.max(...silence.longest))
        }
        results.push({ name, silences, retried: traffic.retried - retriedBefore })
      }
      await traffic.waitForPicks(rate)
      await traffic.stop()
      stopRenaming()
      return {
        title: `${servers} servers behind nginx with ${viewerCount} viewers at ${rate} picks per second, each restarted and killed ${rounds} times`,
        checks: [
          ...(await checkTraffic(traffic, rate * rounds, connectionString)),
          await checkViews(viewers),
          isEqual('viewers at the end', viewerCount, await countViewers(topology)),
          ...results.flatMap(({ name, silences, retried }) => [
            isWithin(`${name}: longest time that a viewer received nothing, per round`, MAX_SILENCE_MS, silences),
            info(`${name}: picks sent again with their idempotency keys`, retried),
          ]),
          info('slowest response', `${(traffic.slowestResponseMs / 1000).toFixed(2)} s`),
        ],
        notes: [
          `nginx runs with deploy/nginx/nginx.conf.template. Viewers use the web app's own client; something changes every ${CHANGE_INTERVAL_MS} ms.`,
        ],
      }
    } finally {
      stopRenaming()
      for (const viewer of viewers) viewer.close()
      await topology.stop()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

async function killOneByOne({ servers }: Topology, traffic: Traffic): Promise<void> {
  for (const server of servers) {
    await server.kill()
    await traffic.waitForPicks(10)
    await restartServer(server)
  }
}

/** Returns how many viewers the servers count. */
async function countViewers({ servers }: Topology): Promise<number> {
  const counts = await Promise.all(servers.map(({ url }) => readMetric(url, 'outlast_sockets')))
  return counts.reduce((sum, count) => sum + count, 0)
}
