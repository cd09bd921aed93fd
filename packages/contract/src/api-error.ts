import type { ErrorCode } from './errors.ts'

/** Codes of failures that no answer of the server stands for. */
export type ClientErrorCode = 'network' | 'unexpected_content' | 'unknown'

export interface ApiErrorDetails {
  readonly status?: number
  readonly code?: ErrorCode | ClientErrorCode
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfter?: number | null
  readonly body?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** A call that failed, with a sentence to show: the server's own, or the route's fallback (pool.md §8). */
export class ApiError extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  readonly code: ErrorCode | ClientErrorCode
  /** A sentence for each field that is wrong. */
  readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait before trying again, when the server said so. */
  readonly retryAfter: number | null
  /** The whole answer, for the few codes that carry more (`lock_time`, `espn_url` …). */
  readonly body: Readonly<Record<string, unknown>>

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

/** What a member reads of a pick that was refused (pool.md §8). */
export function pickErrorMessage(message: string): string {
  return message.toLowerCase().includes('ineligible') ? 'Team is ineligible for this week' : message
}
