import { scheduleWeekId } from '@outlast/domain'
import { rmSync } from 'node:fs'
import { createTemporaryFolder, type GeneratedPool, generatePool, startHttpLoad } from '@outlast/testing'
import { pickRequests, PICKS_POOL, readTeams } from '../picks/pool.ts'
import type { Benchmark } from '../support/context.ts'
import { type Figure, figuresOf, formatCount } from '../support/report.ts'
import { Cluster, type ClusterPlan, type Measured } from './cluster.ts'

/** The arrangements that are measured. The first is the comparator of the others. */
const ARRANGEMENTS = [
  { name: '1 process', count: 1, proxied: false },
  { name: '2 processes', count: 2, proxied: false },
  { name: '4 processes', count: 4, proxied: false },
  { name: '2 behind nginx', count: 2, proxied: true },
] as const
const CLIENTS = 500
const VIEWERS = 2_000

/** Measures several server processes on one database, against one. */
export const processes: Benchmark = {
  name: 'processes',
  about:
    'picks, cached reads and viewers of two and four server processes on one PostgreSQL, and of two behind nginx, against one',
  promise: 'A second process makes nothing slower, and serves more reads',
  run: async (context) => {
    const connectionString = await context.postgres.createMigratedDatabase('processes')
    context.progress('processes: generating the pool')
    const plan = planOf(connectionString, await generatePool(connectionString, PICKS_POOL))
    const dataDir = createTemporaryFolder('bench')
    const load = startHttpLoad()
    try {
      const results = ARRANGEMENTS.map((): Measured[] => [])
      for (let round = 1; round <= context.rounds; round += 1) {
        for (const [index, arrangement] of ARRANGEMENTS.entries()) {
          const cluster = await Cluster.start(context, plan, arrangement, dataDir, load)
          const measured = await cluster.measure().finally(() => cluster.stop())
          context.progress(`processes: round ${round}, ${arrangement.name}: ${describe(measured)}`)
          results[index]?.push(measured)
        }
      }
      return { title: 'Several server processes on one database', figures: rowsOf(results), notes: NOTES }
    } finally {
      await load.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

function planOf(connectionString: string, pool: GeneratedPool): ClusterPlan {
  const revealed = pool.weeks.at(-2)
  const game = revealed === undefined ? undefined : pool.state.schedule.get(scheduleWeekId(revealed))?.games[0]
  if (revealed === undefined || game === undefined) throw new Error('the generated pool has no played week')
  const { id: _, weekId, finalByAdmin: _by, phase: _phase, isResultUnread: _isUnread, ...feedGame } = game
  return {
    connectionString,
    pickRequests: async () => pickRequests(pool, CLIENTS, await readTeams(connectionString, pool)),
    clients: CLIENTS,
    path: `/api/live/week:${revealed}`,
    weekId,
    game: feedGame,
    viewers: VIEWERS,
  }
}

function describe({ picksPerSecond, readsPerSecond, scoreMs }: Measured): string {
  return `${picksPerSecond.toFixed(0)} picks and ${readsPerSecond.toFixed(0)} reads per second, ${scoreMs.toFixed(0)} ms to the last viewer`
}

function rowsOf(results: readonly (readonly Measured[])[]): readonly Figure[] {
  return ARRANGEMENTS.slice(1).flatMap(({ name, proxied }, index): Figure[] => {
    const measured = results[index + 1] ?? []
    const figure = figuresOf(measured, results[0])
    const ofProxy = figuresOf(measured, undefined)
    return [
      figure(`accepted, ${name}`, 'picks/s', (one) => one.picksPerSecond, { of: 'ratio', atLeast: 1 }),
      figure(`p99 of picks, ${name}`, 'ms', (one) => one.picksP99),
      figure(`processor time, servers and database, ${name}`, 'µs/pick', (one) => one.cpuPerPick),
      figure(`cached reads, ${name}`, 'responses/s', (one) => one.readsPerSecond, { of: 'ratio', atLeast: 1 }),
      figure(`processor time, servers, ${name}`, 'µs/read', (one) => one.cpuPerRead),
      figure(`load client while reading, ${name}`, 'cores', (one) => one.readClientLoad),
      figure(`a score until the last viewer has it, ${name}`, 'ms', (one) => one.scoreMs, { of: 'ratio', atMost: 1 }),
      figure(`processor time of the servers for a score, ${name}`, 'ms', (one) => one.cpuPerScore),
      figure(`processor time of the viewers for a score, ${name}`, 'ms', (one) => one.viewerCpuPerScore),
      ...(proxied
        ? [
            ofProxy(`processor time, nginx, ${name}`, 'µs/pick', (one) => one.proxyCpuPerPick),
            ofProxy(`processor time, nginx, ${name}`, 'µs/read', (one) => one.proxyCpuPerRead),
            ofProxy(`memory of nginx, ${name}`, 'KB/viewer', (one) => one.proxyKbPerViewer),
          ]
        : []),
    ]
  })
}

const NOTES = [
  `Comparator: one process, in the same round. ${CLIENTS} clients pick, ${CLIENTS} read a revealed week of ${formatCount(PICKS_POOL.entries)} entries (compressed), and ${formatCount(VIEWERS)} sockets watch it, divided among the processes.`,
  'Servers, PostgreSQL, load client and viewers share the machine’s cores: several processes can gain only what one leaves idle.',
  'nginx: with deploy/nginx/nginx.conf.template.',
  'The database was checked to hold exactly the accepted picks.',
]
