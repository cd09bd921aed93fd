import { cpSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { userId } from '@outlast/domain'
import { integerBetween, type Random, seededRandom } from '@outlast/seasons/random'
import { rebuildProjections } from '@outlast/server/log/projections'
import { readEvents } from '@outlast/server/log/read'
import {
  createTemporaryFolder,
  type GeneratedPool,
  generatePool,
  restartOneByOne,
  type ServerProcess,
  startServer,
  startTopology,
  testEnvironment,
} from '@outlast/testing'
import { tokenOf } from '@outlast/testing/members/token'
import { replaceLog, withLogDatabase } from '@outlast/testing/rewritten-log'
import type { DeviceRecord } from '@outlast/web/device/log-record'
import { type Check, info, isAtLeast, isEmpty, isEqual, type Scenario } from '../support/scenario.ts'
import { Changes } from './changes.ts'
import { aged, Device, type SignedIn } from './device.ts'
import { FORGERIES, type Forgery } from './forgeries.ts'

const ENTRIES = 24
const ENTRIES_EACH = 2
const PLAYED_WEEKS = 3
const POOL = {
  entries: ENTRIES,
  entriesPerMember: ENTRIES_EACH,
  playedWeeks: PLAYED_WEEKS,
  current: 'open',
  events: 400,
  goodPicks: 0.8,
} as const
/** Devices that visit at the same time. */
const AT_ONCE = 4
const KEPT_DEVICES = 100
/** The server keeps some answers for five seconds although a row was changed directly. */
const FORGED_WITHIN_MS = 60_000
const EVERYTHING = 1_000_000

interface TrustSizes {
  /** First visits and returns, half of them to one server, half to several. */
  readonly visits: number
  /** How many servers behind nginx. */
  readonly servers: number
  /** How often all servers are restarted, one after the other. */
  readonly restarts: number
  /** How many of the known forgeries are made. */
  readonly forgeries: number
  readonly seed: number
  readonly [size: string]: number
}

/** Members, who are signed in on some devices. */
const memberAt = (n: number): SignedIn => {
  const id = userId(1 + (n % (ENTRIES / ENTRIES_EACH)))
  return { id, token: tokenOf(id) }
}

/** Devices visit a pool that changes all the time, and then pools that somebody has forged. */
export const trust: Scenario<TrustSizes> = {
  name: 'trust',
  about: 'first visits and returns with the check of the web app, while weeks lock and servers restart, and after forgeries',
  sizes: { visits: 2_000, servers: 3, restarts: 6, forgeries: FORGERIES.length, seed: 20_261_129 },
  short: { visits: 40, servers: 2, restarts: 1, forgeries: 2, seed: 20_261_129 },
  async run({ createDatabase, progress }, { visits, servers, restarts, forgeries, seed }) {
    const random = seededRandom(seed)
    const checks: Check[] = []
    for (const count of [1, servers]) {
      const database = await createDatabase()
      const dataDir = createTemporaryFolder('trust')
      const season = await generatePool(database.connectionString, POOL)
      const env = testEnvironment(database.connectionString, { LOG_LEVEL: 'error', OUTLAST_DATA: dataDir })
      const deployment = count === 1 ? await startAlone(env) : await startTopology({ servers: count, env, output: 'errors' })
      try {
        const played = await play({ deployment, season, random, visits: visits / 2, restarts: Math.ceil(restarts / 2), progress })
        checks.push(...checksOf(count === 1 ? 'one server' : `${count} servers behind nginx`, visits / 2, played))
      } finally {
        await deployment.stop()
        await database.drop()
        rmSync(dataDir, { recursive: true, force: true })
      }
    }
    const missed = await forge(await createDatabase(), FORGERIES.slice(0, forgeries), progress)
    return {
      title: `${visits} visits to a pool of ${ENTRIES} entries that changes all the time, and ${forgeries} forgeries, seed ${seed}`,
      checks: [
        ...checks,
        isEqual(
          'forgeries that were found by whom they must be',
          forgeries,
          forgeries - new Set(missed.map(([name]) => name)).size,
        ),
        isEmpty(
          'what was found or missed otherwise',
          missed.map((words) => words.join(': ')),
        ),
      ],
      notes: [
        'A device is the code of the web app’s check with a memory of its own. Each is a newcomer or returns, as a visitor, as a member, or as a visitor where a member was signed in.',
        `Forgeries: ${FORGERIES.slice(0, forgeries)
          .map(({ name }) => name)
          .join('; ')}.`,
      ],
    }
  },
}

interface Deployment {
  readonly url: string
  readonly servers: readonly ServerProcess[]
  stop(): Promise<unknown>
}

async function startAlone(env: Readonly<Record<string, string>>): Promise<Deployment> {
  const server = await startServer({ env, output: 'errors' })
  return { url: server.url, servers: [server], stop: () => server.stop() }
}

interface Play {
  readonly deployment: Deployment
  readonly season: GeneratedPool
  readonly random: Random
  readonly visits: number
  readonly restarts: number
  readonly progress: (message: string) => void
}

interface Played {
  readonly made: Changes['made']
  readonly alarms: readonly string[]
  readonly visits: Readonly<Record<string, number>>
  readonly suspicions: number
  readonly endedEarly: number
}

/** Lets devices visit until they have made some number of visits, while the pool changes and its servers restart. */
async function play({ deployment, season, random, visits, restarts, progress }: Play): Promise<Played> {
  const { url, servers } = deployment
  const entryIds = Array.from({ length: ENTRIES }, (_, i) => i + 1)
  const adminToken = tokenOf(userId(1))
  const changes = new Changes({ url, adminToken, seasonYear: season.seasonYear, lastWeek: PLAYED_WEEKS + 1, entryIds, random })
  const known: { readonly device: Device; readonly signedIn: SignedIn | undefined }[] = []
  const counts: Record<string, number> = {}
  const alarms: string[] = []
  let done = 0
  let endedEarly = 0
  let suspicions = 0
  const visitOnce = async (): Promise<void> => {
    const old = known.length > 0 && random() < 0.6 ? known[integerBetween(random, 0, known.length - 1)] : undefined
    const device = new Device(old?.device.record)
    const isMember = random() < 0.5
    const signedIn = isMember ? (old?.signedIn ?? memberAt(integerBetween(random, 0, ENTRIES))) : undefined
    const was = old === undefined ? 'first visit' : old.signedIn === undefined ? 'return' : 'return of a member'
    if (!(await device.visit(url, signedIn))) return void (endedEarly += 1)
    const { problems, withdrawn } = device.record
    alarms.push(...[...problems, ...withdrawn].map(({ kind, sentence }) => `${kind}: ${sentence}`))
    suspicions += device.suspicions
    done += 1
    const kind = `${was} as ${isMember ? 'member' : 'visitor'}`
    counts[kind] = (counts[kind] ?? 0) + 1
    if (problems.length > 0) return
    known.push({ device, signedIn: signedIn ?? old?.signedIn })
    if (known.length > KEPT_DEVICES) known.shift()
    if (done % 100 === 0) progress(`${done} of ${visits} visits, ${alarms.length} alarms, ${suspicions} suspicions`)
  }
  const visitor = async (): Promise<void> => {
    while (done < visits) await visitOnce()
  }
  changes.start()
  const visiting = Promise.all(Array.from({ length: AT_ONCE }, visitor))
  const restarting = restartAt(servers, restarts, visits, () => done)
  try {
    await visiting
    await restarting
  } finally {
    await changes.stop()
  }
  return { made: changes.made, alarms, visits: counts, suspicions, endedEarly }
}

/** Restarts all servers some times, evenly over the visits. */
async function restartAt(servers: readonly ServerProcess[], restarts: number, visits: number, done: () => number): Promise<void> {
  for (let n = 1; n <= restarts; n += 1) {
    while (done() < (visits * n) / (restarts + 1)) await sleep(50)
    await restartOneByOne(servers)
  }
}

function checksOf(
  name: string,
  visits: number,
  { made, alarms, visits: counts, suspicions, endedEarly }: Played,
): readonly Check[] {
  const corrections = made.score + made.pick
  return [
    isAtLeast(
      `${name}: visits`,
      visits,
      Object.values(counts).reduce((sum, count) => sum + count, 0),
    ),
    isEmpty(`${name}: false alarms`, alarms),
    isAtLeast(`${name}: locks`, Math.min(10, visits / 10), made.lock),
    isAtLeast(`${name}: corrections of scores and picks`, Math.min(10, visits / 10), corrections),
    info(`${name}: other changes`, made.rename + made.rules),
    ...Object.entries(counts).map(([kind, count]) => info(`${name}: ${kind}`, count)),
    info(`${name}: suspicions that were gone when everything was read again`, suspicions),
    info(`${name}: visits that ended early, because a server restarted`, endedEarly),
  ]
}

type Missed = readonly [forgery: string, problem: string]

/** Makes each forgery while the server is stopped, and lets a newcomer and a device that was there before visit. */
async function forge(
  database: { readonly connectionString: string; readonly drop: () => Promise<void> },
  forgeries: readonly Forgery[],
  progress: (message: string) => void,
): Promise<readonly Missed[]> {
  const { connectionString } = database
  const dataDir = createTemporaryFolder('trust')
  const copy = createTemporaryFolder('trust-copy')
  await generatePool(connectionString, { ...POOL, current: 'locked' })
  const server = await startServer({ env: testEnvironment(connectionString, { LOG_LEVEL: 'error', OUTLAST_DATA: dataDir }) })
  const missed: Missed[] = []
  try {
    const before = new Device()
    await visitUntil(before, server.url, () => before.record.season_checked_at !== null)
    await server.stop()
    const events = await withLogDatabase(connectionString, (db) => readEvents(db, 0, EVERYTHING))
    cpSync(dataDir, copy, { recursive: true })
    for (const { name, isSeenByNewcomer, isRefusedByStart = false, make } of forgeries) {
      if (isRefusedByStart) await server.start()
      await make({ connectionString, dataDir })
      if (!isRefusedByStart) await server.start()
      const found = {
        'a device that was there before': [true, await findsAlarm(aged(before.record), server.url)],
        'a newcomer': [isSeenByNewcomer, await findsAlarm(undefined, server.url, isSeenByNewcomer)],
      } as const
      for (const [who, [expected, isFound]] of Object.entries(found))
        if (expected !== isFound) missed.push([name, `${who} ${isFound ? 'found' : 'missed'} it`])
      progress(`${name}: ${JSON.stringify(found)}`)
      await server.stop()
      await withLogDatabase(connectionString, async (db) => {
        await replaceLog(db, events)
        await rebuildProjections(db)
      })
      rmSync(dataDir, { recursive: true, force: true })
      cpSync(copy, dataDir, { recursive: true })
    }
    await server.start()
    if (await findsAlarm(aged(before.record), server.url, false)) missed.push(['nothing', 'an alarm without a forgery'])
    return missed
  } finally {
    await server.stop()
    await database.drop()
    for (const folder of [dataDir, copy]) rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether a device warns after a visit, or after several while an alarm is expected. */
async function findsAlarm(record: DeviceRecord | undefined, url: string, isExpected = true): Promise<boolean> {
  const deadline = performance.now() + FORGED_WITHIN_MS
  for (;;) {
    const device = new Device(record)
    const hasVisited = await device.visit(url)
    const isFound = device.record.problems.length > 0
    if (isFound || (!isExpected && hasVisited) || performance.now() > deadline) return isFound
    await sleep(500)
  }
}

async function visitUntil(device: Device, url: string, isDone: () => boolean): Promise<void> {
  while (!isDone()) await device.visit(url)
}
