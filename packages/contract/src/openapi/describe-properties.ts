import { POOL_RULES, snakeCase } from '@outlast/domain'
import { DESK_DESCRIPTIONS } from './descriptions/desk.ts'
import { GAME_DESCRIPTIONS } from './descriptions/game.ts'
import { MOMENT_DESCRIPTIONS } from './descriptions/moments.ts'
import { PEOPLE_DESCRIPTIONS } from './descriptions/people.ts'
import { WEB_AUTHN_PROPERTIES } from './descriptions/web-authn.ts'

// Descriptions are here and not in the schemas, because browsers load some of the schemas (decision 130).

/** Descriptions by the name of a property, or by `<schema or operation>.<name>`. */
export const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ...GAME_DESCRIPTIONS,
  ...MOMENT_DESCRIPTIONS,
  ...PEOPLE_DESCRIPTIONS,
  ...DESK_DESCRIPTIONS,
}

/** The schemas that have the rules as properties. */
const SCHEMAS_WITH_RULES: ReadonlySet<string> = new Set(['Rules', 'updateRules', 'LiveSnapshot'])
const RULES: ReadonlyMap<string, string> = new Map(
  Object.entries(POOL_RULES).map(([name, { about }]) => [snakeCase(name), sentenceOf(about)]),
)

function sentenceOf(about: string): string {
  return `${about.charAt(0).toUpperCase()}${about.slice(1).replace(/ \(§[^)]*\)$/, '')}`
}

/** Returns an OpenAPI document with a description of each property and parameter that has none of its own. */
export function describeProperties<Document extends object>(document: Document): Document {
  // Only descriptions are added, so that it keeps its type.
  return describeAll(document, '') as Document
}

/** @param owner the name of the component or operation around a value */
function describeAll(value: unknown, owner: string): unknown {
  if (Array.isArray(value)) return value.map((item) => describeAll(item, owner))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === 'properties' && isObject(inner)) return [key, describeEach(inner, owner)]
      if (key === 'schemas' && owner === '') return [key, mapEntries(inner, (schema, name) => describeAll(schema, name))]
      if (key === 'parameters' && Array.isArray(inner))
        return [key, inner.map((parameter) => describeParameter(parameter, owner))]
      const operation = isObject(inner) && typeof inner.operationId === 'string' ? inner.operationId : owner
      return [key, describeAll(inner, operation)]
    }),
  )
}

function describeEach(properties: object, owner: string): object {
  return mapEntries(properties, (schema, name) => {
    const described = describeAll(schema, owner)
    const description = descriptionOf(owner, name)
    if (!isObject(described) || 'description' in described || description === undefined) return described
    return { ...described, description }
  })
}

function describeParameter(parameter: unknown, operation: string): unknown {
  if (!isObject(parameter) || 'description' in parameter || typeof parameter['name'] !== 'string') return parameter
  const description = descriptionOf(operation, parameter['name'])
  return description === undefined ? parameter : { ...parameter, description }
}

function descriptionOf(owner: string, name: string): string | undefined {
  return (
    DESCRIPTIONS[`${owner}.${name}`] ??
    (SCHEMAS_WITH_RULES.has(owner) ? RULES.get(name) : undefined) ??
    DESCRIPTIONS[name] ??
    (WEB_AUTHN_PROPERTIES.has(name) ? 'As in Web Authentication' : undefined)
  )
}

function mapEntries(value: unknown, map: (inner: unknown, key: string) => unknown): object {
  return Object.fromEntries(Object.entries(isObject(value) ? value : {}).map(([key, inner]) => [key, map(inner, key)]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
