import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Topic } from '@outlast/contract/live/topics'
import { gatherOn, post } from '@outlast/testing/members/members'
import { SECRET } from '@outlast/testing/server/server-process'
import { bringBack, roll, startTopology, type Topology } from '@outlast/testing/server/topology'
import { compareWithLog, readLog } from '@outlast/testing/log-check'
import { patch, SEASON } from '@outlast/testing/members/open-pool'
import { equal, none, type Scenario, told, within } from '../support/scenario.ts'
import { Traffic } from '@outlast/testing/members/traffic'
import { Viewer } from '@outlast/testing/live/viewer'
import { Silence } from './silence.ts'

const FANS = 6
const ENTRIES_EACH = 5
/** Something that every viewer is told of, so often. */
const TELL_EVERY_MS = 200
/** Dropped for no more than a few seconds. */
const SILENT_AT_MOST_MS = 5_000

interface RollingSizes {
  readonly servers: number
  readonly viewers: number
  /** Picks a second, all members together. */
  readonly rate: number
  /** How often every server is started anew, and killed. */
  readonly rounds: number
  readonly [size: string]: number
}

/** What can become of servers, one after the other: by its name, how. */
const WAYS: readonly (readonly [name: string, end: (topology: Topology, traffic: Traffic) => Promise<void>])[] = [
  ['started anew', (topology) => roll(topology)],
  ['killed', killOneByOne],
]

/** Servers behind nginx that end one after the other, with members who pick and watch through it. */
export const rolling: Scenario<RollingSizes> = {
  name: 'rolling',
  about: 'servers behind nginx, started anew one after the other, then killed one after the other',
  sizes: { servers: 2, viewers: 200, rate: 200, rounds: 5 },
  short: { servers: 2, viewers: 6, rate: 60, rounds: 1 },
  async run({ database: newDatabase, say }, { servers, viewers: count, rate, rounds }) {
    const database = await newDatabase()
    const { admin, fans } = await gatherOn(database, FANS, ENTRIES_EACH)
    const dataDir = mkdtempSync(join(tmpdir(), 'outlast-rolling-'))
    const settings = { NODE_ENV: 'test', LOG_LEVEL: 'error', AUTO_SYNC: 'off', RATE_LIMITS: 'off' }
    const env = { ...settings, DATABASE_URL: database.connectionString, OUTLAST_DATA: dataDir, JWT_SECRET: SECRET }
    const topology = await startTopology({ servers, env })
    const url = `http://127.0.0.1:${topology.port}`
    const viewers: Viewer[] = []
    const telling = setInterval(() => void rename(url, admin.token, fans[0]?.entryIds[0] ?? 0), TELL_EVERY_MS)
    try {
      const { body: week } = await post<{ id: number }>(url, '/api/weeks', admin.token, { season_year: SEASON, week_number: 1 })
      viewers.push(...Array.from({ length: count }, (_, i) => watch(url, week.id, fans[i % (2 * FANS)]?.token)))
      await Promise.all(viewers.map((viewer) => viewer.differences()))
      const silence = new Silence(viewers)
      const traffic = new Traffic({ url: () => url, fans, weekId: week.id, picksPerSecond: rate, reads: true })
      traffic.start()
      const found: { name: string; silent: readonly number[]; resent: number }[] = []
      for (const [name, end] of WAYS) {
        const before = traffic.retried
        const silent: number[] = []
        for (let round = 1; round <= rounds; round += 1) {
          say(`${name}, round ${round}`)
          await traffic.untilMore(rate)
          silence.begin()
          await end(topology, traffic)
          await silence.over()
          silent.push(Math.max(...silence.longest))
        }
        found.push({ name, silent, resent: traffic.retried - before })
      }
      await traffic.untilMore(rate)
      await traffic.stop()
      clearInterval(telling)
      const differences = await Promise.all(viewers.map((viewer) => viewer.differences()))
      return {
        title: `${servers} servers behind nginx with ${count} viewers at ${rate} picks a second, each started anew and killed ${rounds} times`,
        demands: [
          ...traffic.demands(rate * rounds),
          ...compareWithLog(await readLog(database.connectionString), traffic.acknowledged),
          none('viewers’ views that are not as a fresh snapshot says', differences.flat()),
          equal('viewers at the end', count, await viewersOf(topology)),
          ...found.flatMap(({ name, silent, resent }) => [
            within(`${name}: longest time that a viewer heard nothing, of each round`, SILENT_AT_MOST_MS, silent),
            told(`${name}: picks sent again with their keys`, resent),
          ]),
          told('longest wait for an answer', `${(traffic.longestAnswerMs / 1000).toFixed(2)} s`),
        ],
        notes: [
          `nginx runs with deploy/nginx/nginx.conf.template. Viewers use the web app's own client; something is told every ${TELL_EVERY_MS} ms.`,
        ],
      }
    } finally {
      clearInterval(telling)
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
    await traffic.untilMore(10)
    await bringBack(server)
  }
}

function watch(url: string, weekId: number, token: string | undefined): Viewer {
  const viewer = new Viewer(url, token)
  viewer.watch('pool', `week:${weekId}` as Topic, `season:${SEASON}` as Topic)
  return viewer
}

/** One that is lost is not tried again: the next name comes soon. */
async function rename(url: string, token: string, entryId: number): Promise<void> {
  const answer = await patch(url, `/api/entries/${entryId}`, token, { name: `Name ${Date.now()}` }).catch(() => undefined)
  await answer?.arrayBuffer()
}

/** Counted by the servers themselves. */
async function viewersOf({ servers }: Topology): Promise<number> {
  const texts = await Promise.all(servers.map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()))
  return texts.reduce((sum, text) => sum + Number(/^outlast_sockets (\d+)$/m.exec(text)?.[1]), 0)
}
