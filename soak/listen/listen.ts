import type { Topic } from '@outlast/contract/live/topics'
import { DatabaseProxy } from '@outlast/testing/postgres/database-proxy'
import { compareWithLog, readLog } from '@outlast/testing/log-check'
import { patch, type RunningPool, SEASON, startPool } from '@outlast/testing/members/open-pool'
import { atLeast, type Demand, none, type Scenario } from '../support/scenario.ts'
import { Traffic } from '@outlast/testing/members/traffic'
import { Viewer } from '@outlast/testing/live/viewer'

const DELAY_MS = 150
const RENAME_EVERY_MS = 40

interface ListenSizes {
  /** Viewers on each server. */
  readonly viewers: number
  readonly rate: number
  /** How often each fault is brought about. */
  readonly cuts: number
  /** Milliseconds from one to the next. */
  readonly apart: number
  readonly [size: string]: number
}

/** What can happen to what the database says on its way: each brought about `cuts` times. Answers how often it was. */
const FAULTS: readonly (readonly [what: string, fault: (proxy: DatabaseProxy, apart: number) => Promise<number>])[] = [
  ['LISTEN connections cut', async (proxy, apart) => ended(proxy.cutListening(), apart)],
  ['answers delayed', delayed],
  ['connections reset', async (proxy, apart) => ended(proxy.resetAll(), apart)],
  ['COMMITs lost on their way', (proxy, apart) => atCommit(proxy, 'cutBefore', apart)],
  ['answers to COMMIT dropped', (proxy, apart) => atCommit(proxy, 'cutAfter', apart)],
]

/** A machine between the servers and their database that cuts, delays, resets, and drops answers. */
export const listen: Scenario<ListenSizes> = {
  name: 'listen',
  about: 'LISTEN cut, and the database’s answers delayed, reset, or dropped after the commit, with viewers on two servers',
  sizes: { viewers: 20, rate: 100, cuts: 5, apart: 1_000 },
  short: { viewers: 3, rate: 60, cuts: 2, apart: 400 },
  async run({ database: newDatabase, say }, sizes) {
    const database = await newDatabase()
    const proxy = new DatabaseProxy(database.connectionString)
    const pool = await startPool(database, { fans: 6, entriesEach: 5, servers: 2, through: await proxy.startOnTcp() })
    const viewers = pool.servers.flatMap(({ url }) => watchAll(url, pool, sizes.viewers))
    const traffic = new Traffic({ url: pool.url, fans: pool.fans, weekId: pool.weekId, picksPerSecond: sizes.rate, reads: true })
    const renaming = new Renaming(pool)
    try {
      await Promise.all(viewers.map((viewer) => viewer.differences()))
      traffic.start()
      renaming.start()
      const demands: Demand[] = []
      for (const [what, fault] of FAULTS) {
        say(what)
        await traffic.untilMore(sizes.rate)
        let times = 0
        for (let n = 0; n < sizes.cuts; n += 1) times += await fault(proxy, sizes.apart)
        await traffic.untilMore(sizes.rate)
        demands.push(atLeast(what, sizes.cuts, times))
      }
      await Promise.all([traffic.stop(), renaming.stop()])
      return {
        title: `The database’s answers cut, delayed, reset and dropped, ${sizes.viewers} viewers on each of two servers`,
        demands: [
          ...demands,
          ...traffic.demands(sizes.rate),
          ...(await judge(pool, viewers, traffic, database.connectionString)),
        ],
        notes: ['Viewers use the web app’s own client. Each compares what it shows with a fresh snapshot of the other server.'],
      }
    } finally {
      for (const viewer of viewers) viewer.close()
      await Promise.all([traffic.stop(), renaming.stop()]).catch(() => {})
      await pool.stop()
      await proxy.stop()
      await database.drop()
    }
  },
}

async function judge(pool: RunningPool, viewers: readonly Viewer[], traffic: Traffic, connectionString: string) {
  const differences = await Promise.all(viewers.map((viewer) => viewer.differences(pool.url(viewer.url === pool.url(0) ? 1 : 0))))
  const messages = viewers.reduce((sum, viewer) => sum + viewer.messages, 0)
  return [
    atLeast('live messages', viewers.length, messages),
    none('viewers’ views that are not as a fresh snapshot says', differences.flat()),
    none(
      'messages lost, doubled or out of order on a connection',
      viewers.flatMap((viewer) => viewer.breaks),
    ),
    ...compareWithLog(await readLog(connectionString), traffic.acknowledged),
  ]
}

/** Visitors, members and the admin in turn. */
function watchAll(url: string, { admin, fans, weekId }: RunningPool, count: number): readonly Viewer[] {
  const people = [undefined, fans[0], admin, ...fans.slice(1)]
  return Array.from({ length: count }, (_, i) => {
    const who = people[i % people.length]
    const viewer = new Viewer(url, who?.token)
    viewer.watch('pool', `week:${weekId}` as Topic, `season:${SEASON}` as Topic)
    if (who !== undefined) viewer.watch(`user:${who.id}` as Topic)
    if (who === admin) viewer.watch('admin')
    return viewer
  })
}

/** An admin who renames entries, so that every public topic moves. */
class Renaming {
  readonly #pool: RunningPool
  #over = false
  #running: Promise<void> = Promise.resolve()

  constructor(pool: RunningPool) {
    this.#pool = pool
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#over = true
    await this.#running
  }

  async #run(): Promise<void> {
    const { admin, fans, url } = this.#pool
    const entries = fans.flatMap(({ entryIds }) => entryIds)
    for (let n = 0; !this.#over; n += 1) {
      const path = `/api/entries/${entries[n % entries.length]}`
      // One that is lost is not tried again: the next name comes soon.
      const answer = await patch(url(n), path, admin.token, { name: `Name ${n}` }).catch(() => undefined)
      await answer?.arrayBuffer()
      await sleep(RENAME_EVERY_MS)
    }
  }
}

async function ended(times: number, apart: number): Promise<number> {
  await sleep(apart)
  return times
}

async function delayed(proxy: DatabaseProxy, apart: number): Promise<number> {
  proxy.delayMs = DELAY_MS
  await sleep(apart)
  proxy.delayMs = 0
  return 1
}

/** Cuts the connection of the next COMMIT, before or after it was done. */
async function atCommit(proxy: DatabaseProxy, cut: 'cutBefore' | 'cutAfter', apart: number): Promise<number> {
  await new Promise<void>((resolve) => {
    proxy[cut] = (message) => {
      if (!message.includes('COMMIT')) return false
      proxy[cut] = () => false
      resolve()
      return true
    }
  })
  await sleep(apart)
  return 1
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
