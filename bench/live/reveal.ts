import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import type { WeekView } from '@outlast/contract/live/wire'
import { cpuSeconds } from '@outlast/testing'
import type { BenchContext, Benchmark } from '../support/context.ts'
import { recordResponses } from '../snapshots/responses.ts'
import { figuresOf, formatCount, type Report } from '../support/report.ts'
import type { Received } from './load/requests.ts'
import { CLIENTS, type LiveSetup, startLiveSetup } from './setup.ts'

/** The generated weeks: one that was played and one that is open. */
const GENERATED_WEEKS = 2
/** A round takes two weeks, and so does the warm-up; a season has no more. */
const MAX_ROUNDS = 9
/** The time until all clients are connected, and the time until the servers are idle. */
const BEFORE_LOCK_MS = 1_500
const PAUSE_MS = 1_000
const FETCH_NOW = '42["reset",{"topic":"week:1","to":1}]'

/** Milliseconds since the lock, or since the call that sends "fetch now". */
interface Measured {
  readonly first: number
  readonly last: number
  /** Processor time of the server. */
  readonly cpu: number
  readonly bytes: number
}

interface Sides {
  readonly outlast: Measured
  readonly bare: Measured
}

/** Measures the time from a lock until the last of many clients has everybody's picks. */
export const liveReveal: Benchmark = {
  name: 'live-reveal',
  about: 'from a lock until the last of 4,000 clients has 3,000 picks, against "fetch now" and 4,000 GETs',
  promise: 'At the lock, everybody sees all picks at once, in a fifth of the time that fetching them would take',
  run: async (context) => {
    const setup = await startLiveSetup(context, 'live_reveal')
    try {
      return await compare(context, setup)
    } finally {
      await setup.stop()
    }
  },
}

async function compare({ rounds, progress }: BenchContext, setup: LiveSetup): Promise<Report> {
  const results = { applied: [] as Sides[], received: [] as Sides[] }
  let weekNumber = GENERATED_WEEKS
  const revealOnBoth = async (apply: boolean): Promise<Sides> => {
    weekNumber += 1
    const { measured, body } = await reveal(setup, weekNumber, apply)
    return { outlast: measured, bare: await revealBare(setup, body, apply) }
  }
  // Round 0 compiles the code.
  for (let round = 0; round <= Math.min(rounds, MAX_ROUNDS); round += 1) {
    const applied = await revealOnBoth(true)
    const received = await revealOnBoth(false)
    progress(`live-reveal: round ${round}: applied ${describe(applied)}, received ${describe(received)}`)
    if (round === 0) continue
    results.applied.push(applied)
    results.received.push(received)
  }
  return reportOf(results.applied, results.received)
}

function describe({ outlast, bare }: Sides): string {
  return `${outlast.last.toFixed(0)} against ${bare.last.toFixed(0)} ms`
}

/** Locks a week that all clients of Outlast watch. Also returns the compressed body of its snapshot. */
async function reveal(
  setup: LiveSetup,
  weekNumber: number,
  apply: boolean,
): Promise<{ readonly measured: Measured; readonly body: Uint8Array }> {
  const { admin, load, outlast, seasonYear, clients, lockIn } = setup
  const { id } = await admin.call('createWeek', { body: { season_year: seasonYear, week_number: weekNumber } })
  await admin.call('randomizePicks', { params: { id }, body: { overwrite: false } })
  await load({ do: 'open-outlast', port: outlast.port, clients: clients(id) })
  const view = viewIn(await fetchSnapshot(outlast.port, id))
  const lockAt = await lockIn(id, BEFORE_LOCK_MS + PAUSE_MS)
  await sleep(BEFORE_LOCK_MS)
  const start = `42["changes",{"topic":"week:${id}"`
  const cpuBefore = cpuSeconds(outlast.pid)
  await load({ do: 'expect', group: 'outlast', start, task: apply ? { kind: 'fold', view } : { kind: 'compare' } })
  const received = await load<Received>({ do: 'await' })
  await sleep(PAUSE_MS)
  const cpu = cpuSeconds(outlast.pid) - cpuBefore
  await load({ do: 'close', group: 'outlast' })
  const body = await fetchSnapshot(outlast.port, id)
  if (apply) assertSame(JSON.parse(received.result) as WeekView, viewIn(body))
  return { measured: measuredOf(received, lockAt, cpu, Buffer.byteLength(received.message)), body }
}

