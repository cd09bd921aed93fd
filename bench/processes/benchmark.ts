import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@outlast/server/database'
import type { Tables } from '@outlast/server/database'
import { clientsOf } from '../picks/clients.ts'
import type { BenchContext, Benchmark } from '../support/context.ts'
import type { Figure } from '../support/figures.ts'
import { type MadePool, makePool } from '@outlast/testing/generated/pool'
import { startTalking } from '@outlast/testing/process/worker'
import { Cluster, type Measured, type Plan, type Way } from './cluster.ts'

/** The first is what the others are compared with. */
const WAYS: readonly (Way & { readonly name: string })[] = [
  { name: '1 process', count: 1, proxied: false },
  { name: '2 processes', count: 2, proxied: false },
  { name: '4 processes', count: 4, proxied: false },
  { name: '2 behind nginx', count: 2, proxied: true },
]
const CLIENTS = 500
const VIEWERS = 2_000
/** A pool in its fifth week, with a log of some size behind it: that of the benchmark of picks. */
const POOL = { entries: 3_000, entriesPerMember: 2, playedWeeks: 4, openWeek: true, events: 60_000, goodPicks: 0.98 }

/** Several server processes on one database, against one. */
export const processes: Benchmark = {
  name: 'processes',
  about:
    'picks, cached reads and viewers of two and four server processes on one PostgreSQL, and of two behind nginx, against one',
  run: async (context) => {
    const connectionString = await context.postgres.migrated('processes')
    context.say('processes: making the pool')
    const plan = planOf(connectionString, await makeIn(connectionString))
    const dataDir = mkdtempSync(join(tmpdir(), 'outlast-bench-data-'))
    const load = startTalking(new URL(import.meta.resolve('@outlast/testing/http/http-load-worker')))
    try {
      const rounds: Round[] = []
      for (let round = 1; round <= context.rounds; round += 1) {
        const results: Measured[] = []
        for (const way of WAYS) {
          const measured = await measure(context, plan, way, dataDir, load)
          context.say(`processes: round ${round}, ${way.name}: ${inWords(measured)}`)
          results.push(measured)
        }
        rounds.push(results)
      }
      return { title: 'Several server processes on one database', figures: figuresOf(rounds), notes: NOTES }
    } finally {
      await load.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

/** What was measured with each number of processes. */
type Round = readonly Measured[]

async function makeIn(connectionString: string): Promise<MadePool> {
  const database = openDatabase<Tables>({ connectionString, max: 1, onError: () => {} })
  try {
    const made = await makePool(database.db, POOL)
    await database.pool.query('VACUUM ANALYZE')
    return made
  } finally {
    await database.close()
  }
}

function planOf(connectionString: string, made: MadePool): Plan {
  const revealed = made.weeks.at(-2)
  const game = revealed === undefined ? undefined : made.pool.weeks.get(revealed)?.games[0]
  if (revealed === undefined || game === undefined) throw new Error('the made-up pool has no played week')
  const { id: _, weekId, finalByAdmin: _by, ...told } = game
  const path = `/api/live/week:${revealed}`
  return { connectionString, picks: clientsOf(made, CLIENTS), clients: CLIENTS, path, weekId, game: told, viewers: VIEWERS }
}

async function measure(
  context: BenchContext,
  plan: Plan,
  way: Way,
  dataDir: string,
  load: ReturnType<typeof startTalking>,
): Promise<Measured> {
  const cluster = await Cluster.start(context, plan, way, dataDir, load)
  try {
    return await cluster.measure()
  } finally {
    await cluster.stop()
  }
}

function inWords({ picksPerSecond, readsPerSecond, fanOutMs }: Measured): string {
  return `${picksPerSecond.toFixed(0)} picks and ${readsPerSecond.toFixed(0)} reads a second, ${fanOutMs.toFixed(0)} ms to the last viewer`
}

function figuresOf(rounds: readonly Round[]): readonly Figure[] {
  return WAYS.slice(1).flatMap(({ name, proxied }, index): Figure[] => {
    const figure = (what: string, unit: string, of: (measured: Measured) => number, aim?: Figure['aim']): Figure => ({
      what: `${what}, ${name}`,
      unit,
      ours: rounds.map((round) => of(round[index + 1] ?? NOTHING)),
      comparator: rounds.map((round) => of(round[0] ?? NOTHING)),
      ...(aim === undefined ? {} : { aim }),
    })
    const ofProxy = (what: string, unit: string, of: (measured: Measured) => number): Figure => ({
      what: `${what}, ${name}`,
      unit,
      ours: rounds.map((round) => of(round[index + 1] ?? NOTHING)),
    })
    return [
      figure('accepted', 'picks/s', (one) => one.picksPerSecond, { of: 'ratio', atLeast: 1 }),
      figure('p99 of picks', 'ms', (one) => one.picksP99),
      figure('processor time, servers and database', 'µs/pick', (one) => one.cpuPerPick),
      figure('cached reads', 'answers/s', (one) => one.readsPerSecond, { of: 'ratio', atLeast: 1 }),
      figure('processor time, servers', 'µs/read', (one) => one.cpuPerRead),
      figure('load client while reading', 'cores', (one) => one.readClient),
      figure('a score until the last viewer has it', 'ms', (one) => one.fanOutMs, { of: 'ratio', atMost: 1 }),
      figure('processor time of the servers, a score', 'ms', (one) => one.cpuPerScore),
      figure('processor time of the viewers, a score', 'ms', (one) => one.crowdPerScore),
      ...(proxied
        ? [
            ofProxy('processor time, nginx', 'µs/pick', (one) => one.proxyPerPick),
            ofProxy('processor time, nginx', 'µs/read', (one) => one.proxyPerRead),
            ofProxy('memory of nginx', 'KB/viewer', (one) => one.proxyPerViewer),
          ]
        : []),
    ]
  })
}

const NOTHING: Measured = {
  picksPerSecond: Number.NaN,
  picksP99: Number.NaN,
  cpuPerPick: Number.NaN,
  proxyPerPick: Number.NaN,
  readsPerSecond: Number.NaN,
  cpuPerRead: Number.NaN,
  proxyPerRead: Number.NaN,
  readClient: Number.NaN,
  proxyPerViewer: Number.NaN,
  fanOutMs: Number.NaN,
  cpuPerScore: Number.NaN,
  crowdPerScore: Number.NaN,
}

const NOTES = [
  `Comparator: one process, in the same round. ${CLIENTS} clients pick, ${CLIENTS} read a revealed week of ${POOL.entries.toLocaleString('en-US')} entries (compressed), ${VIEWERS.toLocaleString('en-US')} sockets look at it: shared out among the processes.`,
  'Servers, PostgreSQL, load client and viewers share the machine’s cores: what one process leaves idle is all that several can win.',
  'nginx: with deploy/nginx/nginx.conf.template.',
  'Every pick that was answered was found in the database, and no other.',
]
