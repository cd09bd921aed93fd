import { setTimeout as delay } from 'node:timers/promises'
import type { BenchContext, Benchmark } from '../support/context.ts'
import type { Figure, Report } from '../support/figures.ts'
import { cpuSeconds, residentMiB } from '@outlast/testing/process/worker'
import { median } from '@outlast/testing/report/statistics'
import type { Arrived, GroupName } from './load/orders.ts'
import { lockNow } from './lock.ts'
import { clientsOf, CLIENTS, type Scene, startScene } from './scene.ts'
import { tellScore } from './tell-score.ts'

/** Scores of a round. Processor time is told in hundredths of a second, which one score would be too short for. */
const SCORES = 10
/** Scores before anything is counted, for the compilers of both servers and of the load. */
const WARM_UP = 10
const PAUSE_MS = 100
/** After connecting, until the memory is what it stays. */
const SETTLE_MS = 5_000

interface Score {
  /** From the log's time of the event, and from the call that told it, until the last client had it. In milliseconds. */
  readonly fromEvent: number
  readonly fromCall: number
  readonly text: string
}

interface Round {
  readonly fromEvent: number
  readonly fromCall: number
  /** Processor milliseconds of the server for each score. */
  readonly cpu: number
}

/** A score, until the last of many clients has it; and what a client costs that only listens. */
export const liveScore: Benchmark = {
  name: 'live-score',
  about: 'from the commit of a score until the last of 4,000 clients has it, and memory per client, against bare ws',
  run: async (context) => {
    const scene = await startScene(context, 'live_scores')
    try {
      await lockNow(scene, scene.week.id)
      const memory = { ours: await memoryOf(scene, 'ours'), bare: await memoryOf(scene, 'bare') }
      return reportOf(memory, await compare(context, scene))
    } finally {
      await scene.stop()
    }
  },
}

/** Opens the clients of a side, and answers what each costs in resident memory, in KB. */
async function memoryOf(scene: Scene, side: GroupName): Promise<number> {
  const { pid, port } = scene[side]
  const before = residentMiB(pid)
  if (side === 'ours') await scene.load({ do: 'open-ours', port, clients: clientsOf(scene, scene.week.id) })
  else await scene.load({ do: 'open-bare', port, clients: CLIENTS, http: false })
  await delay(SETTLE_MS)
  return ((residentMiB(pid) - before) * 1024) / CLIENTS
}

async function compare(context: BenchContext, scene: Scene) {
  const rounds: { ours: Round; bare: Round }[] = []
  await runRound(scene, WARM_UP)
  for (let round = 1; round <= context.rounds; round += 1) {
    const both = await runRound(scene, SCORES)
    rounds.push(both)
    context.say(`live-score: round ${round}: ${both.ours.fromEvent.toFixed(0)} against ${both.bare.fromCall.toFixed(0)} ms`)
  }
  return rounds
}

async function runRound(scene: Scene, scoreCount: number): Promise<{ readonly ours: Round; readonly bare: Round }> {
  const cpuBefore = cpuSeconds(scene.ours.pid)
  const ours: Score[] = []
  for (let n = 0; n < scoreCount; n += 1) ours.push(await score(scene))
  const cpuBetween = cpuSeconds(scene.ours.pid)
  const bareBefore = cpuSeconds(scene.bare.pid)
  const bare: Score[] = []
  for (const { text } of ours) bare.push(await sendBare(scene, text))
  return {
    ours: roundOf(ours, cpuBetween - cpuBefore),
    bare: roundOf(bare, cpuSeconds(scene.bare.pid) - bareBefore),
  }
}

function roundOf(all: readonly Score[], cpu: number): Round {
  return {
    fromEvent: median(all.map(({ fromEvent }) => fromEvent)),
    fromCall: median(all.map(({ fromCall }) => fromCall)),
    cpu: (cpu * 1000) / all.length,
  }
}

/** One game's score changes, as the feed tells it. */
async function score(scene: Scene): Promise<Score> {
  const { week, load } = scene
  await load({ do: 'watch', group: 'ours', start: `42["changes",{"topic":"week:${week.id}"`, task: { kind: 'look' } })
  const called = Date.now()
  const told = tellScore(scene)
  const { last, message } = await load<Arrived>({ do: 'arrivals' })
  await told
  const at = await scene.lastEventAt()
  await delay(PAUSE_MS)
  return { fromEvent: last - at, fromCall: last - called, text: message }
}

async function sendBare({ load, bare }: Scene, text: string): Promise<Score> {
  await load({ do: 'watch', group: 'bare', start: text.slice(0, 30), task: { kind: 'look' } })
  const called = Date.now()
  const sent = bare.tell({ do: 'send', text })
  const { last } = await load<Arrived>({ do: 'arrivals' })
  await sent
  await delay(PAUSE_MS)
  return { fromEvent: last - called, fromCall: last - called, text }
}

function reportOf(memory: { readonly ours: number; readonly bare: number }, rounds: Awaited<ReturnType<typeof compare>>): Report {
  const figure = (what: string, ours: (round: Round) => number, bare: (round: Round) => number): Figure => ({
    what,
    unit: 'ms',
    ours: rounds.map((round) => ours(round.ours)),
    comparator: rounds.map((round) => bare(round.bare)),
  })
  return {
    title: `Live: a score on its way to ${CLIENTS.toLocaleString('en-US')} clients`,
    figures: [
      {
        ...figure(
          'from the commit until the last client has it',
          (one) => one.fromEvent,
          (one) => one.fromCall,
        ),
        aim: { of: 'ratio', atMost: 1.5 },
      },
      figure(
        'from the call that told it',
        (one) => one.fromCall,
        (one) => one.fromCall,
      ),
      {
        ...figure(
          'processor time of the server for one score',
          (one) => one.cpu,
          (one) => one.cpu,
        ),
        aim: { of: 'ratio', atMost: 1.8 },
      },
      {
        what: 'resident memory for a client that listens',
        unit: 'KB',
        ours: [memory.ours],
        comparator: [memory.bare],
        aim: { of: 'value', atMost: 30 },
      },
    ],
    notes: [
      `${SCORES} scores in a round, one after the other; every client is signed in and watches the pool, a week and its own account. "The commit" is the time that the log gives the event: the beginning of its transaction, so writing it is counted.`,
      'The comparator is `ws` with nothing around it, sending the same bytes to as many clients, built once as one frame; counted from the call that makes it send. The same load client, a process of its own, on both sides.',
      'Memory: what the process has more after the clients came than before, divided by them.',
    ],
  }
}
