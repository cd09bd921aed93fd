import type { EventData, EventType, RecordedEvent } from '../events/events.ts'
import type { Instant } from '../values/instant.ts'
import type { Setup, SetupMark, SetupStep } from '../values/setup-steps.ts'

type Handler<T extends EventType> = (setup: Setup, data: EventData[T], siteTime: Instant) => Setup

/** What the events that complete a step change in the setup. */
const HANDLERS: { readonly [T in EventType]?: Handler<T> } = {
  SetupStepMarked: (setup, data) => withSeason(withMark(setup, data.step, data.mark), data.seasonYear ?? setup.seasonYear),
  ClubChanged: (setup) => withMark(setup, 'club', 'done'),
  JoiningChanged: (setup) => withMark(setup, 'joining', 'done'),
  // Rules that differ from the defaults were chosen, also by events from before `chosen` existed.
  PoolRulesChanged: (setup, { chosen, rules }) =>
    chosen === true || rules.preset !== 'specification' ? withMark(setup, 'rules', 'done') : setup,
  TreasurerChanged: (setup) => withMark(setup, 'money', 'done'),
  RemindersChanged: (setup, { enabled }) => (enabled ? withMark(setup, 'reminders', 'done') : withoutMark(setup, 'reminders')),
  // A week whose lock has passed was played elsewhere, and the first one to open is still to come.
  WeekAdded: (setup, { seasonYear, lockTime }, siteTime) =>
    setup.marks.week === 'done' || lockTime <= siteTime
      ? setup
      : withSeason(withMark(withMark(setup, 'season', 'done'), 'week', 'done'), seasonYear),
  WeeksPurged: (setup) => withoutMark(setup, 'week'),
}

/** Returns the setup after an event. A step is done wherever an admin did it: in the setup or on another screen. */
export function setupAfter(setup: Setup, event: Pick<RecordedEvent, 'type' | 'data' | 'siteTime'>): Setup {
  const handler = HANDLERS[event.type] as ((setup: Setup, data: unknown, siteTime: Instant) => Setup) | undefined
  return handler === undefined ? setup : handler(setup, event.data, event.siteTime)
}

function withMark(setup: Setup, step: SetupStep, mark: SetupMark): Setup {
  return setup.marks[step] === mark ? setup : { ...setup, marks: { ...setup.marks, [step]: mark } }
}

function withSeason(setup: Setup, seasonYear: number | null): Setup {
  return setup.seasonYear === seasonYear ? setup : { ...setup, seasonYear }
}

function withoutMark(setup: Setup, step: SetupStep): Setup {
  const { [step]: removed, ...marks } = setup.marks
  return removed === undefined ? setup : { ...setup, marks }
}
