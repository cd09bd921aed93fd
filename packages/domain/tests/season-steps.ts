import fc from 'fast-check'
import type { FeedRow, Rules } from './oracle.ts'

/**
 * A step of a random season. Its numbers are indexes into what exists when the step is taken (modulo the length), so that any part of a
 * sequence is valid and failing sequences shrink well.
 */
export interface Step {
  readonly wait: Wait
  readonly actor: ActorChoice
  readonly action: StepAction
}

/** How far real time advances before the step. Lock means the next lock after site time. */
export type Wait = 'none' | 'hour' | 'day' | 'days' | 'just before a lock' | 'a lock'
/** `authorized`: the entry's owner, or the admin for an admin's command. */
export type ActorChoice = 'authorized' | 'admin' | 'another' | 'visitor' | 'system'

export interface FeedRowChoice {
  readonly game: number
  readonly status: FeedRow['status']
  readonly home: number | null
  readonly away: number | null
  readonly kickoff: number
  readonly known: boolean
}

export type StepAction =
  | { readonly do: 'register' | 'create user' | 'real time' | 'purge users' | 'purge weeks' | 'nothing' }
  | { readonly do: 'delete user'; readonly user: number }
  | { readonly do: 'create entry'; readonly owner: number; readonly name: string }
  | { readonly do: 'rename'; readonly entry: number; readonly name: string }
  | { readonly do: 'delete entry' | 'remove entry'; readonly entry: number }
  | { readonly do: 'set eliminated'; readonly entry: number; readonly out: boolean }
  | { readonly do: 'pick' | 'change'; readonly entry: number; readonly week: number; readonly team: string }
  | { readonly do: 'clear' | 'remove pick'; readonly entry: number; readonly week: number }
  | { readonly do: 'override'; readonly entry: number; readonly week: number; readonly team: string; readonly reason: boolean }
  | { readonly do: 'rank'; readonly entry: number; readonly teams: readonly string[] }
  | { readonly do: 'ask buyback'; readonly entry: number }
  | { readonly do: 'answer buyback'; readonly entry: number; readonly confirm: boolean }
  | { readonly do: 'pay'; readonly entry: number; readonly paid: boolean }
  | { readonly do: 'add week'; readonly season: number; readonly number: number }
  | { readonly do: 'delete week' | 'set current' | 'finalize' | 'random scores'; readonly week: number }
  | { readonly do: 'random picks'; readonly week: number; readonly overwrite: boolean }
  | { readonly do: 'set lock'; readonly week: number; readonly after: number | 'auto' }
  | { readonly do: 'set ineligible'; readonly week: number; readonly teams: readonly string[] }
  | { readonly do: 'sync'; readonly week: number; readonly rows: readonly FeedRowChoice[] }
  | { readonly do: 'site time'; readonly week: number; readonly after: number; readonly running: boolean }
  | { readonly do: 'rules'; readonly change: Partial<Rules> }
  | { readonly do: 'start season'; readonly season: number }
  | { readonly do: 'renew' | 'renew by admin'; readonly entry: number }

const HOUR = 3_600_000

/** Eight teams with three games a week, so that two teams have a bye. */
export const SOME_TEAMS = ['BUF', 'MIA', 'KC', 'LAC', 'GB', 'DET', 'SF', 'WSH'] as const

const index = fc.nat({ max: 11 })
const entry = index
const week = index
const knownTeam = fc.constantFrom(...SOME_TEAMS)
const team = fc.oneof(
  { weight: 20, arbitrary: knownTeam },
  { weight: 2, arbitrary: fc.constant('held') },
  { weight: 1, arbitrary: fc.constantFrom('was', ' buf ', 'XXX') },
)
const name = fc.constantFrom('A', 'a', 'B', 'entry 0', 'ENTRY 1', 'Entry 2')
const score = fc.oneof({ weight: 12, arbitrary: fc.nat({ max: 3 }) }, { weight: 1, arbitrary: fc.constant(null) })

