import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds, median, residentMiB, type Rounds } from '@outlast/testing'
import type { BenchContext, Benchmark } from '../support/context.ts'
import { figuresOf, formatCount, type Report } from '../support/report.ts'
import type { GroupName, Received } from './load/requests.ts'
import { CLIENTS, type LiveSetup, lockWeek, startLiveSetup } from './setup.ts'

/** Scores per round. Processor time is counted in hundredths of a second, too coarse for a single score. */
const SCORES_PER_ROUND = 10
/** Scores before anything is counted, so that the code of servers and load client is compiled. */
const WARM_UP_SCORES = 10
const PAUSE_MS = 100
/** Clients that are connected before memory is measured. */
const FIRST_CLIENTS = 1_000
/** The time after which the memory of connected clients no longer changes. */
const SETTLE_MS = 3_000

interface Score {
  /** Milliseconds from the event's time in the log until the last client had the score. */
  readonly fromEvent: number
  /** Milliseconds from the call that changed the score until the last client had it. */
  readonly fromCall: number
  readonly message: string
}

interface Round {
  readonly fromCommit: number
  readonly fromCall: number
  /** Milliseconds of the server's processor time for each score. */
  readonly cpu: number
}

/** Measures the time until the last of many clients has a score, and the memory of a client that only listens. */
export const liveScore: Benchmark = {
  name: 'live-score',
  about: 'from the commit of a score until the last of 4,000 clients has it, and memory per client, against bare ws',
  promise:
    'A score reaches the last of 4,000 members at most 1.5 times as late as over a bare socket, and a member who listens costs 11 KB',
  run: async (context) => {
    const setup = await startLiveSetup(context, 'live_scores')
    try {
      await lockWeek(setup)
      const memory = await measureMemory(setup, context)
      await openClients(setup, 'outlast', setup.outlast)
      await openClients(setup, 'bare', setup.bare)
      return reportOf(memory, await compare(context, setup))
    } finally {
      await setup.stop()
    }
  },
}

interface Memory {
  readonly outlast: Rounds
  readonly bare: Rounds
}

/** Measures the resident memory of a client, in KB, in processes that have just started. */
async function measureMemory(setup: LiveSetup, { rounds, progress }: BenchContext): Promise<Memory> {
  const outlast: number[] = []
  const bare: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    await setup.restartOutlast()
    outlast.push(await memoryOf(setup, 'outlast', setup.outlast))
    const comparator = await setup.startBare()
    bare.push(await memoryOf(setup, 'bare', comparator))
    await comparator.stop()
    progress(`live-score: memory, round ${round}: ${outlast.at(-1)?.toFixed(1)} against ${bare.at(-1)?.toFixed(1)} KB`)
  }
  return { outlast, bare }
}

/**
 * Measures what further clients add to a process that has some: the first ones also pay for compiled code and for pools that all of them share,
 * 15 MiB. Without the collections, a round would count several KB of garbage for each client, or nothing at all.
 */
async function memoryOf(setup: LiveSetup, group: GroupName, measured: LiveSetup['outlast']): Promise<number> {
  await openClients(setup, group, measured, 0, FIRST_CLIENTS)
  const before = await settledMiB(measured.pid)
  await openClients(setup, group, measured, FIRST_CLIENTS, CLIENTS)
  const after = await settledMiB(measured.pid)
  await setup.load({ do: 'close', group })
  return ((after - before) * 1024) / (CLIENTS - FIRST_CLIENTS)
}

async function settledMiB(pid: number): Promise<number> {
  await sleep(SETTLE_MS)
  process.kill(pid, 'SIGUSR2')
  await sleep(SETTLE_MS)
  return residentMiB(pid)
}

async function openClients(
  setup: LiveSetup,
  group: GroupName,
  { port }: Pick<LiveSetup['outlast'], 'port'>,
  from = 0,
  to = CLIENTS,
): Promise<void> {
  if (group === 'bare') await setup.load({ do: 'open-bare', port, clients: to - from, http: false })
  else await setup.load({ do: 'open-outlast', port, clients: setup.clients(setup.week.id).slice(from, to) })
}

