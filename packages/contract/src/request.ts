import { type ExpectedVersion, position } from '@outlast/domain'
import * as z from 'zod'
import { isPreviewable, type RouteId } from './endpoints.ts'
import { ERRORS, type ErrorCode, errorMessage } from './errors.ts'
import { issueMessage } from './fields/messages.ts'
import type { Route } from './route.ts'
import { type RouteInput, routeOf } from './routes.ts'

/** A request before validation. */
export interface RawRequest {
  readonly params?: unknown
  readonly query?: unknown
  /** Undefined without a body, which counts as `{}`. */
  readonly body?: unknown
  /** By name in lower case. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** Invalid input: an error code, a message, and a message for each invalid field. */
export interface InputError {
  readonly code: ErrorCode
  readonly error: string
  readonly fields?: Readonly<Record<string, string>>
}

export type ParseResult<Id extends RouteId> =
  | { readonly ok: true; readonly input: RouteInput<Id> }
  | { readonly ok: false; readonly error: InputError }

/**
 * Validates a request against its route. Ignores unknown keys, `__proto__` included, so that a client may send a row back as
 * it received it (docs/decisions/010).
 */
export function parseRequest<Id extends RouteId>(id: Id, raw: RawRequest): ParseResult<Id> {
  const route = routeOf(id)
  const issues: z.core.$ZodIssue[] = []
  const input = {
    params: parsePart(route.params, raw.params ?? {}, issues),
    query: parsePart(route.query, raw.query ?? {}, issues),
    body: parsePart(route.body, raw.body === undefined ? {} : raw.body, issues),
    ...parseHeaders(route, raw, issues),
  }
  if (issues.length > 0) return { ok: false, error: inputErrorFrom(issues) }
  // The schemas come from the route table, so their output has the table's types.
  return { ok: true, input: input as RouteInput<Id> }
}

function parsePart(schema: z.ZodType | undefined, value: unknown, issues: z.core.$ZodIssue[]): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value, { error: issueMessage })
  if (!result.success) issues.push(...result.error.issues)
  const path = brokenTextIn(result.data)
  if (path !== undefined) issues.push({ code: 'custom', path: [...path], message: BROKEN_TEXT, input: undefined })
  return result.data
}

const BROKEN_TEXT = 'The text contains broken characters'

/** Returns the path of a text with a lone surrogate, which neither PostgreSQL nor a hash of the request can hold. */
function brokenTextIn(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const path = key.isWellFormed() ? brokenTextIn(inner) : []
    if (path !== undefined) return [key, ...path]
  }
  return undefined
}

/** 1 to 255 visible ASCII characters. */
const IDEMPOTENCY_KEY = z
  .string({ error: 'Send Idempotency-Key only once' })
  .regex(/^[\x21-\x7e]{1,255}$/, 'Idempotency-Key must be 1 to 255 visible ASCII characters')

/** `"12"`. `*` matches every version. A weak tag never matches (RFC 9110 §13.1.1). */
const IF_MATCH = z
  .string({ error: 'Send If-Match only once' })
  .regex(/^(?:\*|"\d{1,15}")$/, 'If-Match must be the version of the row in quotation marks, like "12"')
  .transform((value): ExpectedVersion => (value === '*' ? '*' : position(Number(value.slice(1, -1)))))

/** `*`: there must be no such row yet. */
const IF_NONE_MATCH = z
  .string({ error: 'Send If-None-Match only once' })
  .regex(/^\*$/, 'If-None-Match of a write must be *, which means that there is no such row yet')
  .transform((): ExpectedVersion => position(0))

/** The token of a preview. */
const EXPECTED_CONSEQUENCES = z
  .string({ error: 'Send Expected-Consequences only once' })
  .regex(/^[0-9a-f]{32}$/, 'Expected-Consequences must be the token of a preview')

type ParsedHeaders = Pick<RouteInput<never>, 'idempotencyKey' | 'ifMatch' | 'expectedConsequences'>

function parseHeaders(route: Route, { headers = {} }: RawRequest, issues: z.core.$ZodIssue[]): ParsedHeaders {
  const read = <T>(name: string, schema: z.ZodType<T>, isAccepted: boolean | undefined): T | undefined => {
    const value = headers[name.toLowerCase()]
    if (isAccepted !== true || value === undefined) return undefined
    const result = schema.safeParse(value)
    if (result.success) return result.data
    issues.push(...result.error.issues.map((issue) => ({ ...issue, path: [name] })))
    return undefined
  }
  const refuse = (name: string, message: string): void => {
    issues.push({ code: 'custom', path: [name], message, input: undefined })
  }
  if (route.method !== 'GET') {
    const conditions = ['If-Match', 'If-None-Match'].filter((name) => headers[name.toLowerCase()] !== undefined)
    // A write that compares nothing must not look as if it had (docs/api.md).
    if (route.ifMatch !== true) for (const name of conditions) refuse(name, `This call compares no version. Leave ${name} out`)
    else if (conditions.length > 1) refuse('If-None-Match', 'Send either If-Match or If-None-Match')
  }
  return {
    idempotencyKey: read('Idempotency-Key', IDEMPOTENCY_KEY, route.idempotent),
    ifMatch: read('If-Match', IF_MATCH, route.ifMatch) ?? read('If-None-Match', IF_NONE_MATCH, route.ifMatch),
    expectedConsequences: read('Expected-Consequences', EXPECTED_CONSEQUENCES, isPreviewable(route.id)),
  }
}

/** Builds the error for a schema's issues: the first message overall, and the first message of each field. */
function inputErrorFrom(issues: readonly z.core.$ZodIssue[]): InputError {
  const fields = new Map<string, string>()
  for (const { path, message } of issues) {
    const field = path[0]
    if (typeof field === 'string' && !fields.has(field)) fields.set(field, message)
  }
  const first = issues[0]
  const code = codeOf(first)
  const error = first?.message ?? errorMessage(code)
  return fields.size === 0 ? { code, error } : { code, error, fields: Object.fromEntries(fields) }
}

/** Returns the error code of an issue. A schema can set one in the issue's `params`. */
function codeOf(issue: z.core.$ZodIssue | undefined): ErrorCode {
  const params: unknown = issue?.code === 'custom' ? issue.params : undefined
  const code = typeof params === 'object' && params !== null && 'code' in params ? params.code : undefined
  return typeof code === 'string' && Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : 'invalid_input'
}