const feedRow: fc.Arbitrary<FeedRowChoice> = fc.record({
  game: fc.nat({ max: 2 }),
  status: fc.constantFrom('scheduled', 'in_progress', 'final', 'final', 'final', 'cancelled', 'postponed'),
  home: score,
  away: score,
  kickoff: fc.nat({ max: 4 }),
  known: fc.constantFrom(true, true, true, false),
})
const finals = fc
  .tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 }), fc.nat({ max: 3 }))
  .map((homes): readonly FeedRowChoice[] =>
    homes.map((home, game) => ({ game, status: 'final', home, away: 1, kickoff: 1, known: true })),
  )
const schedule = fc
  .nat({ max: 4 })
  .map((kickoff): readonly FeedRowChoice[] =>
    [0, 1, 2].map((game) => ({ game, status: 'scheduled', home: null, away: null, kickoff, known: true })),
  )
const rows = fc.oneof(
  { weight: 4, arbitrary: finals },
  { weight: 2, arbitrary: schedule },
  { weight: 4, arbitrary: fc.array(feedRow, { maxLength: 4 }) },
)

const buyback = fc.record({
  untilWeek: fc.integer({ min: 1, max: 4 }),
  maxPerEntry: fc.integer({ min: 1, max: 2 }),
  feeCents: fc.constant(0),
})
const ruleChange: fc.Arbitrary<Partial<Rules>> = fc.record(
  {
    missedPick: fc.constantFrom('survives', 'eliminated', 'auto'),
    teamLock: fc.constantFrom('week', 'kickoff'),
    maxEntries: fc.constantFrom(null, 1, 2, 3),
    lateEntries: fc.constantFrom('allowed', 'closed'),
    lives: fc.constantFrom(1, 1, 2, 3),
    autoPick: fc.subarray(['my_list', 'most_picked', 'last_visitor', 'alphabetical'] as const).map((steps) => steps.toReversed()),
    maxAutoPicks: fc.nat({ max: 4 }),
    buyback: fc.option(buyback),
    unpaidAfterWeek: fc.constantFrom(null, null, null, 1, 2),
  },
  { requiredKeys: [] },
)

/** Rules under which entries fall, get automatic picks and buy back in more often. */
const eventfulRules: fc.Arbitrary<Partial<Rules>> = fc.record({
  missedPick: fc.constantFrom('auto', 'auto', 'eliminated'),
  lives: fc.constantFrom(1, 1, 2),
  autoPick: fc.shuffledSubarray(['my_list', 'most_picked', 'last_visitor', 'alphabetical'] as const, { minLength: 1 }),
  maxAutoPicks: fc.integer({ min: 1, max: 4 }),
  buyback,
})

/** Offsets around a lock, to the millisecond, and well before and after it. */
const offsetFromLock = fc.constantFrom(-72 * HOUR, -HOUR, -1, 0, 1, HOUR, 48 * HOUR)
const weighted = <T extends StepAction>(arbitrary: fc.Arbitrary<T>, weight: number) => ({
  weight,
  arbitrary: arbitrary as fc.Arbitrary<StepAction>,
})
const constant = <T extends string>(value: T) => fc.constant(value)

