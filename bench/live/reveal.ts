import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import type { WeekView } from '@outlast/contract/live/wire'
import type { BenchContext, Benchmark } from '../support/context.ts'
import type { Figure, Report } from '../support/figures.ts'
import { cpuSeconds } from '@outlast/testing/process/worker'
import { HttpConnection } from '@outlast/testing/http/http-connection'
import type { Arrived } from './load/orders.ts'
import { lockIn } from './lock.ts'
import { clientsOf, CLIENTS, type Scene, startScene } from './scene.ts'

/** The made-up weeks before: the one that was played, and the one that is open. */
const WEEKS_BEFORE = 2
/** A round takes two weeks, and so does the warm-up; a season has no more. */
const MOST_ROUNDS = 9
/** Time for everybody to be connected, and for the servers to be quiet again. */
const BEFORE_LOCK_MS = 1_500
const PAUSE_MS = 1_000
const FETCH_NOW = '42["reset",{"topic":"week:1","to":1}]'

/** What is measured of one way, in milliseconds: from the lock, or from the call that says "fetch now". */
interface Way {
  readonly first: number
  readonly last: number
  /** Processor time of the server. */
  readonly cpu: number
  readonly bytes: number
}

interface Both {
  readonly ours: Way
  readonly bare: Way
}

interface Round {
  /** Until clients have applied it; and in a reveal of its own, in which they have the bytes only. */
  readonly applied: Both
  readonly arrived: Both
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
  let week = WEEKS_BEFORE
  const both = async (apply: boolean): Promise<Both> => {
    week += 1
    const { way, body } = await revealOurs(scene, week, apply)
    return { ours: way, bare: await revealBare(scene, body, apply) }
  }
  // The first one is for the compilers.
  for (let round = 0; round <= Math.min(context.rounds, MOST_ROUNDS); round += 1) {
    const applied = await both(true)
    const arrived = await both(false)
    context.say(`live-reveal: round ${round}: applied ${inWords(applied)}, arrived ${inWords(arrived)}`)
    if (round > 0) rounds.push({ applied, arrived })
  }
  return rounds
}

function inWords({ ours, bare }: Both): string {
  return `${ours.last.toFixed(0)} against ${bare.last.toFixed(0)} ms`
}

/** Locks a week that everybody watches. Answers the body of its snapshot too, as ours compresses it. */
async function revealOurs(
  scene: Scene,
  weekNumber: number,
  apply: boolean,
): Promise<{ readonly way: Way; readonly body: Buffer }> {
  const { call, load, ours, seasonYear } = scene
  const { id } = await call<{ id: number }>('POST', '/api/weeks', { season_year: seasonYear, week_number: weekNumber })
  await call('POST', `/api/admin/weeks/${id}/randomize-picks`, { overwrite: false })
  await load({ do: 'open-ours', port: ours.port, clients: clientsOf(scene, id) })
  const { view } = snapshotIn(await snapshotOf(scene, id))
  const at = await lockIn(scene, id, BEFORE_LOCK_MS + PAUSE_MS)
  await delay(BEFORE_LOCK_MS)
  const start = `42["changes",{"topic":"week:${id}"`
  const cpuBefore = cpuSeconds(ours.pid)
  await load({ do: 'watch', group: 'ours', start, task: apply ? { kind: 'fold', view } : { kind: 'look' } })
  const arrived = await load<Arrived>({ do: 'arrivals' })
  await delay(PAUSE_MS)
  const way = wayOf(arrived, at, cpuSeconds(ours.pid) - cpuBefore, Buffer.byteLength(arrived.message))
  await load({ do: 'close', group: 'ours' })
  const body = await snapshotOf(scene, id)
  if (apply) assertSame(JSON.parse(arrived.made) as WeekView, snapshotIn(body).view)
  return { way, body }
}

/** The same picks by "fetch now", and a GET of each client for the snapshot. */
async function revealBare({ load, bare }: Scene, body: Buffer, apply: boolean): Promise<Way> {
  await load({ do: 'open-bare', port: bare.port, clients: CLIENTS, http: true })
  await bare.tell({ do: 'body', body })
  await delay(PAUSE_MS)
  const cpuBefore = cpuSeconds(bare.pid)
  const task = { kind: 'fetch', path: '/api/live/week:1', parse: apply } as const
  await load({ do: 'watch', group: 'bare', start: FETCH_NOW, task })
  const at = Date.now()
  const sent = bare.tell({ do: 'send', text: FETCH_NOW })
  const arrived = await load<Arrived>({ do: 'arrivals' })
  await sent
  await delay(PAUSE_MS)
  const way = wayOf(arrived, at, cpuSeconds(bare.pid) - cpuBefore, body.length)
  await load({ do: 'close', group: 'bare' })
  return way
}

function wayOf({ first, last }: Arrived, at: number, cpu: number, bytes: number): Way {
  return { first: first - at, last: last - at, cpu: cpu * 1000, bytes }
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
  const figure = (what: string, unit: string, run: keyof Round, of: (way: Way) => number): Figure => ({
    what,
    unit,
    ours: rounds.map((round) => of(round[run].ours)),
    comparator: rounds.map((round) => of(round[run].bare)),
  })
  return {
    title: `Live: a reveal of 3,000 entries to ${CLIENTS.toLocaleString('en-US')} clients`,
    figures: [
      {
        ...figure('from the lock until the last client has applied it', 'ms', 'applied', (way) => way.last),
        aim: { of: 'ratio', atMost: 0.2 },
      },
      figure('until the first client has applied it', 'ms', 'applied', (way) => way.first),
      figure('until the last client has the bytes, when nobody applies them', 'ms', 'arrived', (way) => way.last),
      figure('processor time of the server', 'ms', 'applied', (way) => way.cpu),
      figure('bytes for a client', 'bytes', 'applied', (way) => way.bytes),
    ],
    notes: [
      'From the lock’s own time, which the server waits for with a timer: recording the lock, reading the week and building the message are counted. Applied: every client parses the packet and folds it into the view that it holds. All clients do that in the one process of the load; phones would do it side by side, which the row about the bytes is for.',
      'Comparator: `ws` sends "fetch now" as one frame; every client asks `node:http` at once, on a connection that it has open already, for the very body that ours serves (Brotli, compressed before); then it decompresses and parses it. Counted from the call that makes it send. No client waits a random time first, as ours would.',
      'After every round, what the clients had folded was compared with the snapshot.',
    ],
  }
}
