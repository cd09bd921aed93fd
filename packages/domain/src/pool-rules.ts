/** How an automatic pick chooses its team (docs/rules.md §14.2). */
export const AUTO_PICK_STEPS = ['my_list', 'most_picked', 'last_visitor', 'alphabetical'] as const
export type AutoPickStep = (typeof AUTO_PICK_STEPS)[number]

/** When an entry that is out may buy back in (docs/rules.md §14.3). */
export interface BuybackRule {
  /** The last week whose losses can be bought back. */
  readonly untilWeek: number
  /** How often an entry can buy back in a season. */
  readonly maxPerEntry: number
  readonly feeCents: number
}

/** Named sets of rules. `custom`: rules that match no preset. */
export const RULE_PRESETS = ['specification', 'classic', 'second_chance', 'never_forget', 'custom'] as const
export type RulePreset = (typeof RULE_PRESETS)[number]

/** The rules that an admin can choose until the season's first lock (docs/rules.md §7). */
export interface PoolRules {
  /**
   * What happens to an entry without a pick: nothing, a loss once every game of the week is final, or an automatic pick at the
   * lock, and a loss only when there is none.
   */
  readonly missedPick: 'survives' | 'eliminated' | 'auto'
  /** `week`: only the week's lock closes picks. `kickoff`: a team whose game has kicked off can be neither picked nor given up. */
  readonly teamLock: 'week' | 'kickoff'
  /** Null: no limit. */
  readonly maxEntriesPerMember: number | null
  /** Whether members may create entries after Week 1 has locked. */
  readonly lateEntries: 'allowed' | 'closed'
  /** The number of losses that put an entry out, 1 to 3. */
  readonly lives: number
  /** How an automatic pick is chosen: the first step that has an eligible team decides. */
  readonly autoPick: readonly AutoPickStep[]
  /** The most automatic picks that an entry gets in a season. */
  readonly maxAutoPicks: number
  readonly buyback: BuybackRule | null
  readonly entryFeeCents: number | null
  /** ISO 4217. */
  readonly currency: string | null
  /** What the club keeps of the fees. */
  readonly clubSharePercent: number | null
  /** After this week, an unpaid entry cannot pick. */
  readonly unpaidAfterWeek: number | null
  /** Whether everybody sees the pot. */
  readonly potPublic: boolean
  readonly preset: RulePreset
}

export const DEFAULT_RULES: PoolRules = {
  missedPick: 'survives',
  teamLock: 'week',
  maxEntriesPerMember: null,
  lateEntries: 'allowed',
  lives: 1,
  autoPick: ['my_list', 'most_picked', 'alphabetical'],
  maxAutoPicks: 3,
  buyback: null,
  entryFeeCents: null,
  currency: null,
  clubSharePercent: null,
  unpaidAfterWeek: null,
  potPublic: false,
  preset: 'specification',
}

type PresetRules = Pick<PoolRules, 'missedPick' | 'teamLock' | 'lives' | 'autoPick' | 'maxAutoPicks' | 'buyback'>

const SPECIFICATION: PresetRules = {
  missedPick: DEFAULT_RULES.missedPick,
  teamLock: DEFAULT_RULES.teamLock,
  lives: DEFAULT_RULES.lives,
  autoPick: DEFAULT_RULES.autoPick,
  maxAutoPicks: DEFAULT_RULES.maxAutoPicks,
  buyback: DEFAULT_RULES.buyback,
}
const CLASSIC: PresetRules = { ...SPECIFICATION, missedPick: 'eliminated', teamLock: 'kickoff' }

/** The rules that each preset sets. The others keep their values (docs/rules.md §14.4). */
export const PRESET_RULES: { readonly [P in Exclude<RulePreset, 'custom'>]: PresetRules } = {
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
  const base = change.preset === undefined || change.preset === 'custom' ? {} : PRESET_RULES[change.preset]
  const changed = { ...rules, ...base, ...change }
  return { ...changed, preset: matchesPreset(changed, preset) ? preset : 'custom' }
}

/** Compares the rules of a preset. The fee of a buyback belongs to the pool and not to the preset. */
function matchesPreset(rules: PoolRules, preset: RulePreset): boolean {
  if (preset === 'custom') return true
  const expected = PRESET_RULES[preset]
  return (Object.keys(expected) as (keyof PresetRules)[]).every((rule) => comparable(rules[rule]) === comparable(expected[rule]))
}

function comparable(value: PresetRules[keyof PresetRules]): string {
  return JSON.stringify(value, (key, inner: unknown) => (key === 'feeCents' ? undefined : inner))
}

/** Completes rules that an older version of the code stored: a rule that was added since has its default. */
export function completeRules(stored: Partial<PoolRules>): PoolRules {
  const rules = { ...DEFAULT_RULES, ...stored }
  return stored.preset !== undefined || matchesPreset(rules, rules.preset) ? rules : { ...rules, preset: 'custom' }
}
