import type { CallInput } from '@outlast/contract'
import type { RulesInfo } from '@outlast/contract/live'
import {
  conflictsOf,
  type NamedPreset,
  POOL_RULES,
  type PoolRules,
  PRESET_RULES,
  RULE_NAMES,
  type RuleName,
  type RulePreset,
  type RuleShape,
  toCamelKeys,
  toSnakeKeys,
} from '@outlast/domain/pool-rules'
import { decimalsOf } from '@outlast/domain/rules'
import { parseAmount, parseWholeNumber } from '../../lib/numbers.ts'

/**
 * The texts of all controls. A rule has one, with its name as key. A rule that can be a group of values has `yes` or `other` for the group,
 * and one text for each value with its name after a dot: `buyback.untilWeek`.
 */
export type RuleTexts = Readonly<Record<string, string>>

/** The rule that a control belongs to. */
const ruleOf = (key: string): RuleName | undefined => RULE_NAMES.find((name) => name === key.split('.')[0])

/** The group of values that a rule can be: its fields, what they show before there is one, and the text of the rule's control for it. */
export function groupOf(shape: RuleShape) {
  if ((shape.type !== 'optional' && shape.type !== 'named_or') || shape.of.type !== 'group') return undefined
  const text = shape.type === 'optional' ? 'yes' : 'other'
  return { fields: shape.of.fields, first: shape.first, text }
}

/** Names the rules of the pool as the list of rules does. */
export const rulesOfInfo = (info: RulesInfo): PoolRules => toCamelKeys(info) as PoolRules

/** Returns the controls' texts for values of rules. */
export function textsOf(values: Partial<PoolRules>): RuleTexts {
  const given = RULE_NAMES.filter((name) => values[name] !== undefined)
  const decimals = decimalsOf(values.currency ?? null)
  return Object.fromEntries(given.flatMap((name) => textsOfRule(name, values[name], decimals)))
}

function textsOfRule(name: RuleName, value: unknown, decimals: number): readonly (readonly [string, string])[] {
  const { kind } = POOL_RULES[name]
  const group = groupOf(kind)
  if (group === undefined) return [[name, textOf(kind, value, decimals)]]
  const isGroup = typeof value === 'object' && value !== null
  const values = Object.entries((isGroup ? value : group.first) ?? {})
  const texts = values.flatMap(([part, inner]) => {
    const field = group.fields[part]
    return field === undefined ? [] : [[`${name}.${part}`, textOf(field.kind, inner, decimals)] as const]
  })
  return [[name, isGroup ? group.text : typeof value === 'string' ? value : 'no'], ...texts]
}

function textOf(shape: RuleShape, value: unknown, decimals: number): string {
  if (shape.type === 'optional') return textOf(shape.of, value, decimals)
  if (Array.isArray(value)) return value.join(shape.type === 'shares' ? ', ' : ',')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return isAmountShape(shape) ? formatAmount(value, decimals) : String(value)
  return typeof value === 'string' ? value : ''
}

/** Writes an amount of a currency's smallest unit: 2,500 cents are `25`, 2,500 yen are `2500`. */
function formatAmount(amount: number, decimals: number): string {
  const unit = 10 ** decimals
  return amount % unit === 0 ? String(amount / unit) : (amount / unit).toFixed(decimals)
}

/** The decimals of the currency that the controls name. */
function decimalsIn(texts: RuleTexts): number {
  const code = valueOf(POOL_RULES.currency.kind, texts['currency'] ?? '', 0)
  return decimalsOf(typeof code === 'string' && Intl.supportedValuesOf('currency').includes(code) ? code : null)
}

/** Reads the text of a control; null for an empty text, and for one that is no such value. The server refuses null where a value must be. */
function valueOf(shape: RuleShape, text: string, decimals: number): unknown {
  switch (shape.type) {
    case 'choice':
      return text
    case 'whole':
      return (isAmountShape(shape) ? parseAmount(text, decimals) : parseWholeNumber(text)) ?? null
    case 'flag':
      return text === 'yes'
    case 'currency':
      return text.trim().toUpperCase() || null
    case 'order':
      return stepsOf(text)
    case 'shares':
      return sharesOf(text)
    case 'time':
      return text.trim() || null
    case 'group':
      return null
    case 'named_or':
      return text
    case 'optional':
      return valueOf(shape.of, text, decimals)
  }
}

/** The chosen steps of an ordered list. */
export const stepsOf = (text: string): readonly string[] => text.split(',').filter((step) => step !== '')

/** Reads percents that are separated by commas or blanks; null if one of them is no whole number. */
function sharesOf(text: string): readonly number[] | null {
  const shares = text.split(/[\s,;/%]+/u).filter((part) => part !== '')
  const numbers = shares.map(parseWholeNumber).filter((share) => share !== undefined)
  return numbers.length === shares.length ? numbers : null
}

