import { rmSync } from 'node:fs'
import {
  BROWSER_HEADERS,
  cpuSeconds,
  createTemporaryFolder,
  type LoadClient,
  type LoadPlan,
  requestText,
  startHttpLoad,
  startWorker,
  withClient,
} from '@outlast/testing'
import type { BenchContext, Benchmark } from '../support/context.ts'
import { generateSeasonLog } from '../support/large-log.ts'
import { type Figure, figuresOf, formatCount, type Report } from '../support/report.ts'
import { startBenchServer } from '../support/server.ts'
import { type RecordedPath, recordResponses } from './responses.ts'

const ENTRIES = 10_000
const CONNECTIONS = 64
const WARM_UP_SECONDS = 0.5
/** Responses of each kind from each side before anything is counted, so that code is compiled. */
const FIRST_WARM_UP = 5_000
const MAX_RESPONSES = 2_000_000

interface Side {
  readonly port: number
  readonly pid: number
}

/** A kind of request: a path, plain or with the ETag of the current response. */
interface RequestKind {
  readonly what: string
  readonly path: string
  readonly bytes: number
  readonly ifNoneMatch: string | undefined
}

interface Measurement {
  readonly perSecond: number
  /** Microseconds of processor time of the server. */
  readonly cpuPerResponse: number
}

/** Measures cached snapshots, full and conditional, against the same bytes from bare `node:http`. */
export const snapshots: Benchmark = {
  name: 'snapshots',
  about: 'cached snapshots of 10,000 entries per second, full and conditional, against bare node:http',
  promise: 'Everybody can open a reveal at the same time: a server answers 0.6 times as many as bare node:http',
  run: async (context) => {
    const { connectionString } = await generateSeasonLog(context, 'snapshots', ENTRIES)
    const dataDir = createTemporaryFolder('bench')
    const load = startHttpLoad()
    const comparator = startWorker(new URL('./comparator.ts', import.meta.url))
    try {
      const server = await startBenchServer({ connectionString, dataDir, profile: context.profile })
      try {
        const recorded = await recordResponses(server.port, await snapshotPaths(connectionString), BROWSER_HEADERS)
        const bare = { port: await comparator.request<number>(recorded), pid: comparator.pid }
        return await compare(context, load, server, bare, kindsOf(recorded))
      } finally {
        await server.stop()
      }
    } finally {
      await Promise.all([load.stop(), comparator.stop()])
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

/** Returns the paths of the first week, in which all entries picked, and of the whole season, over REST and as live views. */
function snapshotPaths(connectionString: string): Promise<readonly string[]> {
  return withClient(connectionString, async (client) => {
    const query = `SELECT (data->>'weekId')::int AS week, (data->>'seasonYear')::int AS season FROM events
      WHERE type = 'WeekAdded' ORDER BY position LIMIT 1`
    const first = (await client.query<{ week: number; season: number }>(query)).rows[0]
    if (first === undefined) throw new Error('the generated season has no week')
    const { week, season } = first
    return [`/api/reveal/${week}`, `/api/history/matrix?season=${season}`, `/api/live/week:${week}`, `/api/live/season:${season}`]
  })
}

function kindsOf(recorded: readonly RecordedPath[]): readonly RequestKind[] {
  return recorded.flatMap(({ path, full }) => {
    const what = path.slice('/api'.length).replaceAll(/\d+/g, '…')
    return [
      { what: `${what}, full`, path, bytes: full.body.length, ifNoneMatch: undefined },
      { what: `${what}, 304`, path, bytes: 0, ifNoneMatch: full.etag },
    ]
  })
}

async function compare(
  { rounds, seconds, progress }: BenchContext,
  load: LoadClient,
  outlast: Side,
  bare: Side,
  kinds: readonly RequestKind[],
): Promise<Report> {
  for (const kind of kinds) {
    for (const side of [outlast, bare]) await measure(load, side, kind, { warmUp: 0, seconds: 60, maxResponses: FIRST_WARM_UP })
  }
  const figures: Figure[] = []
  for (const kind of kinds) {
    const results = { outlast: [] as Measurement[], bare: [] as Measurement[] }
    const length = { warmUp: WARM_UP_SECONDS, seconds, maxResponses: MAX_RESPONSES }
    for (let round = 1; round <= rounds; round += 1) {
      results.outlast.push(await measure(load, outlast, kind, length))
      results.bare.push(await measure(load, bare, kind, length))
    }
    const [last, lastBare] = [results.outlast.at(-1), results.bare.at(-1)]
    progress(`snapshots: ${kind.what}: ${last?.perSecond.toFixed(0)} against ${lastBare?.perSecond.toFixed(0)} per second`)
    const figure = figuresOf(results.outlast, results.bare)
    figures.push(
      figure(kind.what, 'responses/s', (one) => one.perSecond, { of: 'ratio', atLeast: 0.6 }),
      figure(`${kind.what}: processor time`, 'µs/response', (one) => one.cpuPerResponse),
    )
  }
  return { title: `Cached snapshots of ${formatCount(ENTRIES)} entries`, figures, notes: notesOn(kinds) }
}

async function measure(
  load: LoadClient,
  { port, pid }: Side,
  kind: RequestKind,
  length: Pick<LoadPlan, 'warmUp' | 'seconds' | 'maxResponses'>,
): Promise<Measurement> {
  const condition = kind.ifNoneMatch === undefined ? {} : { 'If-None-Match': kind.ifNoneMatch }
  const request = requestText(port, 'GET', kind.path, { ...BROWSER_HEADERS, ...condition })
  const cpuBefore = cpuSeconds(pid)
  const result = await load.run({ port, connections: Array.from({ length: CONNECTIONS }, () => [request]), ...length })
  if (Object.keys(result.others).length > 0) throw new Error(`some requests failed: ${JSON.stringify(result.others)}`)
  return { perSecond: result.perSecond, cpuPerResponse: ((cpuSeconds(pid) - cpuBefore) / result.accepted) * 1e6 }
}

function notesOn(kinds: readonly RequestKind[]): readonly string[] {
  const sizes = kinds
    .filter(({ bytes }) => bytes > 0)
    .map(({ what, bytes }) => `${what.replace(', full', '')} ${Math.round(bytes / 1024)} KiB`)
  return [
    `18 weeks played; ${CONNECTIONS} kept-alive connections; bodies as compressed (Brotli): ${sizes.join(', ')}.`,
    'Comparator: `node:http` with the same headers and bodies in a map: no router, token, lock guard, request id, log or metrics.',
  ]
}
