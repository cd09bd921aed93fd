import type { Route } from '@outlast/contract/route'
import fc from 'fast-check'
import {
  VALUES_FOR_EVERY_FIELD,
  VALUES_FOR_EVERY_PARAM,
  VALID_BY_FORMAT,
  NASTY_BODIES,
  NASTY_HEADERS,
  NASTY_JSON,
  NASTY_PARAMS,
  NASTY_QUERIES,
} from './values.ts'

export const STATES = ['open', 'locked', 'none'] as const
const SENDERS = ['visitor', 'member', 'admin'] as const

/** A generated request. Placeholders such as `$entry` are ids of the pool that receives it. */
export interface BadRequest {
  readonly state: (typeof STATES)[number]
  readonly sender: (typeof SENDERS)[number]
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly body: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[]>>
}

/** Generates requests to a route: valid ones, and ones with a fault in one place or everywhere. */
export function badRequests(route: Route): fc.Arbitrary<BadRequest> {
  return fc.record({
    state: fc.constantFrom(...STATES),
    sender: fc.constantFrom(...SENDERS),
    method: fc.constant(route.method),
    path: pathOf(route),
    body: route.method === 'GET' ? fc.constant(undefined) : bodyOf(route),
    headers: headersOf(route),
  })
}

/** Returns requests with the worst values in each field and parameter of a route, one at a time. */
export function worstRequests(route: Route, seed: number): readonly BadRequest[] {
  const to = (path: string, body?: string): BadRequest => ({
    state: 'open',
    sender: 'admin',
    method: route.method,
    path,
    body,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
  })
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const validPath = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => validParams(route, name)[0] ?? '')
  const inPath = names.flatMap((name) => VALUES_FOR_EVERY_PARAM.map((value) => to(route.path.replace(`{${name}}`, () => value))))
  const queries = Object.keys(route.query?.shape ?? {}).flatMap((name) =>
    VALUES_FOR_EVERY_PARAM.map((value) => to(`${validPath}?${name}=${value}`)),
  )
  if (route.body === undefined) return [...inPath, ...queries]
  const { properties = {}, required = [] } = schemaOf(route.body)
  // The other fields are valid, so that the bad one gets as far as possible.
  const validFields = required.map((name): Field => [name, sampleValue(name, properties[name] ?? {}, seed)])
  const inBody = Object.keys(properties).flatMap((name) =>
    VALUES_FOR_EVERY_FIELD.map((value) =>
      to(validPath, toJson([...validFields.filter(([other]) => other !== name), [name, value]])),
    ),
  )
  return [...inPath, ...queries, ...inBody]
}

const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>, outOf = 4): fc.Arbitrary<T> =>
  fc.oneof({ weight: outOf - 1, arbitrary: usual }, { weight: 1, arbitrary: other })

function pathOf(route: Route): fc.Arbitrary<string> {
  const params = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    mostly(fc.constantFrom(...validParams(route, name)), fc.constantFrom(...NASTY_PARAMS), 2),
  )
  return fc.tuple(fc.tuple(...params), queryOf(route)).map(([values, query]) => {
    const left = [...values]
    const path = route.path.replaceAll(/\{\w+\}/g, () => left.shift() ?? '')
    return query === undefined ? path : `${path}?${query}`
  })
}

function validParams({ path }: Route, name: string): readonly string[] {
  if (name === 'topic') return ['pool', 'admin', 'week:$week', 'season:2030', 'user:$user']
  if (name === 'position') return ['2', '5', '999999']
  const [, kind] = /\/(users|entries|weeks|picks|reveal)\/\{id\}/.exec(path) ?? []
  const ids: Readonly<Record<string, readonly string[]>> = {
    users: ['$user', '$other'],
    entries: ['$entry', '$otherEntry'],
    weeks: ['$week', '$otherWeek'],
    reveal: ['$week', '$otherWeek'],
    picks: ['$pick', '$otherPick'],
  }
  return ids[kind ?? ''] ?? ['999999']
}

function queryOf({ query }: Route): fc.Arbitrary<string | undefined> {
  const names = query === undefined ? ['season', 'limit'] : Object.keys(query.shape)
  const pair = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...NASTY_PARAMS, '2030', '5'))
    .map(([name, value]) => `${name}=${value}`)
  const generated = fc.oneof(
    fc.constantFrom(...NASTY_QUERIES),
    fc.array(pair, { minLength: 1, maxLength: 3 }).map((pairs) => pairs.join('&')),
  )
  return query === undefined ? mostly(fc.constant(undefined), generated, 6) : fc.option(generated, { nil: undefined })
}

/** Generates values as JSON text. */
type Field = readonly [name: string, value: string]

