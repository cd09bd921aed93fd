import { createHash } from 'node:crypto'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from './openapi.ts'
import { DESCRIPTIONS } from './openapi/describe-properties.ts'
import { WEB_AUTHN_PROPERTIES } from './openapi/descriptions/web-authn.ts'
import { ALL_ROUTES } from './routes.ts'

const document = openApiDocument()
const paths = document.paths ?? {}
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item ?? {}).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
)

/** Sorts all keys, so that their order does not change a hash. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const sorted = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([key, inner]) => [key, canonical(inner)]))
}

interface Property {
  /** The component or operation that has the property or parameter. */
  readonly owner: string
  readonly name: string
  readonly description: unknown
}

function propertiesOf(value: unknown, owner: string): readonly Property[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'operationId' in value ? String(value.operationId) : owner
  return Object.entries(value).flatMap(([key, inner]: readonly [string, unknown]) => {
    if (key === 'schemas' && owner === '')
      return Object.entries(inner as object).flatMap(([name, schema]) => propertiesOf(schema, name))
    if (key === 'parameters') {
      const parameters = inner as readonly { readonly name: string; readonly description?: string }[]
      return parameters.map(({ name, description }) => ({ owner: own, name, description }))
    }
    if (key !== 'properties') return propertiesOf(inner, own)
    return Object.entries(inner as Record<string, { readonly description?: string }>).flatMap(([name, schema]) => [
      { owner: own, name, description: schema.description },
      ...propertiesOf(schema, own),
    ])
  })
}

const hashOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(canonical(value)))
    .digest('hex')
    .slice(0, 16)
const hashes = (entries: readonly (readonly [string, unknown])[]) =>
  canonical(Object.fromEntries(entries.map(([name, value]) => [name, hashOf(value)])))

describe('openApiDocument', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document) as unknown as Record<string, unknown>)
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  it('describes every route', () => {
    expect(operations.map(([name]) => name).toSorted()).toEqual(ALL_ROUTES.map((r) => `${r.method} ${r.path}`).toSorted())
  })

  it('describes each property and parameter, and has no description of one that does not exist', () => {
    const properties = propertiesOf(document, '')
    expect(
      properties.filter(({ description }) => description === undefined).map(({ owner, name }) => `${owner}.${name}`),
    ).toEqual([])
    const known = new Set(properties.flatMap(({ owner, name }) => [name, `${owner}.${name}`]))
    expect([...Object.keys(DESCRIPTIONS), ...WEB_AUTHN_PROPERTIES].filter((name) => !known.has(name))).toEqual([])
  })

  it('allows no undeclared fields in responses', () => {
    const open = Object.entries(document.components?.schemas ?? {})
      .filter(([, schema]) => typeof schema === 'object' && 'properties' in schema && schema.additionalProperties !== false)
      .map(([name]) => name)
    expect(open).toEqual([])
  })

  /**
   * Deployed clients rely on the API. When this test fails and the change is intended, describe it in the changelog and
   * write the new pin with `npm run pin -w @outlast/contract`.
   */
  it('matches wire-pin.json', async () => {
    const pin = {
      document: hashOf(document),
      operations: hashes(operations),
      schemas: hashes(Object.entries(document.components?.schemas ?? {})),
    }
    await expect(`${JSON.stringify(pin, null, 2)}\n`).toMatchFileSnapshot('../wire-pin.json')
  })
})
