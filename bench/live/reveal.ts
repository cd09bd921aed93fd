import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import type { WeekView } from '@outlast/contract/live/views'
import type { BenchContext, Benchmark } from '../support/context.ts'
import type { Figure, Report } from '../support/figures.ts'
import { cpuSeconds } from '../support/processes.ts'
import { HttpConnection } from './load/http-connection.ts'
import type { Arrived } from './load/orders.ts'
import { lockIn } from './lock.ts'
import { clientsOf, CLIENTS, type Scene, startScene } from './scene.ts'

/** The made-up weeks before: the one that was played, and the one that is open. */
const WEEKS_BEFORE = 2
/** A season has no more weeks. */
const MOST_ROUNDS = 15
/** Time for everybody to be connected, and for the servers to be quiet again. */
const BEFORE_LOCK_MS = 1_500
const PAUSE_MS = 1_000
const FETCH_NOW = '42["reset",{"topic":"week:1","to":1}]'

interface Way {
  /** From the lock (or the call that says "fetch now") until the last client had the bytes, and until it had applied them. */
  readonly arrived: number
  readonly applied: number
  /** Processor milliseconds of the server. */
  readonly cpu: number
  readonly bytes: number
}

interface Round {
  readonly ours: Way
  readonly bare: Way
}

/** From a lock until the last of many clients has everybody's picks. */
export const liveReveal: Benchmark = {
  name: 'live-reveal',
  about: 'from a lock until the last of 4,000 clients has 3,000 picks, against "fetch now" and 4,000 GETs',
  run: async (context) => {
    const scene = await startScene(context, 'live_reveal')
    try {
      return reportOf(await compare(context, scene))
    } finally {
      await scene.stop()
    }
  },
}

async function compare(context: BenchContext, scene: Scene): Promise<readonly Round[]> {
  const rounds: Round[] = []
  // The first one is for the compilers.
  for (let round = 0; round <= Math.min(context.rounds, MOST_ROUNDS); round += 1) {
    const { ours, body } = await revealOurs(scene, WEEKS_BEFORE + 1 + round)
    const bare = await revealBare(scene, body)
    context.say(`live-reveal: round ${round}: ${ours.applied.toFixed(0)} against ${bare.applied.toFixed(0)} ms`)
    if (round > 0) rounds.push({ ours, bare })
  }
  return rounds
}

/** Locks a week that everybody watches. Answers the body of its snapshot too, as ours compresses it. */
async function revealOurs(scene: Scene, weekNumber: number): Promise<{ readonly ours: Way; readonly body: Buffer }> {
  const { call, load, ours, seasonYear } = scene
  const { id } = await call<{ id: number }>('POST', '/api/weeks', { season_year: seasonYear, week_number: weekNumber })
  await call('POST', `/api/admin/weeks/${id}/randomize-picks`, { overwrite: false })
  await load({ do: 'open-ours', port: ours.port, clients: clientsOf(scene, id) })
  const { view } = snapshotIn(await snapshotOf(scene, id))
  const at = await lockIn(scene, id, BEFORE_LOCK_MS + PAUSE_MS)
  await delay(BEFORE_LOCK_MS)
  const start = `42["changes",{"topic":"week:${id}"`
  const cpuBefore = cpuSeconds(ours.pid)
  await load({ do: 'watch', group: 'ours', start, task: { kind: 'fold', view } })
  const arrived = await load<Arrived>({ do: 'arrivals' })
  await delay(PAUSE_MS)
  const way = wayOf(arrived, at, cpuSeconds(ours.pid) - cpuBefore, Buffer.byteLength(arrived.message))
  await load({ do: 'close', group: 'ours' })
  const body = await snapshotOf(scene, id)
  assertSame(JSON.parse(arrived.made) as WeekView, snapshotIn(body).view)
  return { ours: way, body }
}

/** The same picks by "fetch now", and a GET of each client for the snapshot. */
async function revealBare({ load, bare }: Scene, body: Buffer): Promise<Way> {
  await load({ do: 'open-bare', port: bare.port, clients: CLIENTS, http: true })
  await bare.tell({ do: 'body', body })
  await delay(PAUSE_MS)
  const cpuBefore = cpuSeconds(bare.pid)
  await load({ do: 'watch', group: 'bare', start: FETCH_NOW, task: { kind: 'fetch', path: '/api/live/week:1' } })
  const at = Date.now()
  const sent = bare.tell({ do: 'send', text: FETCH_NOW })
  const arrived = await load<Arrived>({ do: 'arrivals' })
  await sent
  await delay(PAUSE_MS)
  const way = wayOf(arrived, at, cpuSeconds(bare.pid) - cpuBefore, body.length)
  await load({ do: 'close', group: 'bare' })
  return way
}

function wayOf({ last, applied }: Arrived, at: number, cpu: number, bytes: number): Way {
  return { arrived: last - at, applied: applied - at, cpu: cpu * 1000, bytes }
}

/** A week's snapshot, as it goes over the wire to a browser. */
function snapshotOf({ ours }: Scene, weekId: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const connection = new HttpConnection(ours.port)
    connection.get(`/api/live/week:${weekId}`, (body) => {
      connection.close()
      resolve(body)
    })
  })
}

function snapshotIn(body: Buffer): { readonly view: WeekView } {
  return JSON.parse(brotliDecompressSync(body).toString()) as { view: WeekView }
}

/** What clients folded must be what the snapshot says, with everybody's pick in it. */
function assertSame(folded: WeekView, snapshot: WeekView): void {
  if (!isDeepStrictEqual(folded, snapshot)) throw new Error('what the clients folded is not what the snapshot says')
  const picked = snapshot.entries.filter(({ team }) => team !== null).length
  if (picked < 2_900) throw new Error(`the reveal had only ${picked} picks`)
}

function reportOf(rounds: readonly Round[]): Report {
  const figure = (what: string, unit: string, of: (way: Way) => number): Figure => ({
    what,
    unit,
    ours: rounds.map((round) => of(round.ours)),
    comparator: rounds.map((round) => of(round.bare)),
  })
  return {
    title: `Live: a reveal of 3,000 entries to ${CLIENTS.toLocaleString('en-US')} clients`,
    figures: [
      {
        ...figure('from the lock until the last client has applied it', 'ms', (way) => way.applied),
        aim: { of: 'ratio', atMost: 0.2 },
      },
      figure('until the last client has the bytes', 'ms', (way) => way.arrived),
      figure('processor time of the server', 'ms', (way) => way.cpu),
      figure('bytes for a client', 'bytes', (way) => way.bytes),
    ],
    notes: [
      'From the lock’s own time, which the server waits for with a timer: recording the lock, reading the week and building the message are counted. Applied: every client parses the packet and folds it into the view that it holds, in the one process of the load.',
      'Comparator: `ws` sends "fetch now" as one frame; every client asks `node:http` at once, on a connection that it has open already, for the very body that ours serves (Brotli, compressed before); then it decompresses and parses it. Counted from the call that makes it send. No client waits a random time first, as ours would.',
      'After every round, what the clients had folded was compared with the snapshot.',
    ],
  }
}
