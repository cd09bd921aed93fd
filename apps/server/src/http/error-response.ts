import type { ErrorBody } from '@outlast/contract'
import { errorMessage } from '@outlast/contract/errors'
import { errorBody, toProblem } from '@outlast/contract/rest/errors'
import type { Route } from '@outlast/contract/route'
import { errorCodesOf } from '@outlast/contract/routes'
import { RuleViolation } from '@outlast/domain'
import type { ErrorRequestHandler, Request, Response } from 'express'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '../database/faults.ts'
import { JSON_TYPE } from '../lib/encoded-body.ts'
import { isDiskFullError } from '../lib/disk-space.ts'
import { HttpError } from '../lib/http-error.ts'
import { type LimitPolicy, rateLimitHeaders } from '../lib/limit-use.ts'
import { DatabaseUnavailable, IdempotencyMismatch, OutcomeUnknown, Overloaded } from '../lib/errors.ts'
import { ContractBreach } from './contract-check.ts'

const OVERLOADED_RETRY_SECONDS = 2
const UNAVAILABLE_RETRY_SECONDS = 5
const LIMITED_RETRY_SECONDS = 60

const OUTCOME_UNKNOWN =
  'The connection was lost at the wrong moment, so nobody can say yet whether this was recorded. Look before you try again, or repeat it with the same Idempotency-Key'

/** A write that failed for certain because of a full disk. */
const NOT_STORED =
  'The disk of the pool is full, so this was not stored. Tell the commissioner; what was confirmed before is safe'
/** Anything else that failed while the disk is full. It may have been stored. */
const DISK_FULL =
  'The disk of the pool is full, so the pool is not available right now. Tell the commissioner; what was confirmed before is safe'

const JSON_ERROR = 'application/json'
/** The media type of RFC 9457, for clients that prefer it. */
const PROBLEM = 'application/problem+json'

interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ErrorBody
  /** Whether the server is at fault; such errors are logged with their stack. */
  readonly isServerFault: boolean
}

export interface ErrorMiddlewareOptions {
  readonly log: Logger
  readonly isDiskFull: () => boolean
  /** Receives every error of a request. */
  readonly noteFailure: (error: unknown) => void
  /** Tests only: error responses are checked against the contract too. */
  readonly onBreach?: ((breach: Error) => void) | undefined
}

/** Creates the middleware that sends an error response when a handler throws. */
export function errorMiddleware({ log, isDiskFull, noteFailure, onBreach }: ErrorMiddlewareOptions): ErrorRequestHandler {
  return (thrown: unknown, request, response, _next) => {
    const { requestId, route, routeName } = response.locals
    noteFailure(thrown)
    let error = thrown
    let toSend = errorResponse(error, requestId, isDiskFull())
    if (onBreach !== undefined && route !== undefined) {
      const breach = error instanceof ContractBreach ? error : errorBreach(route, toSend)
      if (breach !== undefined) {
        onBreach(breach)
        error = breach
        toSend = errorResponse(breach, requestId, false)
      }
    }
    if (toSend.isServerFault) log.error({ err: error, request: requestId, route: routeName }, 'request failed')
    sendError(request, response, toSend)
  }
}

