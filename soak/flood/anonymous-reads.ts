import { setTimeout as sleep } from 'node:timers/promises'
import { instantFromMs } from '@outlast/domain'
import { openDatabase, type Tables } from '@outlast/server/database'
import {
  BROWSER_HEADERS,
  type LoadClient,
  percentile,
  requestText,
  seasonGames,
  startHttpLoad,
  startServer,
  testEnvironment,
} from '@outlast/testing'
import { HugeSeason } from '@outlast/testing/generated/huge-season'
import { tokenOf } from '@outlast/testing/members/token'
import { type Check, info, isAtLeast, isEmpty, isWithin, type Scenario } from '../support/scenario.ts'

/** What a member's reads may take during each flood. */
const LIMIT_MS = 250
const DASHBOARD_INTERVAL_MS = 20
const REPLAY_INTERVAL_MS = 1_000
const WARM_UP_S = 1
const UNLIMITED = 1e9
const POSITIONS = 400

interface AnonymousReadSizes {
  /** How long each flood lasts. */
  readonly seconds: number
  readonly entries: number
  readonly weeks: number
  /** Connections without a login, each of which sends its next read as soon as the last is answered. */
  readonly connections: number
  readonly [size: string]: number
}

interface Pool {
  readonly url: string
  readonly port: number
  readonly token: string
  readonly weekId: number
  /** The last position of the log. */
  readonly head: number
}

/** The paths that each flood reads. A connection repeats them in turn. */
const FLOODS: Readonly<Record<string, (pool: Pool, connection: number) => readonly string[]>> = {
  proofs: ({ weekId }) => [`/api/weeks/${weekId}/proof`],
  'audit pages': (_pool, connection) => [`/api/audit?limit=200&before=${1_000 + connection * 200}`, '/api/audit?limit=200'],
  replays: ({ head }, connection) =>
    Array.from({ length: POSITIONS }, (_, i) => `/api/audit/at/${1 + ((connection * 7_919 + i * 101) % head)}`),
}

/** Visitors read what costs the server most, as fast as they can, while a member opens the dashboard and earlier states of the pool. */
export const floodOfAnonymousReads: Scenario<AnonymousReadSizes> = {
  name: 'flood-reads',
  about: 'floods of anonymous reads of proofs, audit pages and earlier states, while a member reads',
  sizes: { seconds: 20, entries: 3_000, weeks: 18, connections: 100 },
  short: { seconds: 2, entries: 120, weeks: 3, connections: 20 },
  async run({ createDatabase, progress }, sizes) {
    const database = await createDatabase()
    progress(`writing a season with ${sizes.entries} entries`)
    const season = await writeSeason(database.connectionString, sizes)
    const server = await startServer({
      env: testEnvironment(database.connectionString, { LOG_LEVEL: 'silent', RATE_LIMITS: 'on' }),
    })
    const port = Number(new URL(server.url).port)
    const token = tokenOf(season.aliveOwner)
    const { position: head } = (await (await fetch(`${server.url}/api/audit/head`)).json()) as { position: number }
    // The last week may be in progress, which is locked too.
    const pool: Pool = { url: server.url, port, token, weekId: Number(season.weekIds.at(-1)), head }
    const client = startHttpLoad()
    try {
      const member = new Member(pool)
      await member.read(sizes.seconds)
      const checks: Check[] = [info('no flood: a member’s dashboard, p50 and p99', member.format())]
      for (const kind of Object.keys(FLOODS)) {
        progress(`${kind}: ${sizes.connections} connections`)
        checks.push(...(await floodWith(kind, pool, client, sizes)))
      }
      return {
        title: `Anonymous reads of ${sizes.entries} entries over ${sizes.connections} connections`,
        checks,
        notes: [
          `Rate limits are on. Each flood lasts ${sizes.seconds} s, and comes from a process of its own on the same cores. The log has ${head.toLocaleString('en-US')} events.`,
        ],
      }
    } finally {
      await client.stop()
      await server.stop()
      await database.drop()
    }
  },
}