/** Reads the texts of a rule's controls. An amount that is part of a group is free while its field is empty. */
function valueOfRule(name: RuleName, texts: RuleTexts): unknown {
  const { kind } = POOL_RULES[name]
  const group = groupOf(kind)
  const decimals = decimalsIn(texts)
  if (group === undefined) return valueOf(kind, texts[name] ?? '', decimals)
  if (texts[name] !== group.text) return kind.type === 'named_or' ? (texts[name] ?? '') : null
  const values = Object.entries(group.fields).map(([part, field]) => {
    return [
      part,
      valueOf(field.kind, texts[`${name}.${part}`] ?? '', decimals) ?? (isAmountShape(field.kind) ? 0 : null),
    ] as const
  })
  return Object.fromEntries(values)
}

/** Reads the texts of all controls for the sentences about them. While a text is no value, a number counts as 0 and a currency as none. */
export function rulesOf(texts: RuleTexts): PoolRules {
  const values = RULE_NAMES.map((name) => [name, legible(POOL_RULES[name].kind, valueOfRule(name, texts))] as const)
  const rules: unknown = { ...Object.fromEntries(values), preset: 'custom' }
  return rules as PoolRules
}

function legible(shape: RuleShape, value: unknown): unknown {
  if (shape.type === 'whole') return value ?? 0
  if (shape.type === 'currency') return Intl.supportedValuesOf('currency').includes(String(value)) ? value : null
  if (shape.type === 'optional') return value === null ? null : legible(shape.of, value)
  if (shape.type === 'named_or') return typeof value === 'string' ? value : legible(shape.of, value)
  if (shape.type === 'time') return value ?? ''
  if (shape.type === 'shares') return value ?? []
  if (shape.type !== 'group' || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([part, inner]) => [part, shape.fields[part] && legible(shape.fields[part].kind, inner)]),
  )
}

/** Returns the texts that a preset sets. An amount belongs to the pool and not to the preset. */
export function presetTexts(preset: NamedPreset): RuleTexts {
  return Object.fromEntries(Object.entries(textsOf(PRESET_RULES[preset])).filter(([key]) => !isAmount(key)))
}

function isAmount(key: string): boolean {
  const name = ruleOf(key)
  const field = name === undefined ? undefined : groupOf(POOL_RULES[name].kind)?.fields[key.split('.')[1] ?? '']
  return field !== undefined && isAmountShape(field.kind)
}

/** Whether a rule is an amount, or has one. */
function hasAmount(name: RuleName): boolean {
  const { kind } = POOL_RULES[name]
  const group = groupOf(kind)
  const shapes = group === undefined ? [kind] : Object.values(group.fields).map((field) => field.kind)
  return shapes.some((shape) => isAmountShape(shape.type === 'optional' ? shape.of : shape))
}

const isAmountShape = (shape: RuleShape): boolean => shape.type === 'whole' && shape.is === 'cents'

/**
 * Says what is wrong with the amounts: a fee or prize is a number with no more decimals than its currency has. Undefined if nothing is wrong.
 */
export function amountProblem(texts: RuleTexts): string | undefined {
  const parts = [
    ['buyback', 'buyback.feeCents'],
    ['prizes', 'prizes.weeklyCents'],
  ] as const
  const keys = ['entryFeeCents', ...parts.filter(([name]) => texts[name] === 'yes').map(([, key]) => key)]
  const decimals = decimalsIn(texts)
  const wrong = keys.find((key) => {
    const text = texts[key] ?? ''
    return text !== '' && Number(text.replace(',', '.')) !== 0 && parseAmount(text, decimals) === undefined
  })
  if (wrong === undefined) return undefined
  const amount = wrong === 'prizes.weeklyCents' ? 'weekly prize' : 'fee'
  return decimals === 0
    ? `This currency has no decimals: give the ${amount} as a whole number`
    : `Give the ${amount} as an amount, like 25 or 12.50`
}

/** Says which other rule does not fit this one, and why. */
export function conflictOf(name: RuleName, rules: PoolRules): string | undefined {
  return conflictsOf(rules).find(({ rule }) => rule === name)?.because
}

/** The first two rules that would not fit together once the given controls' rules change to these texts. */
export function conflictIn(texts: RuleTexts, edited: readonly string[]): string | undefined {
  const names = new Set(edited.map(ruleOf))
  return conflictsOf(rulesOf(texts)).find((conflict) => names.has(conflict.rule) || names.has(conflict.with))?.because
}

/** Whether a control's value belongs to the presets. */
export function isPresetKey(key: string): boolean {
  const name = ruleOf(key)
  return name !== undefined && POOL_RULES[name].inPresets && !isAmount(key)
}

export type RulesChange = CallInput<'updateRules'>['body']

/** Returns the request that changes the rules of the given controls to these texts. The server validates it. */
export function changeOf(texts: RuleTexts, edited: readonly string[], preset: RulePreset | undefined): RulesChange {
  const names = new Set(edited.map(ruleOf))
  // Amounts are sent in the currency's smallest unit, so the same text is another number in another currency.
  if (names.has('currency'))
    for (const name of RULE_NAMES.filter(hasAmount)) if (texts[name] !== '' && texts[name] !== 'no') names.add(name)
  const values = RULE_NAMES.filter((name) => names.has(name)).map((name) => [name, valueOfRule(name, texts)] as const)
  return toSnakeKeys({ ...(preset === undefined ? {} : { preset }), ...Object.fromEntries(values) }) as RulesChange
}
