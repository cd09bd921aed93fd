import { pickAt } from '../../src/state/entry-picks.ts'
import {
  type CommandEnvelope,
  type CommandRun,
  consequencesToken,
  emptyPool,
  evolve,
  forkPool,
  type Instant,
  instantFromMs,
  parsePickId,
  parseSlot,
  type PoolState,
  type Position,
  position,
  previewCommands,
  type RecordedEvent,
  runCommand,
  RuleViolation,
  visibleTo,
  scheduleWeekId,
} from '../../src/index.ts'
import { dump } from '../dump.ts'
import { hashing } from '../hashing.ts'
import { LogInvariants } from '../log-invariants.ts'
import { compare } from './compare.ts'
import { Difference, requireSame } from './difference.ts'
import { type Facts, haveSameFacts } from './oracle/facts.ts'
import type { Drawn } from './oracle/rule.ts'
import { Oracle, type Prediction } from './oracle/oracle.ts'
import { Random } from './random.ts'
import { history } from './stories.ts'
import type { Tally } from './tally.ts'
import { type Step, World } from './world.ts'

export type { Step } from './world.ts'

const STEPS_BETWEEN_FORKS = 8

/** Sees each command before it runs on the pool; the function that it returns sees the outcome. */
export type Observer = (pool: PoolState, sent: CommandEnvelope, now: Instant, facts: Facts) => (run: CommandRun) => void

export interface PlayOptions {
  readonly tally?: Tally
  readonly observe?: Observer
  /** Whether the pool and the oracle are compared after every step; by default they are. */
  readonly compares?: boolean
}

/** A history on which pool and oracle differ. */
export interface FoundDifference {
  readonly steps: readonly Step[]
  readonly error: Difference
}

/** Plays the history of a seed on the pool and on the oracle side by side. Returns the first difference. */
export function playSeed(seed: number, options: PlayOptions = {}): FoundDifference | undefined {
  const play = new Play(options)
  const world = new World(play.oracle.facts, new Random(seed))
  const steps: Step[] = []
  try {
    for (const step of history(world)) {
      steps.push(step)
      play.take(step)
    }
    play.finish()
    return undefined
  } catch (error) {
    if (error instanceof Difference) return { steps, error }
    throw new Error(`seed ${seed}, step ${steps.length}`, { cause: error })
  }
}

/** Plays given steps. Returns the difference that they lead to. */
export function playSteps(steps: readonly Step[]): Difference | undefined {
  const play = new Play({})
  try {
    for (const step of steps) play.take(step)
    play.finish()
    return undefined
  } catch (error) {
    if (error instanceof Difference) return error
    throw error
  }
}

class Play {
  readonly oracle = new Oracle()
  readonly #pool = emptyPool()
  readonly #invariants = new LogInvariants()
  readonly #options: PlayOptions
  readonly #events: RecordedEvent[] = []
  /** The positions of what was asked for, in order: the oracle numbers it. */
  readonly #asked: Position[] = []
  #steps = 0

  constructor(options: PlayOptions) {
    this.#options = options
  }

  take(step: Step): void {
    try {
      this.#take(step)
    } catch (error) {
      // What the log must never hold, and what a lot must never decide, is found by an error. It is a difference like the others.
      throw error instanceof Difference ? error : new Difference('an error', error, 'no error')
    }
  }

