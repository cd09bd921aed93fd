import { describe, expect, it } from 'vitest'
import { Random } from '../../tests/histories/random.ts'
import { emptyPool, mainContest, slotCount, weekId } from '../index.ts'
import { unwaivedLosses } from '../standing/standing.ts'
import { TEAMS } from '../values/teams.ts'
import { conflictsOf, DEFAULT_RULES, type PoolRules, RULE_NAMES, type RuleName, type RuleValues } from './index.ts'
import type { Claims } from './rule.ts'
import { saidOf, wordsOf } from './values.ts'

/** Values of each rule that read differently. */
const VALUES: { readonly [K in RuleName]: readonly RuleValues[K][] } = {
  missedPick: ['survives', 'eliminated', 'auto'],
  objective: ['win', 'lose'],
  tie: ['loss', 'survives'],
  cancelledGame: ['survives', 'loss'],
  picksPerWeek: [null, { picks: 2, fromWeek: 1 }, { picks: 2, fromWeek: 12 }, { picks: 3, fromWeek: 18 }],
  slotLoss: ['one', 'each'],
  opponents: ['refused', 'allowed'],
  teamUses: [1, 2, 18],
  teamsFreeAgainIn: [null, 1, 19],
  lock: ['sunday_noon', 'first_kickoff', { day: 'thursday', time: '20:00' }],
  teamLock: ['week', 'kickoff'],
  maxEntriesPerMember: [null, 1, 3],
  lateEntries: ['allowed', 'closed', { untilWeek: 1 }, { untilWeek: 6 }],
  lateEntryLosses: [false, true],
  lives: [1, 2, 3],
  wipeOut: ['share', { reviveAtMost: 1 }, { reviveAtMost: 3 }],
  tiebreak: [['share'], ['margin'], ['fewest_auto'], ['margin', 'fewest_auto', 'share']],
  autoPick: [['my_list'], ['my_list', 'most_picked', 'alphabetical']],
  maxAutoPicks: [0, 1, 3, 18],
  buyback: [null, { untilWeek: 4, maxPerEntry: 1, feeCents: 0 }, { untilWeek: 9, maxPerEntry: 2, feeCents: 1000 }],
  split: [null, { atMost: 2, fromWeek: 10 }, { atMost: 4, fromWeek: 14 }],
  entryFeeCents: [null, 0, 2500],
  currency: [null, 'USD'],
  clubSharePercent: [null, 0, 10],
  prizes: [null, { shares: [100], weeklyCents: 0 }, { shares: [60, 40], weeklyCents: 500 }],
  unpaidAfterWeek: [null, 3],
  potPublic: [false, true],
}

/** What the domain makes of rules, of everything that a sentence can claim. */
function factsOf(rules: PoolRules): Required<Claims> {
  const contestId = mainContest(2026)
  const picksIn = (weekNumber: number) => slotCount({ ...emptyPool(), rules }, { contestId, weekNumber, picks: null })
  const slots = picksIn(22)
  const costOf = (lost: number, missing: number): number => {
    const results = new Map(TEAMS.map(({ abbr }, at) => [abbr, at < lost ? ('loss' as const) : ('win' as const)]))
    const position = 1
    const lock = { lockPosition: position, firstLockPosition: position, playedLockPosition: position }
    const week = { id: weekId(1), weekNumber: 22, slots, results, complete: true, ...lock, agreement: null }
    const season = { contestId, seasonYear: 2026, ...rules, wipeOuts: [], weeks: [week] }
    const teams = TEAMS.slice(0, slots - missing).map(({ abbr }) => abbr)
    const record = { teamsOf: () => teams, hasMissed: () => missing > 0, waivedLosses: [], eliminatedByHandIn: null }
    return unwaivedLosses({ joinedPosition: 0, ...record }, season).length
  }
  const several = Math.min(2, slots)
  const severalText = (cost: number) => (cost > 1 ? 'one life each' : 'one life')
  const { lives, teamUses: uses, wipeOut, tiebreak, missedPick, maxAutoPicks } = rules
  return {
    picks: [picksIn(1), slots],
    uses,
    lives,
    severalLosses: severalText(costOf(several, 0)),
    missing: costOf(0, 1) === 0 ? 'nothing' : 'a life',
    severalMissing: costOf(0, several) === 0 ? 'nothing' : severalText(costOf(0, several)),
    autoPicks: missedPick === 'auto' ? maxAutoPicks : 0,
    revivals: wipeOut === 'share' ? 0 : wipeOut.reviveAtMost,
    together: tiebreak.some((step) => step === 'margin' || (step === 'fewest_auto' && missedPick === 'auto'))
      ? 'tiebreak'
      : 'share',
  }
}

/** The sentences of a rule book that claim something else than the domain does, so that none can contradict another. */
function falseClaims(rules: PoolRules): readonly string[] {
  const facts = factsOf(rules)
  const said = [...saidOf(rules), ...RULE_NAMES.flatMap((name) => wordsOf(name, rules, 'meaning') ?? [])]
  return said.flatMap(({ text, claims }) =>
    (Object.keys(claims) as (keyof Claims)[])
      .filter((about) => JSON.stringify(claims[about]) !== JSON.stringify(facts[about]))
      .map((about) => `${text} – ${about} is ${JSON.stringify(facts[about])} under ${JSON.stringify(rules)}`),
  )
}

const withValue = (rules: PoolRules, name: RuleName, value: unknown): PoolRules => ({ ...rules, [name]: value })

describe('a rule book', () => {
  it('says nothing that another sentence excludes, under any two rules', () => {
    const found = new Set<string>()
    for (const one of RULE_NAMES) {
      for (const value of VALUES[one]) {
        for (const other of RULE_NAMES) {
          for (const another of VALUES[other]) {
            const rules = withValue(withValue(DEFAULT_RULES, one, value), other, another)
            for (const claim of falseClaims(rules)) found.add(claim)
          }
        }
      }
    }
    expect([...found]).toEqual([])
  })

  it('says nothing that another sentence excludes, under 10,000 random combinations', () => {
    const random = new Random(1)
    const seen = { claims: new Set<string>(), fitting: 0 }
    for (let n = 0; n < 10_000; n += 1) {
      const rules = RULE_NAMES.reduce((sum, name) => withValue(sum, name, random.of<unknown>(VALUES[name])), DEFAULT_RULES)
      if (conflictsOf(rules).length === 0) seen.fitting += 1
      for (const { claims } of saidOf(rules)) for (const about of Object.keys(claims)) seen.claims.add(about)
      expect(falseClaims(rules)).toEqual([])
    }
    expect(seen.fitting).toBeGreaterThan(1_000)
    expect([...seen.claims].sort()).toEqual(Object.keys(factsOf(DEFAULT_RULES)).sort())
  })

  it('says each thing once', () => {
    for (const one of RULE_NAMES) {
      for (const value of VALUES[one]) {
        const texts = saidOf(withValue({ ...DEFAULT_RULES, picksPerWeek: { picks: 2, fromWeek: 1 }, lives: 2 }, one, value)).map(
          ({ text }) => text,
        )
        expect(new Set(texts).size).toBe(texts.length)
      }
    }
  })
})
