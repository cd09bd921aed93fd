import type { CallInput } from '@outlast/contract'
import type { RulesInfo } from '@outlast/contract/live'
import { PRESET_RULES, type RulePreset } from '@outlast/domain/rules'
import { parseWholeNumber } from '../../../lib/numbers.ts'

/** The rules as the texts of their controls. */
export interface RuleValues {
  readonly missed_pick: string
  readonly team_lock: string
  readonly lives: string
  /** The steps of automatic picks in their order, joined by commas. */
  readonly auto_pick: string
  readonly max_auto_picks: string
  /** `yes` or `no`. */
  readonly buyback: string
  readonly buyback_until: string
  readonly buyback_max: string
  readonly buyback_fee: string
  readonly late_entries: string
  readonly max_entries: string
  readonly entry_fee: string
  readonly currency: string
  readonly club_share: string
  readonly unpaid_after: string
  /** `yes` or `no`. */
  readonly pot_public: string
}
export type RuleKey = keyof RuleValues

/** What the buyback's controls show before there is one. */
const NEW_BUYBACK = { until_week: 4, max_per_entry: 1, fee_cents: 0 }

/** Returns the controls' texts for the rules of the pool. */
export function valuesOf(rules: RulesInfo): RuleValues {
  const buyback = rules.buyback ?? NEW_BUYBACK
  return {
    missed_pick: rules.missed_pick,
    team_lock: rules.team_lock,
    lives: String(rules.lives),
    auto_pick: rules.auto_pick.join(','),
    max_auto_picks: String(rules.max_auto_picks),
    buyback: rules.buyback === null ? 'no' : 'yes',
    buyback_until: String(buyback.until_week),
    buyback_max: String(buyback.max_per_entry),
    buyback_fee: formatCents(buyback.fee_cents),
    late_entries: rules.late_entries,
    max_entries: textOf(rules.max_entries_per_member),
    entry_fee: rules.entry_fee_cents === null ? '' : formatCents(rules.entry_fee_cents),
    currency: rules.currency ?? '',
    club_share: textOf(rules.club_share_percent),
    unpaid_after: textOf(rules.unpaid_after_week),
    pot_public: rules.pot_public ? 'yes' : 'no',
  }
}

const textOf = (value: number | null): string => (value === null ? '' : String(value))
const formatCents = (cents: number): string => (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2))

/** Reads an amount such as `25` or `12.50` as cents; undefined for any other text. */
export function parseCents(text: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/** Returns the values that a preset sets. */
export function presetValues(preset: Exclude<RulePreset, 'custom'>): Partial<RuleValues> {
  const { missedPick, teamLock, lives, autoPick, maxAutoPicks, buyback } = PRESET_RULES[preset]
  const buybackValues =
    buyback === null
      ? { buyback: 'no' }
      : { buyback: 'yes', buyback_until: String(buyback.untilWeek), buyback_max: String(buyback.maxPerEntry) }
  return {
    missed_pick: missedPick,
    team_lock: teamLock,
    lives: String(lives),
    auto_pick: autoPick.join(','),
    max_auto_picks: String(maxAutoPicks),
    ...buybackValues,
  }
}

const PRESET_KEYS: ReadonlySet<RuleKey> = new Set([
  'missed_pick',
  'team_lock',
  'lives',
  'auto_pick',
  'max_auto_picks',
  'buyback',
  'buyback_until',
  'buyback_max',
])

/** Whether a rule belongs to the presets. */
export const isPresetKey = (key: RuleKey): boolean => PRESET_KEYS.has(key)

const NAMED = Object.keys(PRESET_RULES) as (keyof typeof PRESET_RULES)[]

/** Returns the preset whose rules these are, or `custom`. */
export function presetOf(values: RuleValues): RulePreset {
  const matches = (preset: keyof typeof PRESET_RULES) =>
    Object.entries(presetValues(preset)).every(([key, value]) => values[key as RuleKey] === value)
  return NAMED.find(matches) ?? 'custom'
}

const whole = (text: string): number | null => parseWholeNumber(text) ?? null

export type RulesChange = CallInput<'updateRules'>['body']

/** Returns the request that changes the given rules to these values. The server validates it. */
export function changeOf(values: RuleValues, edited: readonly RuleKey[], preset: RulePreset | undefined): RulesChange {
  const is = (...keys: readonly RuleKey[]) => keys.some((key) => edited.includes(key))
  return {
    ...(preset === undefined ? {} : { preset }),
    ...(is('missed_pick') ? { missed_pick: values.missed_pick } : {}),
    ...(is('team_lock') ? { team_lock: values.team_lock } : {}),
    ...(is('lives') ? { lives: whole(values.lives) } : {}),
    ...(is('auto_pick') ? { auto_pick: values.auto_pick.split(',').filter((step) => step !== '') } : {}),
    ...(is('max_auto_picks') ? { max_auto_picks: whole(values.max_auto_picks) } : {}),
    ...(is('buyback', 'buyback_until', 'buyback_max', 'buyback_fee') ? { buyback: buybackOf(values) } : {}),
    ...(is('late_entries') ? { late_entries: values.late_entries } : {}),
    ...(is('max_entries') ? { max_entries_per_member: whole(values.max_entries) } : {}),
    ...(is('entry_fee') ? { entry_fee_cents: parseCents(values.entry_fee) ?? null } : {}),
    ...(is('currency') ? { currency: values.currency.trim().toUpperCase() || null } : {}),
    ...(is('club_share') ? { club_share_percent: whole(values.club_share) } : {}),
    ...(is('unpaid_after') ? { unpaid_after_week: whole(values.unpaid_after) } : {}),
    ...(is('pot_public') ? { pot_public: values.pot_public === 'yes' } : {}),
  } as RulesChange
}

function buybackOf(values: RuleValues) {
  if (values.buyback === 'no') return null
  return {
    until_week: whole(values.buyback_until),
    max_per_entry: whole(values.buyback_max),
    fee_cents: parseCents(values.buyback_fee) ?? 0,
  }
}
