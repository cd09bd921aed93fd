import {
  countsAsUnder,
  currentRound,
  describeRules,
  POOL_RULES,
  type PoolRules,
  type PoolState,
  RULE_NAMES,
  RULE_PRESETS,
  type RuleShape,
  snakeCase,
  toCamelKeys,
  toSnakeKeys,
} from '@outlast/domain'
import * as z from 'zod'
import { wholeNumber } from '../fields/numbers.ts'
import { count, countsAs, countsAsField, season } from '../fields/responses.ts'

// The rules of a pool on the wire. All of it is mapped from the domain's list of rules, so a new rule needs nothing here.

/** `maxAutoPicks` as `max_auto_picks`. */
type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : S
/** A rule's value as JSON, with names in snake case. */
type Wire<V> = V extends readonly (infer Item)[]
  ? Item[]
  : V extends object
    ? { [K in keyof V & string as Snake<K>]: Wire<V[K]> }
    : V
type RuleFields = Wire<PoolRules>

type Fields = Readonly<Record<string, { readonly kind: RuleShape }>>

function mapFields<S>(fields: Fields, schemaOf: (shape: RuleShape) => S): Record<string, S> {
  return Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [snakeCase(name), schemaOf(kind)]))
}

/** The schema of a rule's value in a response. */
function responseSchema(shape: RuleShape): z.ZodType {
  switch (shape.type) {
    case 'choice':
      return z.enum(shape.values)
    case 'whole':
      return { number: z.int(), count, week: z.int().min(1).max(22), cents: count }[shape.is]
    case 'flag':
      return z.boolean()
    case 'currency':
      return z.string()
    case 'order':
      return z.array(z.enum(shape.values))
    case 'shares':
      return z.array(count)
    case 'group':
      return z.strictObject(mapFields(shape.fields, responseSchema))
    case 'time':
      return z.string()
    case 'optional':
      return responseSchema(shape.of).nullable()
    case 'named_or':
      return z.union([z.enum(shape.values), responseSchema(shape.of)])
  }
}

/** All of something, in percent. */
const WHOLE = 100

/** The schema of what an admin may send for a rule. */
function inputSchema(shape: RuleShape): z.ZodType {
  switch (shape.type) {
    case 'whole':
      return wholeNumber(shape.name, shape.min, shape.max)
    case 'currency':
      return z.string().refine((code) => Intl.supportedValuesOf('currency').includes(code), {
        error: 'Give a currency by its three letters, like USD',
      })
    case 'order':
      return z
        .array(z.enum(shape.values))
        .min(1, `${shape.name} need at least one step`)
        .refine((steps) => new Set(steps).size === steps.length, { error: 'A step can be in the list only once' })
    case 'shares':
      return z
        .array(wholeNumber(`${shape.name} of places`, 1, WHOLE), { error: `${shape.name} need a list of whole percents` })
        .max(shape.most, `${shape.name} are for ${shape.most} places at most`)
        .refine((shares) => shares.reduce((sum, share) => sum + share, 0) === WHOLE, {
          error: `${shape.name} need percents that add up to ${WHOLE}`,
        })
    case 'group':
      return z.object(mapFields(shape.fields, inputSchema))
    case 'time':
      return z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/u, { error: `${shape.name} must be a time of day, like 20:15` })
    case 'optional':
      return inputSchema(shape.of).nullable()
    case 'named_or':
      return z.union([z.enum(shape.values), inputSchema(shape.of)])
    case 'choice':
    case 'flag':
      return responseSchema(shape)
  }
}

const FIELDS: Fields = { ...POOL_RULES, preset: { kind: { type: 'choice', values: RULE_PRESETS } } }

/** The rules as fields of a response. */
export const ruleFields = mapFields(FIELDS, responseSchema) as {
  readonly [F in keyof RuleFields]: z.ZodType<RuleFields[F], RuleFields[F]>
}

/** The rules as fields of a response, and what follows from all of them. `counts_as`: as in a game. */
export const allRuleFields = { ...ruleFields, counts_as: countsAs.optional() }

/** What an admin may send for each rule. */
const ruleInputs = mapFields(FIELDS, (shape) => inputSchema(shape).optional()) as {
  readonly [F in keyof RuleFields]: z.ZodOptional<z.ZodType<RuleFields[F], RuleFields[F]>>
}

/** Changes the given rules and keeps the others. */
export const patchRulesBody = z.object(ruleInputs).refine((body) => Object.values(body).some((value) => value !== undefined), {
  error: 'Nothing to change: give at least one rule',
})
export type PatchRulesBody = z.output<typeof patchRulesBody>

/** The rules of the current season, in fields and in words. */
export const rules = z
  .strictObject({
    season_year: season.nullable(),
    ...allRuleFields,
    /** Why the rules cannot be changed; null while an admin may change them. */
    locked_reason: z.string().nullable(),
    in_words: z.array(z.string()),
  })
  .meta({ id: 'Rules' })
export type Rules = z.output<typeof rules>

/** Maps rules to the fields of a response. Keys that the list of rules does not know, from a newer version's events, are left out. */
export function toRuleFields(poolRules: PoolRules): RuleFields & ReturnType<typeof countsAsField> {
  const known = [...RULE_NAMES, 'preset' as const].map((name) => [name, poolRules[name]] as const)
  return { ...(toSnakeKeys(Object.fromEntries(known)) as RuleFields), ...countsAsField(countsAsUnder(poolRules)) }
}

/** Maps an admin's request to the rules it changes. */
export function toRulesChange(body: PatchRulesBody): Partial<PoolRules> {
  const given = Object.entries(body).filter(([, value]) => value !== undefined)
  return toCamelKeys(Object.fromEntries(given)) as Partial<PoolRules>
}

/** Builds the response for the rules of the current season. */
export function toRules(pool: PoolState): Rules {
  const round = currentRound(pool)
  const year = round?.seasonYear ?? null
  const frozen = (round && pool.contests.get(round.contestId)?.rules) ?? null
  const poolRules = frozen ?? pool.rules
  return {
    season_year: year,
    ...toRuleFields(poolRules),
    locked_reason: frozen !== null ? `The rules of ${year} are fixed: its first week has locked.` : null,
    in_words: [...describeRules(poolRules)],
  }
}
