import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseProxy, type OpenPool, startOpenPool, Traffic, type Viewer } from '@outlast/testing'
import { type Check, checkTraffic, isAtLeast, isEmpty, type Scenario } from '../support/scenario.ts'
import { checkViews, openViewer, renameRepeatedly } from '../support/viewers.ts'

const DELAY_MS = 150
const RENAME_INTERVAL_MS = 40

interface ListenSizes {
  /** Viewers on each server. */
  readonly viewers: number
  /** Picks per second. */
  readonly rate: number
  /** How often each fault is caused. */
  readonly cuts: number
  /** Milliseconds between two faults. */
  readonly apart: number
  readonly [size: string]: number
}

/** The faults of the connection to the database. Each returns how many connections or messages it affected. */
const FAULTS: readonly (readonly [what: string, cause: (proxy: DatabaseProxy, apart: number) => number | Promise<number>])[] = [
  ['LISTEN connections cut', (proxy) => proxy.cutListening()],
  ['responses delayed', delayResponses],
  ['connections reset', (proxy) => proxy.resetAll()],
  ['COMMITs lost before the database', (proxy) => cutAtCommit(proxy, 'cutBefore')],
  ['responses to COMMIT lost', (proxy) => cutAtCommit(proxy, 'cutAfter')],
]

/** Breaks the connections between two servers and their database, with viewers on both. */
export const listen: Scenario<ListenSizes> = {
  name: 'listen',
  about: 'LISTEN cut, and the database’s responses delayed, reset, or lost after the commit, with viewers on two servers',
  sizes: { viewers: 20, rate: 100, cuts: 5, apart: 1_000 },
  short: { viewers: 3, rate: 60, cuts: 2, apart: 400 },
  async run({ createDatabase, progress }, sizes) {
    const database = await createDatabase()
    const proxy = new DatabaseProxy(database.connectionString)
    const serverConnectionString = await proxy.startOnTcp()
    const pool = await startOpenPool(database, { members: 6, entriesEach: 5, servers: 2, serverConnectionString })
    const viewers = pool.servers.flatMap(({ url }) => openViewers(url, pool, sizes.viewers))
    const traffic = new Traffic({ ...pool, picksPerSecond: sizes.rate, reads: true })
    let stopRenaming = () => {}
    try {
      await Promise.all(viewers.map((viewer) => viewer.differences()))
      traffic.start()
      stopRenaming = renameRepeatedly(pool, RENAME_INTERVAL_MS)
      const checks: Check[] = []
      for (const [what, cause] of FAULTS) {
        progress(what)
        await traffic.waitForPicks(sizes.rate)
        let affected = 0
        for (let n = 0; n < sizes.cuts; n += 1) {
          affected += await cause(proxy, sizes.apart)
          await sleep(sizes.apart)
        }
        await traffic.waitForPicks(sizes.rate)
        checks.push(isAtLeast(what, sizes.cuts, affected))
      }
      stopRenaming()
      await traffic.stop()
      return {
        title: `The connections to the database cut, delayed and reset, ${sizes.viewers} viewers on each of two servers`,
        checks: [
          ...checks,
          ...(await checkTraffic(traffic, sizes.rate, database.connectionString)),
          ...(await checkViewers(pool, viewers)),
        ],
        notes: ['Viewers use the web app’s own client. Each compares what it shows with a fresh snapshot of the other server.'],
      }
    } finally {
      stopRenaming()
      for (const viewer of viewers) viewer.close()
      await traffic.stop().catch(() => {})
      await pool.stop()
      await proxy.stop()
      await database.drop()
    }
  },
}

async function checkViewers(pool: OpenPool, viewers: readonly Viewer[]): Promise<readonly Check[]> {
  const otherServer = ({ url }: Viewer) => pool.url(url === pool.url(0) ? 1 : 0)
  return [
    await checkViews(viewers, otherServer),
    isAtLeast(
      'live messages',
      viewers.length,
      viewers.reduce((sum, viewer) => sum + viewer.messages, 0),
    ),
    isEmpty(
      'messages lost, duplicated or out of order on a connection',
      viewers.flatMap((viewer) => viewer.sequenceErrors),
    ),
  ]
}

/** Opens viewers for a visitor, members and the admin in turn. */
function openViewers(url: string, { admin, members, weekId }: OpenPool, count: number): readonly Viewer[] {
  const people = [undefined, members[0], admin, ...members.slice(1)]
  return Array.from({ length: count }, (_, n) => {
    const person = people[n % people.length]
    const viewer = openViewer(url, weekId, person)
    if (person === admin) viewer.watch('admin')
    return viewer
  })
}

async function delayResponses(proxy: DatabaseProxy, ms: number): Promise<number> {
  proxy.delayMs = DELAY_MS
  await sleep(ms)
  proxy.delayMs = 0
  return 1
}

/** Cuts the connection of the next COMMIT, before or after the database executes it. */
async function cutAtCommit(proxy: DatabaseProxy, cut: 'cutBefore' | 'cutAfter'): Promise<number> {
  await new Promise<void>((resolve) => {
    proxy[cut] = (message) => {
      if (!message.includes('COMMIT')) return false
      proxy[cut] = () => false
      resolve()
      return true
    }
  })
  return 1
}
