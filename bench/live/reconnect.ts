import { setTimeout as sleep } from 'node:timers/promises'
import { weekTopic } from '@outlast/contract/live/topics'
import { cpuSeconds } from '@outlast/testing'
import type { BenchContext, Benchmark } from '../support/context.ts'
import { figuresOf, formatCount, type Report } from '../support/report.ts'
import type { Opened } from './load/requests.ts'
import { CLIENTS, type LiveSetup, lockWeek, startLiveSetup } from './setup.ts'

/** Scores that change while all clients are disconnected. */
const MISSED_SCORES = 5
/** The pause after all clients have left, until the servers are idle. */
const PAUSE_MS = 1_500

interface Measured {
  readonly perSecond: number
  readonly perCpuSecond: number
}

/** Measures all clients reconnecting at once, after a network failure or to the next process. */
export const liveReconnect: Benchmark = {
  name: 'live-reconnect',
  about: '4,000 clients reconnecting with their tokens, until each is current, against connecting to bare ws',
  promise: 'After a restart, 1,000 members a second are current again',
  run: async (context) => {
    const setup = await startLiveSetup(context, 'live_reconnect')
    try {
      await lockWeek(setup)
      return await compare(context, setup)
    } finally {
      await setup.stop()
    }
  },
}

async function compare({ rounds, progress }: BenchContext, setup: LiveSetup): Promise<Report> {
  const { load, outlast, bare, week, clients } = setup
  const results = { outlast: [] as Measured[], bare: [] as Measured[] }
  const topic = weekTopic(week.id)
  let { versions } = await load<Opened>({ do: 'open-outlast', port: outlast.port, clients: clients(week.id) })
  // Round 0 compiles the code.
  for (let round = 0; round <= rounds; round += 1) {
    await load({ do: 'close', group: 'outlast' })
    for (let n = 0; n < MISSED_SCORES; n += 1) await setup.changeScore()
    await sleep(PAUSE_MS)
    const plans = clients(week.id, versions)
    const [reopened, measured] = await measure(outlast.pid, () =>
      load({ do: 'open-outlast', port: outlast.port, clients: plans }),
    )
    if ((reopened.versions[topic] ?? 0) <= (versions[topic] ?? 0)) throw new Error('the clients missed nothing')
    versions = reopened.versions
    const [, bareMeasured] = await measure(bare.pid, () =>
      load({ do: 'open-bare', port: bare.port, clients: CLIENTS, http: false }),
    )
    await load({ do: 'close', group: 'bare' })
    const rates = `${measured.perSecond.toFixed(0)} against ${bareMeasured.perSecond.toFixed(0)} per second`
    progress(`live-reconnect: round ${round}: ${rates}`)
    if (round === 0) continue
    results.outlast.push(measured)
    results.bare.push(bareMeasured)
  }
  return reportOf(results.outlast, results.bare)
}

async function measure(pid: number, open: () => Promise<Opened>): Promise<readonly [Opened, Measured]> {
  const cpuBefore = cpuSeconds(pid)
  const opened = await open()
  const cpu = cpuSeconds(pid) - cpuBefore
  return [opened, { perSecond: CLIENTS / opened.seconds, perCpuSecond: CLIENTS / cpu }]
}

function reportOf(outlast: readonly Measured[], bare: readonly Measured[]): Report {
  const figure = figuresOf(outlast, bare)
  const aim = { of: 'value', atLeast: 1_000 } as const
  return {
    title: `Live: ${formatCount(CLIENTS)} clients reconnecting`,
    figures: [
      figure('clients current again, per processor second of the server', 'clients/s', (one) => one.perCpuSecond, aim),
      figure('clients current again', 'clients/s', (one) => one.perSecond, aim),
    ],
    notes: [
      `A client is current when it has connected with its token, joined the pool, a week and its own account with the versions it already held, and received the ${MISSED_SCORES} scores that it had missed. 200 clients connect at a time; the load client uses the other core.`,
      'Comparator, for information: only the WebSocket handshake of `ws`, with no token, no topics and nothing missed.',
    ],
  }
}
