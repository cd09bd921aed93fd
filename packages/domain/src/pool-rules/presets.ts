import { POOL_RULES } from './list.ts'
import { type ConflictOfRules, conflictsOf, type PoolRules, RULE_NAMES, type RuleValues } from './values.ts'

/** Named sets of rules. `custom`: rules that match no preset. */
export const RULE_PRESETS = ['specification', 'classic', 'second_chance', 'never_forget', 'custom'] as const
export type RulePreset = (typeof RULE_PRESETS)[number]
export type NamedPreset = Exclude<RulePreset, 'custom'>

const defaultsOf = (names: readonly (keyof RuleValues)[]): Partial<RuleValues> =>
  Object.fromEntries(names.map((name) => [name, POOL_RULES[name].default]))

export const DEFAULT_RULES = { ...defaultsOf(RULE_NAMES), preset: 'specification' } as PoolRules

const SPECIFICATION = defaultsOf(RULE_NAMES.filter((name) => POOL_RULES[name].inPresets))
const CLASSIC: Partial<RuleValues> = { ...SPECIFICATION, missedPick: 'eliminated', teamLock: 'kickoff' }

/** The rules that each preset sets. The others keep their values (docs/rules.md §14.4). */
export const PRESET_RULES: { readonly [P in NamedPreset]: Partial<RuleValues> } = {
  specification: SPECIFICATION,
  classic: CLASSIC,
  second_chance: { ...CLASSIC, lives: 2, buyback: { untilWeek: 4, maxPerEntry: 1, feeCents: 0 } },
  never_forget: { ...CLASSIC, missedPick: 'auto' },
}

/**
 * Applies a change of rules. A preset in the change sets its rules first. The resulting preset is `custom` as soon as a rule
 * differs from it.
 */
export function changedRules(rules: PoolRules, change: Partial<PoolRules>): PoolRules {
  const preset = change.preset ?? rules.preset
  const changed = { ...rules, ...withPreset(change) }
  return { ...changed, preset: matchesPreset(changed, preset) ? preset : 'custom' }
}

function withPreset(change: Partial<PoolRules>): Partial<PoolRules> {
  const { preset } = change
  return preset === undefined || preset === 'custom' ? change : { ...PRESET_RULES[preset], ...change }
}

/**
 * Returns the first two rules that would not fit together after a change of rules. A pool that has such rules from an older version can
 * still change its other rules.
 */
export function conflictOfChange(rules: PoolRules, change: Partial<PoolRules>): ConflictOfRules | undefined {
  const named = withPreset(change)
  return conflictsOf(changedRules(rules, change)).find((conflict) => conflict.rule in named || conflict.with in named)
}

/** Compares the rules of a preset. The fee of a buyback belongs to the pool and not to the preset. */
function matchesPreset(rules: RuleValues, preset: RulePreset): boolean {
  if (preset === 'custom') return true
  const expected = PRESET_RULES[preset]
  return RULE_NAMES.every((name) => !(name in expected) || comparable(rules[name]) === comparable(expected[name]))
}

function comparable(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => (key === 'feeCents' ? undefined : inner))
}

/** Returns the preset whose rules these are, or `custom`. */
export function presetOf(rules: RuleValues): RulePreset {
  return RULE_PRESETS.find((preset) => matchesPreset(rules, preset)) ?? 'custom'
}

/** Completes rules that an older version of the code stored: a rule that was added since has its default. */
export function completeRules(stored: Partial<PoolRules>): PoolRules {
  const rules = { ...DEFAULT_RULES, ...stored }
  return stored.preset !== undefined || matchesPreset(rules, rules.preset) ? rules : { ...rules, preset: 'custom' }
}