async function writeSeason(connectionString: string, { entries, weeks }: AnonymousReadSizes): Promise<HugeSeason> {
  const database = openDatabase<Tables>({ connectionString, max: 1, onError: (error) => console.error(error.message) })
  try {
    const around = instantFromMs(Date.now())
    const games = seasonGames({ weeks, state: 'in-progress', around, seasonYear: undefined, seed: 7 })
    const plan = { entries, users: Math.ceil(entries / 3), revealRows: Math.ceil(entries / 2), games }
    const season = new HugeSeason(database.db, plan)
    await season.write()
    await database.pool.query('VACUUM ANALYZE')
    return season
  } finally {
    await database.close()
  }
}

async function floodWith(kind: string, pool: Pool, client: LoadClient, sizes: AnonymousReadSizes): Promise<readonly Check[]> {
  const headers = { ...BROWSER_HEADERS }
  const connections = Array.from({ length: sizes.connections }, (_, connection) =>
    (FLOODS[kind]?.(pool, connection) ?? []).map((path) => requestText(pool.port, 'GET', path, headers)),
  )
  const load = client.run({ port: pool.port, connections, warmUp: WARM_UP_S, seconds: sizes.seconds, maxResponses: UNLIMITED })
  await sleep(WARM_UP_S * 1000)
  const member = new Member(pool)
  await member.read(sizes.seconds)
  const { accepted, others } = await load
  const { 429: refused = 0, ...unexpected } = others
  const list = Object.entries(unexpected).map(([status, times]) => `${times} × ${status}`)
  return [
    info(`${kind}: answered and refused with 429`, `${accepted.toLocaleString('en-US')} and ${refused.toLocaleString('en-US')}`),
    isAtLeast(`${kind}: reads refused with 429`, 1, refused),
    isEmpty(`${kind}: other results of the flood`, list),
    isEmpty(`${kind}: a member’s reads that failed`, member.failed),
    isAtLeast(`${kind}: a member’s earlier states of the pool`, 1, member.replays),
    isWithin(`${kind}: a member’s dashboard, p99`, LIMIT_MS, [member.p99]),
    info(`${kind}: a member’s dashboard, p50 and p99`, member.format()),
  ]
}

/** A signed-in member who opens the dashboard again and again, and now and then an earlier state of the pool. */
class Member {
  readonly failed: string[] = []
  replays = 0
  readonly #pool: Pool
  readonly #latencies: number[] = []

  constructor(pool: Pool) {
    this.#pool = pool
  }

  get p99(): number {
    return percentile(Float64Array.from(this.#latencies).sort(), 0.99)
  }

  format(): string {
    const sorted = Float64Array.from(this.#latencies).sort()
    return `${percentile(sorted, 0.5).toFixed(0)} ms, ${percentile(sorted, 0.99).toFixed(0)} ms`
  }

  async read(seconds: number): Promise<void> {
    const until = performance.now() + seconds * 1000
    await Promise.all([this.#readDashboards(until), this.#readReplays(until)])
  }

  async #readDashboards(until: number): Promise<void> {
    while (performance.now() < until) {
      const startedAt = performance.now()
      await this.#get('/api/dashboard')
      this.#latencies.push(performance.now() - startedAt)
      await sleep(DASHBOARD_INTERVAL_MS)
    }
  }

  async #readReplays(until: number): Promise<void> {
    for (let n = 1; performance.now() < until; n += 1) {
      if (await this.#get(`/api/audit/at/${Math.max(1, this.#pool.head - n * 13)}`)) this.replays += 1
      await sleep(REPLAY_INTERVAL_MS)
    }
  }

  async #get(path: string): Promise<boolean> {
    const response = await fetch(`${this.#pool.url}${path}`, { headers: { authorization: `Bearer ${this.#pool.token}` } })
    await response.arrayBuffer()
    if (!response.ok) this.failed.push(`${response.status} ${path}`)
    return response.ok
  }
}
