import { type ErrorCode, sentenceOf, statusOf } from '@outlast/contract/errors'
import type { ErrorBody } from '@outlast/contract'

type Extras = Pick<ErrorBody, 'fields' | 'lock_time' | 'message' | 'espn_url' | 'details'>

export interface RefusalParts {
  /** In place of the table's sentence. */
  readonly sentence?: string
  /** For the placeholders of the table's sentence. */
  readonly values?: Readonly<Record<string, unknown>>
  /** More fields of the error's body. */
  readonly extras?: { readonly [K in keyof Extras]?: NonNullable<Extras[K]> }
  /** Seconds until another try makes sense; becomes `Retry-After`. */
  readonly retryAfter?: number
  /** `Allow`, for 405. */
  readonly allow?: string
}

/** A request that is not served, with what its sender is told. Thrown anywhere on the way of a request. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly parts: RefusalParts

  constructor(code: ErrorCode, parts: RefusalParts = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.parts = parts
  }

  get status(): number {
    return statusOf(this.code)
  }

  get sentence(): string {
    return this.parts.sentence ?? sentenceOf(this.code, this.parts.values)
  }
}
