import fc from 'fast-check'
import type { Row, Rules } from './oracle.ts'

/**
 * Steps of a random season. Numbers point into what there is when the step is taken (modulo its length), so that any
 * part of a sequence makes sense by itself and a failing one shrinks well.
 */
export interface Step {
  readonly wait: Wait
  readonly who: WhoChoice
  readonly what: What
}

/** How long real time goes on before the step; locks are the next one ahead of site time. */
export type Wait = 'none' | 'hour' | 'day' | 'days' | 'just before a lock' | 'a lock'
/** `fit`: the entry's owner, or the admin where one is needed. */
export type WhoChoice = 'fit' | 'admin' | 'another' | 'visitor' | 'system'

export interface RowChoice {
  readonly game: number
  readonly status: Row['status']
  readonly home: number | null
  readonly away: number | null
  readonly kickoff: number
  readonly known: boolean
}

export type What =
  | { readonly do: 'register' | 'create user' | 'real time' | 'purge users' | 'purge weeks' | 'nothing' }
  | { readonly do: 'delete user'; readonly user: number }
  | { readonly do: 'enter'; readonly owner: number; readonly name: string }
  | { readonly do: 'rename'; readonly entry: number; readonly name: string }
  | { readonly do: 'delete entry' | 'remove entry'; readonly entry: number }
  | { readonly do: 'judge'; readonly entry: number; readonly out: boolean }
  | { readonly do: 'pick' | 'change'; readonly entry: number; readonly week: number; readonly team: string }
  | { readonly do: 'clear' | 'remove pick'; readonly entry: number; readonly week: number }
  | { readonly do: 'override'; readonly entry: number; readonly week: number; readonly team: string; readonly reason: boolean }
  | { readonly do: 'add week'; readonly season: number; readonly number: number }
  | { readonly do: 'delete week' | 'set current' | 'finalize' | 'random scores'; readonly week: number }
  | { readonly do: 'random picks'; readonly week: number; readonly overwrite: boolean }
  | { readonly do: 'set lock'; readonly week: number; readonly after: number | 'auto' }
  | { readonly do: 'set ineligible'; readonly week: number; readonly teams: readonly string[] }
  | { readonly do: 'sync'; readonly week: number; readonly rows: readonly RowChoice[] }
  | { readonly do: 'site time'; readonly week: number; readonly after: number; readonly running: boolean }
  | { readonly do: 'rules'; readonly change: Partial<Rules> }

const HOUR = 3_600_000

/** Eight teams play three games a week, so that two of them have a bye. */
export const SOME_TEAMS = ['BUF', 'MIA', 'KC', 'LAC', 'GB', 'DET', 'SF', 'WSH'] as const

const ix = fc.nat({ max: 11 })
const entry = ix
const week = ix
const knownTeam = fc.constantFrom(...SOME_TEAMS)
const team = fc.oneof(
  { weight: 20, arbitrary: knownTeam },
  { weight: 2, arbitrary: fc.constant('held') },
  { weight: 1, arbitrary: fc.constantFrom('was', ' buf ', 'XXX') },
)
const name = fc.constantFrom('A', 'a', 'B', 'entry 0', 'ENTRY 1', 'Entry 2')
const score = fc.oneof({ weight: 12, arbitrary: fc.nat({ max: 3 }) }, { weight: 1, arbitrary: fc.constant(null) })

const anyRow: fc.Arbitrary<RowChoice> = fc.record({
  game: fc.nat({ max: 2 }),
  status: fc.constantFrom('scheduled', 'in_progress', 'final', 'final', 'final', 'cancelled', 'postponed'),
  home: score,
  away: score,
  kickoff: fc.nat({ max: 4 }),
  known: fc.constantFrom(true, true, true, false),
})
const finals = fc
  .tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 }), fc.nat({ max: 3 }))
  .map((homes): readonly RowChoice[] =>
    homes.map((home, game) => ({ game, status: 'final', home, away: 1, kickoff: 1, known: true })),
  )
const schedule = fc
  .nat({ max: 4 })
  .map((kickoff): readonly RowChoice[] =>
    [0, 1, 2].map((game) => ({ game, status: 'scheduled', home: null, away: null, kickoff, known: true })),
  )
const rows = fc.oneof(
  { weight: 4, arbitrary: finals },
  { weight: 2, arbitrary: schedule },
  { weight: 4, arbitrary: fc.array(anyRow, { maxLength: 4 }) },
)

