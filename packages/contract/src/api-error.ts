import type { ErrorCode } from './errors.ts'

/** Codes of errors that did not come from the server. `timeout`: it did not answer in time; `network`: the request failed earlier. */
export type ClientErrorCode = 'network' | 'timeout' | 'unexpected_content' | 'unknown'

export interface ApiErrorDetails {
  readonly status?: number
  readonly code?: ErrorCode | ClientErrorCode
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfter?: number | null
  readonly body?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** A failed call. Its message is for people: the server's message, or the route's fallback. */
export class ApiError extends Error {
  /** The HTTP status; 0 without a response. */
  declare readonly status: number
  declare readonly code: ErrorCode | ClientErrorCode
  /** A message for each invalid field. */
  declare readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait before a retry, from `Retry-After`. */
  declare readonly retryAfter: number | null
  /** The whole body, for codes with more fields (`lock_time`, `espn_url` …). */
  declare readonly body: Readonly<Record<string, unknown>>

  constructor(message: string, details: ApiErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined)
    this.name = 'ApiError'
    this.status = details.status ?? 0
    this.code = details.code ?? 'unknown'
    this.fields = details.fields ?? {}
    this.retryAfter = details.retryAfter ?? null
    this.body = details.body ?? {}
  }
}

/** Whether a call failed without an answer. What it asked for may be done all the same. */
export function isUnanswered(error: unknown): error is ApiError & { readonly code: 'network' | 'timeout' } {
  return error instanceof ApiError && (error.code === 'network' || error.code === 'timeout')
}