const action: fc.Arbitrary<StepAction> = fc.oneof(
  weighted(fc.record({ do: constant('pick'), entry, week, team }), 26),
  weighted(fc.record({ do: constant('change'), entry, week, team }), 5),
  weighted(fc.record({ do: constant('clear'), entry, week }), 5),
  weighted(fc.record({ do: constant('sync'), week, rows }), 18),
  weighted(fc.record({ do: constant('nothing') }), 6),
  weighted(fc.record({ do: constant('create entry'), owner: fc.nat({ max: 5 }), name }), 5),
  weighted(fc.record({ do: constant('rename'), entry, name }), 3),
  weighted(fc.record({ do: constant('delete entry'), entry }), 1),
  weighted(fc.record({ do: constant('remove entry'), entry }), 1),
  weighted(fc.record({ do: constant('set eliminated'), entry, out: fc.boolean() }), 7),
  weighted(fc.record({ do: constant('override'), entry, week, team: fc.oneof(team, constant('held')), reason: fc.boolean() }), 8),
  weighted(fc.record({ do: constant('remove pick'), entry, week }), 3),
  weighted(fc.record({ do: constant('rank'), entry, teams: fc.array(team, { maxLength: 5 }) }), 9),
  weighted(fc.record({ do: constant('ask buyback'), entry }), 8),
  weighted(fc.record({ do: constant('answer buyback'), entry, confirm: fc.boolean() }), 10),
  weighted(fc.record({ do: constant('pay'), entry, paid: fc.boolean() }), 6),
  weighted(
    fc.record({
      do: constant('add week'),
      season: fc.constantFrom(2025, 2025, 2025, 2026),
      number: fc.integer({ min: 1, max: 4 }),
    }),
    5,
  ),
  weighted(fc.record({ do: constant('delete week'), week }), 2),
  weighted(fc.record({ do: constant('set current'), week }), 3),
  weighted(fc.record({ do: constant('set lock'), week, after: fc.oneof(offsetFromLock, constant('auto')) }), 6),
  weighted(
    fc.record({
      do: constant('set ineligible'),
      week,
      teams: fc.array(fc.oneof({ weight: 9, arbitrary: knownTeam }, { weight: 1, arbitrary: fc.constantFrom('was', 'XXX') }), {
        maxLength: 4,
      }),
    }),
    4,
  ),
  weighted(fc.record({ do: constant('finalize'), week }), 4),
  weighted(fc.record({ do: constant('random scores'), week }), 2),
  weighted(fc.record({ do: constant('random picks'), week, overwrite: fc.boolean() }), 3),
  weighted(fc.record({ do: constant('site time'), week, after: offsetFromLock, running: fc.boolean() }), 4),
  weighted(fc.record({ do: constant('real time') }), 3),
  weighted(fc.record({ do: constant('rules'), change: ruleChange }), 3),
  weighted(fc.record({ do: constant('start season'), season: fc.constantFrom(2025, 2026, 2026, 2026, 2027) }), 3),
  weighted(fc.record({ do: fc.constantFrom('renew' as const, 'renew' as const, 'renew by admin' as const), entry }), 10),
  weighted(fc.record({ do: constant('register') }), 1),
  weighted(fc.record({ do: constant('create user') }), 1),
  weighted(fc.record({ do: constant('delete user'), user: fc.nat({ max: 5 }) }), 1),
  weighted(fc.record({ do: fc.constantFrom('purge users' as const, 'purge weeks' as const) }), 1),
)

const wait: fc.Arbitrary<Wait> = fc.oneof(
  { weight: 24, arbitrary: constant('none') },
  { weight: 3, arbitrary: constant('hour') },
  { weight: 2, arbitrary: constant('day') },
  { weight: 1, arbitrary: constant('days') },
  { weight: 2, arbitrary: constant('just before a lock') },
  { weight: 2, arbitrary: constant('a lock') },
)

const actor: fc.Arbitrary<ActorChoice> = fc.oneof(
  { weight: 40, arbitrary: constant('authorized') },
  { weight: 2, arbitrary: fc.constantFrom('admin', 'another', 'visitor', 'system') },
)

/** The initial rules and the steps of a random season. */
export const seasons: fc.Arbitrary<{ readonly rules: Partial<Rules>; readonly steps: readonly Step[] }> = fc.record({
  rules: fc.oneof(ruleChange, eventfulRules),
  steps: fc.array(fc.record({ wait, actor, action }), { minLength: 1, maxLength: 60, size: 'max' }),
})