const ruleChange: fc.Arbitrary<Partial<Rules>> = fc.record(
  {
    missedPick: fc.constantFrom('survives', 'eliminated'),
    teamLock: fc.constantFrom('week', 'kickoff'),
    maxEntries: fc.constantFrom(null, 1, 2, 3),
    lateEntries: fc.constantFrom('allowed', 'closed'),
  },
  { requiredKeys: [] },
)

/** Around a lock, to the millisecond, and well before or after it. */
const around = fc.constantFrom(-72 * HOUR, -HOUR, -1, 0, 1, HOUR, 48 * HOUR)
const action = <T extends What>(arbitrary: fc.Arbitrary<T>, weight: number) => ({
  weight,
  arbitrary: arbitrary as fc.Arbitrary<What>,
})
const is = <T extends string>(value: T) => fc.constant(value)

const what: fc.Arbitrary<What> = fc.oneof(
  action(fc.record({ do: is('pick'), entry, week, team }), 26),
  action(fc.record({ do: is('change'), entry, week, team }), 5),
  action(fc.record({ do: is('clear'), entry, week }), 5),
  action(fc.record({ do: is('sync'), week, rows }), 18),
  action(fc.record({ do: is('nothing') }), 6),
  action(fc.record({ do: is('enter'), owner: fc.nat({ max: 5 }), name }), 5),
  action(fc.record({ do: is('rename'), entry, name }), 3),
  action(fc.record({ do: is('delete entry'), entry }), 1),
  action(fc.record({ do: is('remove entry'), entry }), 1),
  action(fc.record({ do: is('judge'), entry, out: fc.boolean() }), 7),
  action(fc.record({ do: is('override'), entry, week, team, reason: fc.boolean() }), 6),
  action(fc.record({ do: is('remove pick'), entry, week }), 3),
  action(
    fc.record({ do: is('add week'), season: fc.constantFrom(2025, 2025, 2025, 2026), number: fc.integer({ min: 1, max: 4 }) }),
    5,
  ),
  action(fc.record({ do: is('delete week'), week }), 2),
  action(fc.record({ do: is('set current'), week }), 3),
  action(fc.record({ do: is('set lock'), week, after: fc.oneof(around, is('auto')) }), 6),
  action(
    fc.record({
      do: is('set ineligible'),
      week,
      teams: fc.array(fc.oneof({ weight: 9, arbitrary: knownTeam }, { weight: 1, arbitrary: fc.constantFrom('was', 'XXX') }), {
        maxLength: 4,
      }),
    }),
    4,
  ),
  action(fc.record({ do: is('finalize'), week }), 4),
  action(fc.record({ do: is('random scores'), week }), 2),
  action(fc.record({ do: is('random picks'), week, overwrite: fc.boolean() }), 3),
  action(fc.record({ do: is('site time'), week, after: around, running: fc.boolean() }), 4),
  action(fc.record({ do: is('real time') }), 3),
  action(fc.record({ do: is('rules'), change: ruleChange }), 3),
  action(fc.record({ do: is('register') }), 1),
  action(fc.record({ do: is('create user') }), 1),
  action(fc.record({ do: is('delete user'), user: fc.nat({ max: 5 }) }), 1),
  action(fc.record({ do: fc.constantFrom('purge users' as const, 'purge weeks' as const) }), 1),
)

const wait: fc.Arbitrary<Wait> = fc.oneof(
  { weight: 24, arbitrary: is('none') },
  { weight: 3, arbitrary: is('hour') },
  { weight: 2, arbitrary: is('day') },
  { weight: 1, arbitrary: is('days') },
  { weight: 2, arbitrary: is('just before a lock') },
  { weight: 2, arbitrary: is('a lock') },
)

const who: fc.Arbitrary<WhoChoice> = fc.oneof(
  { weight: 40, arbitrary: is('fit') },
  { weight: 2, arbitrary: fc.constantFrom('admin', 'another', 'visitor', 'system') },
)

/** Rules to start with, and what happens then. */
export const seasons: fc.Arbitrary<{ readonly rules: Partial<Rules>; readonly steps: readonly Step[] }> = fc.record({
  rules: ruleChange,
  steps: fc.array(fc.record({ wait, who, what }), { minLength: 1, maxLength: 60, size: 'max' }),
})