/** Reveals the same picks with "fetch now", after which each client GETs the snapshot. */
async function revealBare({ load, bare }: LiveSetup, body: Uint8Array, apply: boolean): Promise<Measured> {
  await load({ do: 'open-bare', port: bare.port, clients: CLIENTS, http: true })
  await bare.request({ do: 'set-body', body })
  await sleep(PAUSE_MS)
  const cpuBefore = cpuSeconds(bare.pid)
  const task = { kind: 'fetch', path: '/api/live/week:1', parse: apply } as const
  await load({ do: 'expect', group: 'bare', start: FETCH_NOW, task })
  const calledAt = Date.now()
  const sent = bare.request({ do: 'send', text: FETCH_NOW })
  const received = await load<Received>({ do: 'await' })
  await sent
  await sleep(PAUSE_MS)
  const cpu = cpuSeconds(bare.pid) - cpuBefore
  await load({ do: 'close', group: 'bare' })
  return measuredOf(received, calledAt, cpu, body.length)
}

function measuredOf({ first, last }: Received, from: number, cpu: number, bytes: number): Measured {
  return { first: first - from, last: last - from, cpu: cpu * 1000, bytes }
}

/** Fetches a week's snapshot as a browser receives it, compressed. */
async function fetchSnapshot(port: number, weekId: number): Promise<Uint8Array> {
  const headers = { Accept: 'application/json', 'Accept-Encoding': 'gzip, deflate, br' }
  const [recorded] = await recordResponses(port, [`/api/live/week:${weekId}`], headers)
  return recorded?.full.body ?? new Uint8Array()
}

function viewIn(body: Uint8Array): WeekView {
  return (JSON.parse(brotliDecompressSync(body).toString()) as { readonly view: WeekView }).view
}

/** Rejects unless the clients folded what the snapshot contains, with everybody's pick in it. */
function assertSame(folded: WeekView, snapshot: WeekView): void {
  if (!isDeepStrictEqual(folded, snapshot)) throw new Error('the clients folded something other than the snapshot')
  const picked = snapshot.entries.filter(({ team }) => team !== null).length
  if (picked < 2_900) throw new Error(`the reveal had only ${picked} picks`)
}

function reportOf(applied: readonly Sides[], received: readonly Sides[]): Report {
  const sides = (rounds: readonly Sides[]) =>
    figuresOf(
      rounds.map(({ outlast }) => outlast),
      rounds.map(({ bare }) => bare),
    )
  const ofApplied = sides(applied)
  return {
    title: `Live: a reveal of 3,000 entries to ${formatCount(CLIENTS)} clients`,
    figures: [
      ofApplied('from the lock until the last client has applied it', 'ms', (one) => one.last, { of: 'ratio', atMost: 0.2 }),
      ofApplied('until the first client has applied it', 'ms', (one) => one.first),
      sides(received)('until the last client has the bytes, when no client applies them', 'ms', (one) => one.last),
      ofApplied('processor time of the server', 'ms', (one) => one.cpu),
      ofApplied('bytes for a client', 'bytes', (one) => one.bytes),
    ],
    notes: [
      'Counted from the lock time, for which the server waits with a timer: recording the lock, reading the week and building the message are included. Applied: every client parses the packet and folds it into the view that it holds. All clients do so in the one process of the load client; phones would do it in parallel, which the row about the bytes shows.',
      'Comparator: `ws` sends "fetch now" as one frame. Every client immediately requests from `node:http`, on an open connection, the same body that Outlast serves (Brotli, already compressed), and decompresses and parses it. Counted from the call that makes it send. No client waits for a random time first, as Outlast’s would.',
      'After every round, what the clients had folded was compared with the snapshot.',
    ],
  }
}
