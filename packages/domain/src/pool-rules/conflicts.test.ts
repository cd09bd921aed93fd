import { describe, expect, it } from 'vitest'
import { valuesOf } from '../../tests/rule-values.ts'
import {
  changedRules,
  conflictOfChange,
  conflictsOf,
  DEFAULT_RULES,
  POOL_RULES,
  type PoolRules,
  PRESET_RULES,
  RULE_NAMES,
  type RuleName,
} from './index.ts'

/** The rules that do not fit together (docs/rules.md §7.3). */
const CONFLICTS: readonly (readonly [RuleName, RuleName])[] = [
  ['missedPick', 'maxAutoPicks'],
  ['buyback', 'currency'],
  ['entryFeeCents', 'currency'],
  ['lateEntryLosses', 'lives'],
  ['prizes', 'currency'],
]

const PAIRS = RULE_NAMES.flatMap((one, at) => RULE_NAMES.slice(at + 1).map((other) => [one, other] as const))
const withValue = (rules: PoolRules, name: RuleName, value: unknown): PoolRules => ({ ...rules, [name]: value }) as PoolRules
const valuesOfRule = (name: RuleName) => valuesOf(POOL_RULES[name].kind)

/** Rules with every value of two rules beside each other, and the others as given. */
const combined = (one: RuleName, other: RuleName, rules: PoolRules): readonly PoolRules[] =>
  valuesOfRule(one).flatMap((a) => valuesOfRule(other).map((b) => withValue(withValue(rules, one, a), other, b)))

describe('rules that do not fit together', () => {
  it('are the ones that the docs name, among all pairs of rules at all their values', () => {
    const found = new Set<string>()
    for (const [one, other] of PAIRS)
      for (const rules of combined(one, other, { ...DEFAULT_RULES, currency: 'USD', lives: 2 }))
        for (const conflict of conflictsOf(rules)) {
          expect([one, other].toSorted()).toEqual([conflict.rule, conflict.with].toSorted())
          found.add(`${conflict.rule} ${conflict.with}`)
        }
    expect(found).toEqual(new Set(CONFLICTS.map((pair) => pair.join(' '))))
  })

  it.each(RULE_NAMES)('leave each value of the rule %s something that it fits', (name) => {
    for (const value of valuesOfRule(name)) {
      const rules = withValue(DEFAULT_RULES, name, value)
      const fits = RULE_NAMES.filter((other) => other !== name).some((other) =>
        valuesOfRule(other).some((theirs) => conflictsOf(withValue(rules, other, theirs)).length === 0),
      )
      expect([value, fits]).toEqual([value, true])
    }
  })

  it.each(CONFLICTS)('are settled by a change of %s, or of %s', (rule, other) => {
    const unfit = combined(rule, other, DEFAULT_RULES).filter((rules) => conflictsOf(rules).length > 0)
    const settles = (rules: PoolRules, name: RuleName) =>
      valuesOfRule(name).some((value) => conflictsOf(withValue(rules, name, value)).length === 0)
    expect(unfit).not.toEqual([])
    expect(unfit.filter((rules) => !settles(rules, rule) || !settles(rules, other))).toEqual([])
  })

  it('are in no preset and not in the defaults', () => {
    const chosen = [DEFAULT_RULES, ...Object.values(PRESET_RULES).map((preset) => changedRules(DEFAULT_RULES, preset))]
    expect(chosen.flatMap(conflictsOf)).toEqual([])
  })
})

describe('a change of rules', () => {
  const old: PoolRules = { ...DEFAULT_RULES, entryFeeCents: 2500 }

  it('may leave what does not fit as it was, but not name one of the two', () => {
    expect(conflictOfChange(old, { lives: 2 })).toBeUndefined()
    expect(conflictOfChange(old, { entryFeeCents: 3000 })).toMatchObject({ rule: 'entryFeeCents', with: 'currency' })
    expect(conflictOfChange(old, { entryFeeCents: null })).toBeUndefined()
    expect(conflictOfChange(old, { currency: 'EUR' })).toBeUndefined()
  })
  it('counts the rules that its preset sets as named', () => {
    const none: PoolRules = { ...DEFAULT_RULES, maxAutoPicks: 0 }
    expect(conflictOfChange(none, { preset: 'never_forget', maxAutoPicks: 0 })).toMatchObject({ rule: 'missedPick' })
    expect(conflictOfChange(none, { preset: 'never_forget' })).toBeUndefined()
    expect(conflictOfChange(none, { preset: 'custom', missedPick: 'auto' })).toMatchObject({ with: 'maxAutoPicks' })
  })
})