async function compare({ rounds, progress }: BenchContext, setup: LiveSetup) {
  const results = { outlast: [] as Round[], bare: [] as Round[] }
  await runRound(setup, WARM_UP_SCORES)
  for (let round = 1; round <= rounds; round += 1) {
    const { outlast, bare } = await runRound(setup, SCORES_PER_ROUND)
    results.outlast.push(outlast)
    results.bare.push(bare)
    progress(`live-score: round ${round}: ${outlast.fromCommit.toFixed(0)} against ${bare.fromCall.toFixed(0)} ms`)
  }
  return results
}

async function runRound(setup: LiveSetup, count: number): Promise<{ readonly outlast: Round; readonly bare: Round }> {
  const cpuBefore = cpuSeconds(setup.outlast.pid)
  const scores: Score[] = []
  for (let n = 0; n < count; n += 1) scores.push(await measureScore(setup))
  const cpu = cpuSeconds(setup.outlast.pid) - cpuBefore
  const bareCpuBefore = cpuSeconds(setup.bare.pid)
  const bareScores: Score[] = []
  for (const { message } of scores) bareScores.push(await measureBareScore(setup, message))
  return { outlast: roundOf(scores, cpu), bare: roundOf(bareScores, cpuSeconds(setup.bare.pid) - bareCpuBefore) }
}

function roundOf(scores: readonly Score[], cpu: number): Round {
  return {
    fromCommit: median(scores.map(({ fromEvent }) => fromEvent)),
    fromCall: median(scores.map(({ fromCall }) => fromCall)),
    cpu: (cpu * 1000) / scores.length,
  }
}

/** Changes a score and waits until all clients of Outlast have it. */
async function measureScore({ week, load, changeScore, lastEventAt }: LiveSetup): Promise<Score> {
  const start = `42["changes",{"topic":"week:${week.id}"`
  await load({ do: 'expect', group: 'outlast', start, task: { kind: 'compare' } })
  const calledAt = Date.now()
  const changed = changeScore()
  const { last, message } = await load<Received>({ do: 'await' })
  await changed
  const eventAt = await lastEventAt()
  await sleep(PAUSE_MS)
  return { fromEvent: last - eventAt, fromCall: last - calledAt, message }
}

/** Sends the same message with the comparator. */
async function measureBareScore({ load, bare }: LiveSetup, message: string): Promise<Score> {
  await load({ do: 'expect', group: 'bare', start: message.slice(0, 30), task: { kind: 'compare' } })
  const calledAt = Date.now()
  const sent = bare.request({ do: 'send', text: message })
  const { last } = await load<Received>({ do: 'await' })
  await sent
  await sleep(PAUSE_MS)
  return { fromEvent: last - calledAt, fromCall: last - calledAt, message }
}

function reportOf(
  memory: Memory,
  { outlast, bare }: { readonly outlast: readonly Round[]; readonly bare: readonly Round[] },
): Report {
  const figure = figuresOf(outlast, bare)
  return {
    title: `Live: a score on its way to ${formatCount(CLIENTS)} clients`,
    figures: [
      figure('from the commit until the last client has it', 'ms', (one) => one.fromCommit, { of: 'ratio', atMost: 1.5 }),
      figure('from the call that changed it', 'ms', (one) => one.fromCall),
      figure('processor time of the server for one score', 'ms', (one) => one.cpu, { of: 'ratio', atMost: 1.8 }),
      {
        what: 'resident memory for a client that listens',
        unit: 'KB',
        outlast: memory.outlast,
        comparator: memory.bare,
        aim: { of: 'value', atMost: 11 },
      },
    ],
    notes: [
      `${SCORES_PER_ROUND} scores per round, one after the other. Every client is signed in and watches the pool, a week and its own account. "The commit" is the event's time in the log, which is the beginning of its transaction, so that writing it is counted.`,
      'Comparator: bare `ws` sends the same bytes to as many clients, built once as one frame; counted from the call that makes it send. Both sides have the same load client, in a process of its own.',
      'Memory: the growth of a process while the number of its clients grows from 1,000 to 4,000, for each of them, after a collection of the heap.',
    ],
  }
}
