import { valuesOf } from '../rule-values.ts'
import {
  conflictsOf,
  DEFAULT_RULES,
  POOL_RULES,
  type PoolRules,
  RULE_NAMES,
  type RuleName,
  type RuleShape,
} from '../../src/pool-rules/index.ts'

/** Decides nothing that happens in a history. */
const NAMES = RULE_NAMES.filter((name) => name !== 'potPublic')

/** Counts the values of the rules under which seasons were played, and each two of them that occurred together. */
export class RuleCoverage {
  readonly #values = new Map<string, number>()
  readonly #pairs = new Map<string, number>()

  add(rules: PoolRules): void {
    const values = NAMES.map((name) => labelOf(name, rules[name]))
    for (const [at, value] of values.entries()) {
      increase(this.#values, value)
      for (const other of values.slice(at + 1)) increase(this.#pairs, `${value} + ${other}`)
    }
  }

  missingValues(): readonly string[] {
    return NAMES.flatMap(labelsOf).filter((label) => !this.#values.has(label))
  }

  /** Returns which values of two rules never occurred together, without those that do not fit together. */
  missingPairs(): readonly string[] {
    return this.#expectedPairs().filter((pair) => !this.#pairs.has(pair))
  }

  /** How often each rule had each value, and how many pairs of values occurred. */
  toString(): string {
    const lines = NAMES.map((name) => {
      const counts = labelsOf(name).map((label) => `${label.slice(name.length + 2)} ${this.#values.get(label) ?? 0}`)
      return `${name}: ${counts.join(', ')}`
    })
    const expected = this.#expectedPairs().length
    return [...lines, `pairs of values: ${expected - this.missingPairs().length} of ${expected}`].join('\n')
  }

  #expectedPairs(): readonly string[] {
    return NAMES.flatMap((one, at) => NAMES.slice(at + 1).flatMap((other) => pairsOf(one, other)))
  }
}

const increase = (counts: Map<string, number>, what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)

const labelsOf = (name: RuleName): readonly string[] =>
  kindsOf(POOL_RULES[name].kind, POOL_RULES[name].default).map((kind) => `${name}: ${kind}`)

const labelOf = (name: RuleName, value: unknown): string =>
  `${name}: ${kindOf(POOL_RULES[name].kind, value, POOL_RULES[name].default)}`

/** Returns the pairs of values of two rules that fit together. */
function pairsOf(one: RuleName, other: RuleName): readonly string[] {
  const samplesOf = (name: RuleName, label: string) =>
    valuesOf(POOL_RULES[name].kind).filter((value) => labelOf(name, value) === label)
  const fit = (first: unknown, second: unknown) =>
    conflictsOf({ ...DEFAULT_RULES, currency: 'USD', lives: 2, [one]: first, [other]: second }).length === 0
  return labelsOf(one).flatMap((label) =>
    labelsOf(other).flatMap((otherLabel) => {
      const pairs = samplesOf(one, label).flatMap((a) => samplesOf(other, otherLabel).map((b) => [a, b] as const))
      return pairs.length === 0 || pairs.some(([a, b]) => fit(a, b)) ? `${label} + ${otherLabel}` : []
    }),
  )
}

/** A small range has each of its numbers, a large one the default and the others. */
const MAX_NUMBERS = 3

/** The kinds of values of a rule: every choice, none, a group, the default number or another, and what comes first in an order. */
function kindsOf(shape: RuleShape, standard: unknown): readonly string[] {
  switch (shape.type) {
    case 'choice':
    case 'order':
      return shape.values
    case 'flag':
      return ['false', 'true']
    case 'whole': {
      const numbers = shape.max - shape.min + 1
      if (numbers <= MAX_NUMBERS) return Array.from({ length: numbers }, (_, i) => String(shape.min + i))
      return typeof standard === 'number' ? ['default', 'another'] : ['set']
    }
    case 'optional':
      return ['none', ...kindsOf(shape.of, undefined)]
    case 'named_or':
      return [...shape.values, 'set']
    case 'currency':
    case 'shares':
    case 'time':
    case 'group':
      return ['set']
  }
}

function kindOf(shape: RuleShape, value: unknown, standard: unknown): string {
  const kinds = kindsOf(shape, standard)
  if (value === null) return 'none'
  if (Array.isArray(value)) return String(value[0])
  const named = kinds.find((kind) => kind === value || kind === JSON.stringify(value))
  if (named !== undefined) return named
  if (kinds.includes('default')) return value === standard ? 'default' : 'another'
  return 'set'
}
