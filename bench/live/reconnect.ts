import { setTimeout as delay } from 'node:timers/promises'
import { weekTopic } from '@outlast/contract/live/topics'
import type { BenchContext, Benchmark } from '../support/context.ts'
import type { Report } from '../support/figures.ts'
import { cpuSeconds } from '@outlast/testing/process/worker'
import type { Opened } from './load/orders.ts'
import { lockNow } from './lock.ts'
import { clientsOf, CLIENTS, type Scene, startScene } from './scene.ts'
import { tellScore } from './tell-score.ts'

/** What happens while everybody is away. */
const MISSED_SCORES = 5
/** After everybody left, until the servers are quiet again. */
const PAUSE_MS = 1_500

interface Way {
  readonly perSecond: number
  /** Of a core of the server. */
  readonly perCoreSecond: number
}

interface Round {
  readonly ours: Way
  readonly bare: Way
}

/** Everybody comes back at once: after a network that was away, or to the next process. */
export const liveReconnect: Benchmark = {
  name: 'live-reconnect',
  about: '4,000 clients coming back with their tokens, until each is current, against connecting to bare ws',
  run: async (context) => {
    const scene = await startScene(context, 'live_reconnect')
    try {
      await lockNow(scene, scene.week.id)
      return reportOf(await compare(context, scene))
    } finally {
      await scene.stop()
    }
  },
}

async function compare(context: BenchContext, scene: Scene): Promise<readonly Round[]> {
  const { load, ours, bare, week } = scene
  let { versions } = await load<Opened>({ do: 'open-ours', port: ours.port, clients: clientsOf(scene, week.id) })
  const rounds: Round[] = []
  // The first one is for the compilers.
  for (let round = 0; round <= context.rounds; round += 1) {
    await load({ do: 'close', group: 'ours' })
    for (let n = 0; n < MISSED_SCORES; n += 1) await tellScore(scene)
    await delay(PAUSE_MS)
    const clients = clientsOf(scene, week.id, versions)
    const came = await timed(ours.pid, () => load<Opened>({ do: 'open-ours', port: ours.port, clients }))
    if (!moved(versions, came.opened.versions, week.id)) throw new Error('nothing was missed')
    versions = came.opened.versions
    const met = await timed(bare.pid, () => load<Opened>({ do: 'open-bare', port: bare.port, clients: CLIENTS, http: false }))
    await load({ do: 'close', group: 'bare' })
    context.say(
      `live-reconnect: round ${round}: ${came.way.perSecond.toFixed(0)} against ${met.way.perSecond.toFixed(0)} a second`,
    )
    if (round > 0) rounds.push({ ours: came.way, bare: met.way })
  }
  return rounds
}

async function timed(pid: number, open: () => Promise<Opened>): Promise<{ readonly opened: Opened; readonly way: Way }> {
  const before = cpuSeconds(pid)
  const opened = await open()
  const cpu = cpuSeconds(pid) - before
  return { opened, way: { perSecond: CLIENTS / opened.seconds, perCoreSecond: CLIENTS / cpu } }
}

type Versions = Opened['versions']

/** Whether the week went on while everybody was away. */
function moved(before: Versions, after: Versions, weekId: number): boolean {
  const topic = weekTopic(weekId)
  return (after[topic] ?? 0) > (before[topic] ?? 0)
}

function reportOf(rounds: readonly Round[]): Report {
  return {
    title: `Live: ${CLIENTS.toLocaleString('en-US')} clients coming back`,
    figures: [
      {
        what: 'clients that are current again, for each processor second of the server',
        unit: 'clients/s',
        ours: rounds.map(({ ours }) => ours.perCoreSecond),
        comparator: rounds.map(({ bare }) => bare.perCoreSecond),
        aim: { of: 'value', atLeast: 1_000 },
      },
      {
        what: 'clients that are current again',
        unit: 'clients/s',
        ours: rounds.map(({ ours }) => ours.perSecond),
        comparator: rounds.map(({ bare }) => bare.perSecond),
        aim: { of: 'value', atLeast: 1_000 },
      },
    ],
    notes: [
      `A client is current when it has connected with its token, joined the pool, a week and its own account with the versions that it held, and was sent the ${MISSED_SCORES} scores that it had missed. 200 are on their way in at once; the load client has the other core.`,
      'Comparator, for information: the WebSocket handshake of `ws` alone, with no token, no topics and nothing missed.',
    ],
  }
}
