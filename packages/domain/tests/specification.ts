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
 * Given what happened, when a command comes in, then these events or that refusal: the manner of emmett's
 * `deciderSpecification`. What happened is told by earlier commands, by bare events, or by both.
 */
export function given(...facts: readonly Fact[]): Specification {
  return {
    and: (...more) => given(...facts, ...more),
    state: () => poolAfter(facts),
    when: ({ by: actor, at: now, command }) => {
      const state = poolAfter(facts)
      return deedOf(state, runCommand(state, { command, actor }, now, hashing))
    },
  }
}

export interface Specification {
  /** More of what happened. */
  readonly and: (...more: readonly Fact[]) => Specification
  /** The pool as these facts leave it. */
  readonly state: () => PoolState
  readonly when: (step: Step) => Deed
}

/** What came of a command. */
export interface Deed {
  readonly run: CommandRun
  readonly state: PoolState
  /** Accepted, with exactly these events in this order; of each, at least the data named. */
  readonly thenEvents: (...expected: readonly Told[]) => Deed
  readonly thenNothing: () => Deed
  readonly thenRefused: (code: ViolationCode, details?: ViolationDetails) => Deed
  readonly accepted: () => Deed
  /** What the log took, whatever the sender was told. */
  readonly recorded: (...expected: readonly Told[]) => Deed
  readonly answering: (answer: unknown) => Deed
}

/** A command, who sends it and when; by default the admin, at {@link START}. */
export interface Step {
  readonly command: Command
  readonly by: Actor
  readonly at: Instant
}
export type Fact = Step | PoolEvent

/** Instants and ids without their brands, so that tests read as the rules do. */
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
/** Monday of the week before the season 2025: every lock lies ahead. */
export const START = time('2025-09-01T12:00:00Z')

export function time(text: string): Instant {
  const instant = parseInstant(text)
  if (instant === undefined) throw new RangeError(text)
  return instant
}

/** The account's own token; `tokenVersion` rises when all logins end. */
export function user(id: number, tokenVersion = 1): Actor {
  return { kind: 'user', userId: userId(id), tokenVersion }
}
export const visitor: Actor = { kind: 'visitor' }
export const system: Actor = { kind: 'system' }

/** A command by the admin at {@link START}; {@link by} and {@link at} say otherwise. */
export function admin<T extends CommandType>(type: T, data: Plain<CommandData[T]>): Step {
  return { command: { type, data } as unknown as Command, by: user(ADMIN), at: START }
}

/** A command by the member at {@link START}. */
export function member<T extends CommandType>(type: T, data: Plain<CommandData[T]>): Step {
  return by(user(MEMBER), admin(type, data))
}

export function by(actor: Actor, step: Step): Step {
  return { ...step, by: actor }
}

export function at(when: string, step: Step): Step {
  return { ...step, at: time(when) }
}

/** A bare event, as the log would have it. */
export function event<T extends EventType>(type: T, data: Plain<EventData[T]>): PoolEvent {
  return createEvent(type, data as unknown as EventData[T]) as unknown as PoolEvent
}

/** As much of a payload as a test wants to name. */
export type Loose<V> = V extends string
  ? string
  : V extends number
    ? number
    : V extends readonly (infer U)[]
      ? readonly Loose<U>[]
      : V extends object
        ? { readonly [K in keyof V]?: Loose<V[K]> }
        : V
export type Told = { readonly [T in EventType]: readonly [type: T, data?: Loose<EventData[T]>] }[EventType]

function poolAfter(facts: readonly Fact[]): PoolState {
  const state = emptyPool()
  for (const fact of facts) {
    if ('stream' in fact) evolve(state, recorded(state, fact))
    else take(state, fact)
  }
  return state
}

function recorded(state: PoolState, fact: PoolEvent): RecordedEvent {
  const place = { position: state.position + 1, recordedAt: START, siteTime: START }
  return { ...fact, ...place, metadata: { actor: null, role: 'system' } } as unknown as RecordedEvent
}

function take(state: PoolState, { command, by: actor, at: now }: Step): void {
  const { outcome } = runCommand(state, { command, actor }, now, hashing)
  if (!outcome.ok) throw new Error(`given ${command.type} was refused: ${outcome.violation.code}`)
}

function deedOf(state: PoolState, run: CommandRun): Deed {
  const { outcome } = run
  const code = outcome.ok ? 'accepted' : outcome.violation.code
  const expectEvents = (expected: readonly Told[]): void => {
    expect(run.recorded.map(({ type }) => type)).toEqual(expected.map(([type]) => type))
    for (const [i, [, data]] of expected.entries()) {
      if (data !== undefined) expect(run.recorded[i]!.data).toMatchObject(data)
    }
  }
  const deed: Deed = {
    run,
    state,
    thenEvents: (...expected) => deed.accepted().recorded(...expected),
    thenNothing: () => deed.thenEvents(),
    thenRefused: (refusal, details) => {
      expect(code).toBe(refusal)
      if (!outcome.ok && details !== undefined) expect(outcome.violation.details).toEqual(details)
      return deed
    },
    accepted: () => {
      expect(code).toBe('accepted')
      return deed
    },
    recorded: (...expected) => {
      expectEvents(expected)
      return deed
    },
    answering: (answer) => {
      expect(outcome.ok ? outcome.reply : code).toEqual(answer)
      return deed
    },
  }
  return deed
}
