import { describe, expect, it } from 'vitest'
import { changedRules, completeRules, DEFAULT_RULES, PRESET_RULES } from './index.ts'

describe('changedRules', () => {
  it('applies the rules of a preset and keeps the pool’s other rules', () => {
    const rules = changedRules({ ...DEFAULT_RULES, entryFeeCents: 2000, lateEntries: 'closed' }, { preset: 'second_chance' })
    expect(rules).toEqual({
      ...DEFAULT_RULES,
      entryFeeCents: 2000,
      lateEntries: 'closed',
      preset: 'second_chance',
      missedPick: 'eliminated',
      teamLock: 'kickoff',
      lives: 2,
      buyback: { untilWeek: 4, maxPerEntry: 1, feeCents: 0 },
    })
  })
  it('returns to the specification’s rules with that preset', () => {
    const changed = changedRules(DEFAULT_RULES, { preset: 'never_forget' })
    expect(changedRules(changed, { preset: 'specification' })).toEqual(DEFAULT_RULES)
  })
  it('calls rules custom as soon as one differs from the preset', () => {
    const classic = changedRules(DEFAULT_RULES, { preset: 'classic' })
    expect(classic.preset).toBe('classic')
    expect(changedRules(classic, { lives: 2 }).preset).toBe('custom')
    expect(changedRules(DEFAULT_RULES, { preset: 'classic', lives: 3 })).toMatchObject({ lives: 3, preset: 'custom' })
    expect(changedRules(classic, { preset: 'custom' }).preset).toBe('custom')
  })
  it('keeps the preset when a rule changes that no preset sets', () => {
    const second = changedRules(DEFAULT_RULES, { preset: 'second_chance' })
    const priced = changedRules(second, { buyback: { untilWeek: 4, maxPerEntry: 1, feeCents: 2500 }, entryFeeCents: 5000 })
    expect(priced.preset).toBe('second_chance')
    expect(changedRules(second, { buyback: { untilWeek: 5, maxPerEntry: 1, feeCents: 0 } }).preset).toBe('custom')
  })
})

describe('completeRules', () => {
  it('gives old rules that differ from the specification the preset custom', () => {
    expect(completeRules({ missedPick: 'survives' }).preset).toBe('specification')
    expect(completeRules({ missedPick: 'eliminated' })).toEqual({ ...DEFAULT_RULES, missedPick: 'eliminated', preset: 'custom' })
    expect(completeRules({ ...PRESET_RULES.classic, preset: 'classic' }).preset).toBe('classic')
  })
})
