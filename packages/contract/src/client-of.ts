import { ApiError } from './api-error.ts'
import type { CallOptions, Client } from './client-types.ts'
import type { Endpoint, RouteId } from './endpoints.ts'
import type { ErrorCode } from './errors.ts'
import { startTimeLimit, type TimeLimit, type TimeLimits } from './time-limit.ts'

/** How much of an unexpected body an error message quotes. */
const EXCERPT_LENGTH = 120

/** Error codes that mean that the token is no longer valid. */
const INVALID_TOKEN: ReadonlySet<string> = new Set<ErrorCode>(['unauthenticated', 'token_expired', 'token_revoked'])

export interface ClientOptions {
  /** The address of the API without a trailing slash; empty for the same origin. */
  readonly baseUrl: string
  /** Returns the bearer token, or null for a visitor. Called for each request. */
  readonly token: () => string | null
  /** Defaults to the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Called with the token when the server rejects it. */
  readonly onUnauthorized?: (token: string) => void
  /** Ends calls that get no answer, with the code `timeout`. Without it a call may take forever. */
  readonly limits?: TimeLimits
}

type Values = Readonly<Record<string, string | number | null | undefined>>

/** A call's input without the types of its route. */
interface UntypedInput extends CallOptions {
  readonly params?: Values
  readonly query?: Values
  readonly body?: unknown
}

/** Finds the endpoint of a call. A browser may have to load it first. */
export type EndpointOf = (id: RouteId) => Endpoint | Promise<Endpoint>

/** Creates a client that knows its endpoints from elsewhere. It has no state. */
export function createClientOf(endpointOf: EndpointOf, options: ClientOptions): Client {
  const request = async (id: RouteId, input: UntypedInput = {}) => {
    const endpoint = endpointOf(id)
    return send(options, endpoint instanceof Promise ? await endpoint : endpoint, input)
  }
  const call = async (id: RouteId, input?: UntypedInput) => (await request(id, input)).data
  // The types come from the route table. The server's tests check that responses match it, not this client.
  return { request, call } as Client
}

async function send(options: ClientOptions, endpoint: Endpoint, input: UntypedInput) {
  const token = options.token()
  const fallback = input.fallback ?? endpoint.fallback
  const limit = startTimeLimit(options.limits, endpoint.takesLong === true, input.signal)
  try {
    const response = await request(options, endpoint, input, token, limit)
    const versions = { etag: response.headers.get('ETag'), topicVersion: numberOf(response.headers.get('X-Topic-Version')) }
    if (response.status === 304) return { ...versions, notModified: true, status: 304, data: undefined }
    const data = parseBody(response, await limit.read(response))
    if (response.ok) return { ...versions, notModified: false, status: response.status, data }
    const error = errorOf(response, data, fallback)
    if (token !== null && response.status === 401 && INVALID_TOKEN.has(error.code)) options.onUnauthorized?.(token)
    throw error
  } catch (cause) {
    if (cause instanceof ApiError || input.signal?.aborted === true) throw cause
    if (limit.isOver()) throw new ApiError(`${fallback}: the pool did not answer`, { code: 'timeout', cause })
    throw new ApiError(fallback, { code: 'network', cause })
  } finally {
    limit.end()
  }
}

function request(
  options: ClientOptions,
  { method, path }: Endpoint,
  input: UntypedInput,
  token: string | null,
  { signal }: TimeLimit,
): Promise<Response> {
  const call = options.fetch ?? globalThis.fetch
  const init: RequestInit = { method, headers: headersOf(input, token), credentials: 'omit' }
  if (input.body !== undefined) init.body = JSON.stringify(input.body)
  if (signal !== undefined) init.signal = signal
  return call(options.baseUrl + urlOf(path, input), init)
}

function headersOf(input: UntypedInput, token: string | null): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (input.body !== undefined) headers['Content-Type'] = 'application/json'
  if (token !== null) headers['Authorization'] = `Bearer ${token}`
  if (input.idempotencyKey !== undefined) headers['Idempotency-Key'] = input.idempotencyKey
  if (input.ifMatch !== undefined) headers['If-Match'] = `"${input.ifMatch}"`
  if (input.expectedConsequences !== undefined) headers['Expected-Consequences'] = input.expectedConsequences
  if (typeof input.ifNoneMatch === 'string') headers['If-None-Match'] = input.ifNoneMatch
  return headers
}

function urlOf(path: string, { params = {}, query = {} }: UntypedInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.append(name, String(value))
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}

/** Parses the body as JSON, and returns CSV as text; undefined when it is empty. Any other content type is an error that quotes the body. */
function parseBody(response: Response, body: string): unknown {
  const type = response.headers.get('Content-Type')
  if (response.status === 204 || (body === '' && response.ok)) return undefined
  if (response.ok && type !== null && /^text\/csv\b/i.test(type)) return body
  if (type !== null && /^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
    const parsed = parse(body)
    if (parsed !== undefined) return parsed
  }
  const excerpt = body.slice(0, EXCERPT_LENGTH)
  throw new ApiError(`Unexpected content type ${type ?? '(none)'}: ${excerpt}`, {
    status: response.status,
    code: 'unexpected_content',
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function errorOf(response: Response, data: unknown, fallback: string): ApiError {
  const body = isRecord(data) ? data : {}
  const { error, code, fields } = body
  return new ApiError(typeof error === 'string' && error !== '' ? error : fallback, {
    status: response.status,
    // A newer server may send an unknown code. The cast is safe, because codes are only compared with known ones.
    code: typeof code === 'string' ? (code as ErrorCode) : 'unknown',
    fields: isRecord(fields) ? (fields as Record<string, string>) : {},
    retryAfter: numberOf(response.headers.get('Retry-After')),
    body,
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function numberOf(header: string | null): number | null {
  return header !== null && /^\d{1,15}$/.test(header) ? Number(header) : null
}