  #take(step: Step): void {
    const { oracle } = this
    const { at, actor, version } = step
    const command = this.#resolve(step)
    const now = instantFromMs(at)
    this.#preview(step, now)
    const envelope = this.#envelope(step, command, now)
    const seen = this.#options.observe?.(this.#pool, envelope, now, oracle.facts)
    const run = this.#run(envelope, now)
    seen?.(run)
    const judged = withoutPosition(step)
    const before = { ...oracle.facts }
    const prediction = oracle.predict(judged, actor, at, version)
    this.#compareOutcome(step, prediction, run)
    if (!run.outcome.ok && run.outcome.violation.code === 'second_needed') oracle.ask(judged, actor, at, version)
    const own = run.outcome.ok ? oracle.apply(judged, actor, at, drawnIn(run, this.#pool)) : { reply: {}, locks: [] }
    const locks = [...prediction.due, ...own.locks, ...oracle.settle(at)]
    this.#invariants.check(
      run.recorded,
      prediction.due.map(({ week }) => week),
    )
    this.#compareReply(step, own.reply, locks, run)
    // A step that changes neither side leaves what was compared after the one before it.
    const hasChanged = run.recorded.length > 0 || !haveSameFacts(before, oracle.facts)
    if (this.#options.compares !== false && hasChanged) compare(this.#pool, oracle.facts, at)
    this.#options.tally?.count({ step, run, before, after: oracle.facts })
  }

  /** Runs some commands on a fork first: it must not change the pool, and must come to the same. */
  #run(envelope: CommandEnvelope, now: Instant): CommandRun {
    this.#steps += 1
    if (this.#steps % STEPS_BETWEEN_FORKS !== 0) return this.#record(runCommand(this.#pool, envelope, now, hashing))
    const before = dump(this.#pool)
    const fork = forkPool(this.#pool)
    const forked = runCommand(fork, envelope, now, hashing)
    requireSame('the state under a fork', dump(this.#pool), before)
    const run = runCommand(this.#pool, envelope, now, hashing)
    requireSame('the events of a fork', forked.recorded, run.recorded)
    requireSame('the state of a fork', dump(fork), dump(this.#pool))
    return this.#record(run)
  }

  #record(run: CommandRun): CommandRun {
    this.#asked.push(...run.recorded.flatMap(({ type, position: at }) => (type === 'ActionRequested' ? [at] : [])))
    this.#events.push(...run.recorded)
    return run
  }

  /** The log alone must lead to the same state. */
  finish(): void {
    const folded = emptyPool()
    for (const event of JSON.parse(JSON.stringify(this.#events)) as RecordedEvent[]) evolve(folded, event)
    requireSame('the fold of all events', dump(folded), dump(this.#pool))
    this.#options.tally?.countRules(this.oracle.facts)
  }

  /** Positions are known only when the step is taken: that of the last action, and those of what was asked for. */
  #resolve({ command, position: which }: Step): Step['command'] {
    if ('actionId' in command.data) {
      const actionId = this.#asked[command.data.actionId - 1] ?? position(99_999)
      return { ...command, data: { ...command.data, actionId } } as Step['command']
    }
    if (command.type !== 'UndoAction' || which === 'none') return command
    const last = this.#pool.lastAction?.position ?? position(0)
    return { ...command, data: { ...command.data, position: which === 'last' ? last : position(last + 4) } }
  }

  #preview({ previews, actor }: Step, now: Instant): void {
    if (previews.length === 0) return
    const before = this.#pool.position
    previewOf(
      this.#pool,
      previews.map((command) => ({ command, actor })),
      now,
    )
    requireSame('the head of the log after previews', this.#pool.position, before)
  }

  #envelope({ actor, expecting, version }: Step, given: Step['command'], now: Instant): CommandEnvelope {
    const command = withVersion(this.#pool, given, version)
    const metadata = { request_id: `step ${this.#steps}` }
    if (expecting === 'nothing') return { command, actor, metadata }
    const preview = previewOf(this.#pool, [{ command, actor }], now)
    const token = preview instanceof RuleViolation ? undefined : consequencesToken(hashing, preview)
    return { command, actor, metadata, expectedConsequences: expecting === 'previewed' ? token : 'another token' }
  }

  #compareOutcome({ command, expecting }: Step, { refusals, due }: Prediction, { outcome }: CommandRun): void {
    if (refusals === null) return
    const code = outcome.ok ? 'accepted' : outcome.violation.code
    if (expecting === 'other') {
      if (outcome.ok) throw new Difference(`the answer to ${command.type} with other consequences`, code, 'refused')
      return
    }
    // A preview cannot know the picks that a lock reveals which is due but not recorded yet, so its sender may have to look again.
    const stale = expecting === 'previewed' && due.length > 0 ? ['consequences_changed'] : []
    const allowed = [...(refusals.length === 0 ? ['accepted'] : refusals), ...stale]
    if (!allowed.includes(code)) throw new Difference(`the answer to ${command.type}`, code, allowed.join(' or '))
  }

  #compareReply(step: Step, expected: object, locks: readonly object[], { recorded, outcome }: CommandRun): void {
    const recordedLocks = recorded.flatMap((event) => {
      if (event.type !== 'WeekLocked') return []
      const { weekId: week, entries, picks, missed } = event.data
      return [{ week, entries, picks, missed }]
    })
    requireSame('the locks and their entries', recordedLocks, locks)
    const { statuses, ...reply } = expected as { readonly statuses?: unknown }
    if (!outcome.ok) return
    const given = (outcome.reply ?? {}) as Readonly<Record<string, unknown>>
    for (const [key, value] of Object.entries(reply))
      requireSame(`${key} in the answer to ${step.command.type}`, given[key], value)
    if (step.command.type === 'ImportPicks') {
      const outcomes = given['outcomes'] as readonly { readonly status: string }[]
      requireSame(
        'what became of imported picks',
        outcomes.map(({ status }) => status),
        statuses,
      )
    }
  }
}

function previewOf(pool: PoolState, sent: readonly CommandEnvelope[], now: Instant) {
  try {
    return previewCommands(visibleTo(pool, sent[0]?.actor ?? { kind: 'visitor' }), sent, now, hashing)
  } catch (error) {
    if (error instanceof RuleViolation) return error
    throw error
  }
}

function withoutPosition({ command, position: which }: Step): Step['command'] {
  if (command.type !== 'UndoAction' || which === 'other') return command
  const { position: _, ...data } = command.data
  return { ...command, data }
}

/** Names the version of the pick that the sender saw. */
function withVersion(pool: PoolState, command: Step['command'], version: Step['version']): Step['command'] {
  if (version === 'none') return command
  switch (command.type) {
    case 'OverridePick':
    case 'SubmitPick': {
      const held = pickAt(pool.entries.get(command.data.entryId), command.data.weekId, parseSlot(command.data.slot ?? 1) ?? 1)
      const seen = position((held?.version ?? 0) + (version === 'stale' ? 1_000 : 0))
      return { ...command, data: { ...command.data, ifVersion: seen } } as Step['command']
    }
    case 'ClearPick':
    case 'RemovePick': {
      const { entryId, weekId, slot } = parsePickId(command.data.pickId)
      const held = pickAt(pool.entries.get(entryId), weekId, slot)
      const seen = position((held?.version ?? 1) + (version === 'stale' ? 1_000 : 0))
      return { ...command, data: { ...command.data, ifVersion: seen } } as Step['command']
    }
    default:
      return command
  }
}

function drawnIn({ recorded }: CommandRun, pool: PoolState): Drawn {
  return {
    scores: recorded.flatMap((event) => {
      if (event.type !== 'GameScored' || event.data.source !== 'randomized') return []
      const { weekId, gameId, homeScore, awayScore } = event.data
      const game = pool.schedule.get(scheduleWeekId(weekId))?.games.find(({ id }) => id === gameId)
      return game === undefined ? [] : [{ espnId: game.espnId, homeScore: homeScore ?? 0, awayScore: awayScore ?? 0 }]
    }),
    picks: recorded.flatMap((event) =>
      event.type === 'PickOverridden' && event.data.source === 'randomized'
        ? [{ entry: event.data.entryId, slot: parsePickId(event.data.pickId).slot, team: event.data.team }]
        : [],
    ),
  }
}
