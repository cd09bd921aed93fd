import { type Position, position } from '@outlast/domain'
import * as z from 'zod'
import type { RouteId } from './endpoints.ts'
import { ERRORS, type ErrorCode, errorMessage } from './errors.ts'
import { issueMessage } from './fields/messages.ts'
import type { Route } from './route.ts'
import { type RouteInput, routeOf } from './routes.ts'

/** A request as it arrives, before anything of it is believed. */
export interface RawRequest {
  readonly params?: unknown
  readonly query?: unknown
  /** Undefined when there is none, which counts as `{}`. */
  readonly body?: unknown
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** A refusal of the input: the code, a sentence, and one for each field that is wrong. */
export interface InputError {
  readonly code: ErrorCode
  readonly error: string
  readonly fields?: Readonly<Record<string, string>>
}

export type ParseResult<Id extends RouteId> =
  | { readonly ok: true; readonly input: RouteInput<Id> }
  | { readonly ok: false; readonly error: InputError }

/**
 * Checks a request against its route. Keys that the schemas do not name are ignored and never read, `__proto__` among
 * them, so that a client may send a whole row back.
 */
export function parseRequest<Id extends RouteId>(id: Id, raw: RawRequest): ParseResult<Id> {
  const route = routeOf(id)
  const issues: z.core.$ZodIssue[] = []
  const input = {
    params: part(route.params, raw.params ?? {}, issues),
    query: part(route.query, raw.query ?? {}, issues),
    body: part(route.body, raw.body === undefined ? {} : raw.body, issues),
    ...headersOf(route, raw, issues),
  }
  if (issues.length > 0) return { ok: false, error: inputErrorFrom(issues) }
  // The table gave the schemas, so what they let through has the table's types.
  return { ok: true, input: input as unknown as RouteInput<Id> }
}

function part(schema: z.ZodType | undefined, value: unknown, issues: z.core.$ZodIssue[]): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value, { error: issueMessage })
  if (!result.success) issues.push(...result.error.issues)
  return result.data
}

/** 1 to 255 visible ASCII characters. */
const IDEMPOTENCY_KEY = z
  .string({ error: 'Send Idempotency-Key only once' })
  .regex(/^[\x21-\x7e]{1,255}$/, 'Idempotency-Key must be 1 to 255 visible ASCII characters')

/** `"12"`, or `W/"12"` as proxies that compress write it; `*` asks for nothing. */
const IF_MATCH = z
  .string({ error: 'Send If-Match only once' })
  .regex(/^(?:\*|(?:W\/)?"\d{1,15}")$/, 'If-Match must be a version as the ETag gave it, like "12"')
  .transform((value): Position | undefined => (value === '*' ? undefined : position(Number(value.replaceAll(/\D/g, '')))))

interface CheckedHeaders {
  readonly idempotencyKey: string | undefined
  readonly ifMatch: Position | undefined
}

function headersOf(route: Route, { headers = {} }: RawRequest, issues: z.core.$ZodIssue[]): CheckedHeaders {
  const read = <T>(name: string, schema: z.ZodType<T>, taken: true | undefined): T | undefined => {
    const value = headers[name.toLowerCase()]
    if (taken !== true || value === undefined) return undefined
    const result = schema.safeParse(value)
    if (result.success) return result.data
    issues.push(...result.error.issues.map((issue) => ({ ...issue, path: [name] })))
    return undefined
  }
  return {
    idempotencyKey: read('Idempotency-Key', IDEMPOTENCY_KEY, route.idempotent),
    ifMatch: read('If-Match', IF_MATCH, route.ifMatch),
  }
}

/** What to answer for a schema's issues: the first sentence, and the first one of each field. */
export function inputErrorFrom(issues: readonly z.core.$ZodIssue[]): InputError {
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

/** A schema may name a code of its own for an issue, in its `params`. */
function codeOf(issue: z.core.$ZodIssue | undefined): ErrorCode {
  const params: unknown = issue?.code === 'custom' ? issue.params : undefined
  const code = typeof params === 'object' && params !== null && 'code' in params ? params.code : undefined
  return typeof code === 'string' && Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : 'invalid_input'
}
