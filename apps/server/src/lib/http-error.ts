import type { ErrorBody } from '@outlast/contract'
import { type ErrorCode, errorMessage, errorStatus } from '@outlast/contract/errors'
import type { LimitPolicy } from './limit-use.ts'

type ExtraFields = Pick<
  ErrorBody,
  'fields' | 'lock_time' | 'waiting_id' | 'difference_cents' | 'message' | 'espn_url' | 'details'
>

interface HttpErrorOptions {
  /** Replaces the sentence that the contract has for the code. */
  readonly message?: string | undefined
  /** Values for the placeholders of the contract's sentence. */
  readonly values?: Readonly<Record<string, unknown>>
  /** More fields of the response body. */
  readonly extras?: { readonly [K in keyof ExtraFields]?: NonNullable<ExtraFields[K]> }
  /** Seconds until a retry makes sense; sent as `Retry-After`. */
  readonly retryAfter?: number
  /** The limit that a 429 is about. */
  readonly limit?: LimitPolicy | undefined
  /** Sent as `Allow` with a 405. */
  readonly allow?: string
}

/** An error whose code, status and message are sent to the client. Thrown anywhere while a request is handled. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly code: ErrorCode
  readonly status: number
  readonly options: HttpErrorOptions

  constructor(code: ErrorCode, options: HttpErrorOptions = {}) {
    super(options.message ?? errorMessage(code, options.values))
    this.code = code
    this.status = errorStatus(code)
    this.options = options
  }
}

/** Returns the error for a client that exceeded a limit. Its sentence says how long to wait if that is more than a minute. */
export function rateLimited(retryAfter: number, limit?: LimitPolicy): HttpError {
  if (retryAfter <= 60) return new HttpError('rate_limited', { retryAfter, limit })
  const minutes = Math.ceil(retryAfter / 60)
  const wait = minutes <= 60 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
  return new HttpError('rate_limited', { retryAfter, limit, message: `Too many attempts. Try again in ${wait}` })
}