function bodyOf({ body }: Route): fc.Arbitrary<string | undefined> {
  const fields = body === undefined ? fc.constant<Field[]>([]) : fieldsOf(body)
  const broken = fc.oneof(fc.constantFrom(...NASTY_BODIES), fc.json({ depthSize: 'large' }))
  return fc.oneof(
    { weight: 3, arbitrary: fields.map(toJson) },
    { weight: 6, arbitrary: fields.chain(withFault).map(toJson) },
    { weight: 2, arbitrary: broken },
    { weight: 1, arbitrary: fields.map((list) => `[${toJson(list)}]`) },
    { weight: 1, arbitrary: fc.tuple(fields, fc.nat(40)).map(([list, cut]) => toJson(list).slice(0, cut)) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

const toJson = (fields: readonly Field[]): string =>
  `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`

function fieldsOf(body: NonNullable<Route['body']>): fc.Arbitrary<Field[]> {
  const schema = schemaOf(body)
  const required = new Set(schema.required)
  const all = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const generated = validValue(name, field).map((value): Field[] => [[name, value]])
    return required.has(name) ? generated : fc.oneof(generated, fc.constant<Field[]>([]))
  })
  return fc.tuple(...all).map((fields) => fields.flat())
}

function schemaOf(body: NonNullable<Route['body']>): JsonSchema {
  return body.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as JsonSchema
}

function sampleValue(name: string, schema: JsonSchema, seed: number): string {
  return VALID_BY_FORMAT[name]?.[0] ?? fc.sample(validValue(name, schema), { seed, numRuns: 1 })[0] ?? 'null'
}

interface JsonSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly minimum?: number
  readonly maximum?: number
}

function validValue(name: string, schema: JsonSchema): fc.Arbitrary<string> {
  const known = VALID_BY_FORMAT[name]
  if (known !== undefined) return fc.constantFrom(...known)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.map((value) => JSON.stringify(value)))
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => validValue(name, one)))
  switch (schema.type) {
    case 'boolean':
      return fc.boolean().map(String)
    case 'integer':
    case 'number': {
      const min = schema.minimum ?? 0
      return fc.integer({ min, max: Math.min(schema.maximum ?? min + 100, min + 1_000) }).map(String)
    }
    case 'null':
      return fc.constant('null')
    default:
      return fc.string({ minLength: 1, maxLength: 30 }).map((value) => JSON.stringify(value))
  }
}

/** Replaces, omits or duplicates a field, or adds unknown ones. */
function withFault(fields: readonly Field[]): fc.Arbitrary<readonly Field[]> {
  const nasty = fc.constantFrom(...NASTY_JSON)
  const extra = fc
    .tuple(
      fc.constantFrom(
        '__proto__',
        'constructor',
        'prototype',
        'toString',
        'is_admin',
        'id',
        'user_id',
        'token',
        '',
        '\0',
        'x'.repeat(500),
      ),
      nasty,
    )
    .map(([name, value]): readonly Field[] => [...fields, [name, value]])
  if (fields.length === 0) return extra
  const at = fc.nat(fields.length - 1)
  const nameAt = (i: number): string => fields[i]?.[0] ?? ''
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(at, nasty).map(([i, value]) => fields.with(i, [nameAt(i), value])) },
    { weight: 1, arbitrary: at.map((i) => fields.toSpliced(i, 1)) },
    { weight: 1, arbitrary: fc.tuple(at, nasty).map(([i, value]): readonly Field[] => [...fields, [nameAt(i), value]]) },
    { weight: 2, arbitrary: extra },
    {
      weight: 2,
      arbitrary: fc
        .array(nasty, { minLength: fields.length, maxLength: fields.length })
        .map((values) => fields.map(([name], i): Field => [name, values[i] ?? 'null'])),
    },
  )
}

function headersOf({ method, idempotent, ifMatch }: Route): fc.Arbitrary<BadRequest['headers']> {
  const nasty = fc
    .constantFrom(...Object.keys(NASTY_HEADERS))
    .chain((name) => fc.constantFrom(...(NASTY_HEADERS[name] ?? [])).map((value) => ({ [name]: value })))
  const usual = method === 'GET' ? {} : { 'content-type': 'application/json' }
  const key =
    idempotent === true ? fc.option(fc.constantFrom('key-one', 'key-two'), { nil: undefined, freq: 3 }) : fc.constant(undefined)
  const version =
    ifMatch === true ? fc.option(fc.constantFrom('"1"', '"7"', '*'), { nil: undefined, freq: 3 }) : fc.constant(undefined)
  return fc.tuple(mostly(fc.constant({}), nasty, 3), key, version).map(([wrong, idempotencyKey, match]) => ({
    ...usual,
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(match === undefined ? {} : { 'if-match': match }),
    ...wrong,
  }))
}
