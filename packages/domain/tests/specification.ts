import { expect } from 'vitest'
import {
  type Actor,
  type Command,
  type CommandData,
  type CommandType,
  emptyPool,
  type EventData,
  type EventType,
  evolve,
  createEvent,
  type Instant,
  parseInstant,
  type PoolEvent,
  type PoolState,
  type RecordedEvent,
  type CommandRun,
  runCommand,
  userId,
  type ViolationCode,
  type ViolationDetails,
} from '../src/index.ts'
import { hashing } from './hashing.ts'

/**
 * Starts a given/when/then specification, in the style of emmett's `deciderSpecification`: given a history of commands and events,
 * when a command runs, then it records these events or is rejected.
 */
export function given(...history: readonly HistoryItem[]): Specification {
  return {
    and: (...more) => given(...history, ...more),
    state: () => stateAfter(history),
    when: ({ by: actor, at: now, command }) => {
      const state = stateAfter(history)
      return outcomeOf(state, runCommand(state, { command, actor }, now, hashing))
    },
  }
}

export interface Specification {
  /** Adds to the history. */
  readonly and: (...more: readonly HistoryItem[]) => Specification
  /** The state after the history. */
  readonly state: () => PoolState
  readonly when: (step: CommandStep) => Outcome
}

/** The outcome of a command, with expectations. */
interface Outcome {
  readonly run: CommandRun
  readonly state: PoolState
  /** Expects exactly these events in this order, each with at least the given data. */
  readonly thenEvents: (...expected: readonly ExpectedEvent[]) => Outcome
  readonly thenNoEvents: () => Outcome
  readonly thenRejected: (code: ViolationCode, details?: ViolationDetails) => Outcome
  readonly thenAccepted: () => Outcome
  /** Expects the recorded events, whether the command was accepted or rejected. */
  readonly thenRecorded: (...expected: readonly ExpectedEvent[]) => Outcome
  readonly thenReply: (answer: unknown) => Outcome
}

/** A command with its sender and real time. */
export interface CommandStep {
  readonly command: Command
  readonly by: Actor
  readonly at: Instant
  /** The request that the command came with. */
  readonly requestId?: string
}
export type HistoryItem = CommandStep | PoolEvent

/** Data without brands, so that tests can use plain strings and numbers. */
export type Plain<V> = V extends string
  ? string
  : V extends number
    ? number
    : V extends readonly (infer U)[]
      ? readonly Plain<U>[]
      : V extends object
        ? { readonly [K in keyof V]: Plain<V[K]> }
        : V

export const ADMIN = 1
export const MEMBER = 2
export const OTHER = 3
/** A Monday before the season of 2025, so that every lock is in the future. */
export const START = time('2025-09-01T12:00:00Z')

export function time(text: string): Instant {
  const instant = parseInstant(text)
  if (instant === undefined) throw new RangeError(text)
  return instant
}

/** A signed-in account. `tokenVersion` increases when all logins end. */
export function user(id: number, tokenVersion = 1): Actor {
  return { kind: 'user', userId: userId(id), tokenVersion }
}
export const visitor: Actor = { kind: 'visitor' }
export const system: Actor = { kind: 'system' }

/** A command by the admin at {@link START}. {@link by} and {@link at} change that. */
export function admin<T extends CommandType>(type: T, data: Plain<CommandData[T]>): CommandStep {
  return { command: { type, data } as Command, by: user(ADMIN), at: START }
}

/** A command by the member at {@link START}. */
export function member<T extends CommandType>(type: T, data: Plain<CommandData[T]>): CommandStep {
  return by(user(MEMBER), admin(type, data))
}

export function by(actor: Actor, step: CommandStep): CommandStep {
  return { ...step, by: actor }
}

export function at(when: string, step: CommandStep): CommandStep {
  return { ...step, at: time(when) }
}

/** An event for the history. */
export function event<T extends EventType>(type: T, data: Plain<EventData[T]>): PoolEvent {
  return createEvent(type, data as EventData[T]) as PoolEvent
}

/** The part of an event's data that a test checks. */
type PartialData<V> = V extends string
  ? string
  : V extends number
    ? number
    : V extends readonly (infer U)[]
      ? readonly PartialData<U>[]
      : V extends object
        ? { readonly [K in keyof V]?: PartialData<V[K]> }
        : V
export type ExpectedEvent = { readonly [T in EventType]: readonly [type: T, data?: PartialData<EventData[T]>] }[EventType]

function stateAfter(history: readonly HistoryItem[]): PoolState {
  const state = emptyPool()
  for (const item of history) {
    if ('stream' in item) evolve(state, toRecordedEvent(state, item))
    else applyStep(state, item)
  }
  return state
}

function toRecordedEvent(state: PoolState, event: PoolEvent): RecordedEvent {
  const place = { position: state.position + 1, recordedAt: START, siteTime: START }
  return { ...event, ...place, metadata: { actor: null, role: 'system' } } as RecordedEvent
}

function applyStep(state: PoolState, { command, by: actor, at: now, requestId }: CommandStep): void {
  const metadata = requestId === undefined ? {} : { request_id: requestId }
  const { outcome } = runCommand(state, { command, actor, metadata }, now, hashing)
  if (!outcome.ok) throw new Error(`given ${command.type} was refused: ${outcome.violation.code}`)
}

function outcomeOf(state: PoolState, run: CommandRun): Outcome {
  const { outcome } = run
  const code = outcome.ok ? 'accepted' : outcome.violation.code
  const expectEvents = (expected: readonly ExpectedEvent[]): void => {
    expect(run.recorded.map(({ type }) => type)).toEqual(expected.map(([type]) => type))
    for (const [i, [, data]] of expected.entries()) {
      if (data !== undefined) expect(run.recorded[i]!.data).toMatchObject(data)
    }
  }
  const result: Outcome = {
    run,
    state,
    thenEvents: (...expected) => result.thenAccepted().thenRecorded(...expected),
    thenNoEvents: () => result.thenEvents(),
    thenRejected: (refusal, details) => {
      expect(code).toBe(refusal)
      if (!outcome.ok && details !== undefined) expect(outcome.violation.details).toEqual(details)
      return result
    },
    thenAccepted: () => {
      expect(code).toBe('accepted')
      return result
    },
    thenRecorded: (...expected) => {
      expectEvents(expected)
      return result
    },
    thenReply: (answer) => {
      expect(outcome.ok ? outcome.reply : code).toEqual(answer)
      return result
    },
  }
  return result
}