/** Converts anything that was thrown to a response that reveals no internals. */
function errorResponse(error: unknown, requestId: string, isDiskFull: boolean): ErrorResponse {
  const httpError = toHttpError(error, isDiskFull)
  const { retryAfter, limit, allow, extras } = httpError.options
  return {
    status: httpError.status,
    headers: {
      ...waitHeaders(httpError, retryAfter, limit),
      ...(allow === undefined ? {} : { Allow: allow }),
      ...(httpError.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    },
    body: { error: httpError.message, code: httpError.code, request_id: requestId, ...extras },
    isServerFault: httpError !== error && httpError.status >= 500,
  }
}

/** Every 429 says when to try again, also where only the passing of time is known to help. */
function waitHeaders(
  { status, code }: HttpError,
  seconds = status === 429 ? LIMITED_RETRY_SECONDS : undefined,
  policy?: LimitPolicy,
): Readonly<Record<string, string>> {
  if (seconds === undefined) return {}
  const wait = Math.max(1, Math.ceil(seconds))
  const retry = { 'Retry-After': String(wait) }
  if (status !== 429) return retry
  if (policy !== undefined) return { ...retry, ...rateLimitHeaders({ policy, remaining: 0, resetSeconds: wait }) }
  // Limits without a fixed quota: a budget of computing time, or of changes of a pick.
  return { ...retry, RateLimit: `"${code}";r=0;t=${wait}` }
}

function toHttpError(error: unknown, isDiskFull: boolean): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof RuleViolation) {
    const { retryAfter, field, difference_cents: difference, action } = error.details
    return new HttpError(error.code, {
      values: error.details,
      ...(typeof retryAfter === 'number' ? { retryAfter } : {}),
      ...(typeof difference === 'number' ? { extras: { difference_cents: difference } } : {}),
      ...(typeof action === 'number' ? { extras: { waiting_id: action } } : {}),
      ...(typeof field === 'string' ? { extras: { fields: { [field]: errorMessage(error.code, error.details) } } } : {}),
    })
  }
  if (error instanceof IdempotencyMismatch) return new HttpError('idempotency_mismatch')
  if (error instanceof Overloaded) return new HttpError('overloaded', { retryAfter: OVERLOADED_RETRY_SECONDS })
  if (error instanceof OutcomeUnknown) {
    return new HttpError('unavailable', { message: OUTCOME_UNKNOWN, retryAfter: UNAVAILABLE_RETRY_SECONDS })
  }
  if (isDiskFullError(error)) return new HttpError('unavailable', { message: NOT_STORED, retryAfter: UNAVAILABLE_RETRY_SECONDS })
  if (error instanceof DatabaseUnavailable || isDatabaseUnavailable(error)) {
    return new HttpError('unavailable', { message: isDiskFull ? DISK_FULL : undefined, retryAfter: UNAVAILABLE_RETRY_SECONDS })
  }
  return fromExpress(error) ?? new HttpError('internal')
}

/** Maps the errors of Express's router and of body-parser, which mark theirs with a `status` and a `type`. */
function fromExpress(error: unknown): HttpError | undefined {
  if (error instanceof URIError && 'status' in error)
    return new HttpError('invalid_input', { message: 'The address is not valid' })
  if (!(error instanceof Error) || !('type' in error)) return undefined
  switch (error.type) {
    case 'entity.too.large':
      return new HttpError('body_too_large')
    case 'entity.parse.failed':
    case 'request.size.invalid':
    case 'request.aborted':
      return new HttpError('malformed_json')
    case 'encoding.unsupported':
      return new HttpError('unsupported_media_type', { message: 'Send the request body without Content-Encoding' })
    case 'charset.unsupported':
      return new HttpError('unsupported_media_type', { message: 'Send JSON in UTF-8' })
    default:
      return undefined
  }
}

function errorBreach(route: Route, { body }: ErrorResponse): ContractBreach | undefined {
  const result = errorBody.safeParse(body)
  if (!result.success) return new ContractBreach(route, `sent an error of another shape: ${result.error.message}`)
  if (!errorCodesOf(route).includes(body.code))
    return new ContractBreach(route, `sent ${body.code}, which its contract does not list`)
  return undefined
}

/** Sends an error. If the response has already begun, closes the connection instead, so that the client notices that it is incomplete. */
function sendError(request: Request, response: Response, { status, headers, body }: ErrorResponse): void {
  if (response.headersSent) return void response.destroy()
  for (const name of ['ETag', 'X-Topic-Version', 'Content-Encoding']) response.removeHeader(name)
  const isProblem = request.accepts([JSON_ERROR, PROBLEM]) === PROBLEM
  const text = JSON.stringify(isProblem ? toProblem(body) : body)
  response.writeHead(status, {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Type': isProblem ? PROBLEM : JSON_TYPE,
    'Content-Length': Buffer.byteLength(text),
  })
  response.end(text)
}
