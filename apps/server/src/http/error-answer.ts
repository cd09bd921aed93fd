import type { ErrorBody } from '@outlast/contract'
import { RuleViolation } from '@outlast/domain'
import { isDatabaseAway } from '../database/faults.ts'
import { IdempotencyMismatch, OutcomeUnknown } from '../commands/appender.ts'
import { DatabaseAway, Overloaded } from '../commands/queue.ts'
import { Refusal } from '../lib/refusal.ts'

/** Seconds after which a server that is too busy, or a database that restarts, is worth another try. */
const BUSY_SECONDS = 2
const AWAY_SECONDS = 5

const LOST_ANSWER =
  'The connection was lost at the wrong moment, so nobody can say yet whether this was recorded. Look before you try again, or repeat it with the same Idempotency-Key'

/** An error as its sender is told it. */
export interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ErrorBody
  /** Whether it is our fault, and so is to be logged with its stack. */
  readonly ours: boolean
}

/** What to answer for anything that was thrown on the way of a request. Says nothing of what it does not know. */
export function errorAnswer(error: unknown, requestId: string): ErrorAnswer {
  const refusal = refusalFor(error)
  const { retryAfter, allow, extras } = refusal.parts
  return {
    status: refusal.status,
    headers: {
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) }),
      ...(allow === undefined ? {} : { Allow: allow }),
      ...(refusal.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    },
    body: { error: refusal.sentence, code: refusal.code, request_id: requestId, ...extras },
    ours: refusal !== error && (refusal.status >= 500 || refusal.code === 'internal'),
  }
}

/** The refusal that an error amounts to. */
export function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof RuleViolation) return new Refusal(error.code, { values: error.details })
  if (error instanceof IdempotencyMismatch) return new Refusal('idempotency_mismatch')
  if (error instanceof Overloaded) return new Refusal('overloaded', { retryAfter: BUSY_SECONDS })
  if (error instanceof OutcomeUnknown) return new Refusal('unavailable', { sentence: LOST_ANSWER, retryAfter: AWAY_SECONDS })
  if (error instanceof DatabaseAway || isDatabaseAway(error)) return new Refusal('unavailable', { retryAfter: AWAY_SECONDS })
  return ofBodyParser(error) ?? new Refusal('internal')
}

/** What body-parser found wrong with a body, by the `type` that it gives its errors. */
function ofBodyParser(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('type' in error)) return undefined
  switch (error.type) {
    case 'entity.too.large':
      return new Refusal('body_too_large')
    case 'entity.parse.failed':
    case 'request.size.invalid':
    case 'request.aborted':
      return new Refusal('malformed_json')
    case 'encoding.unsupported':
      return new Refusal('unsupported_media_type', { sentence: 'Send the request body without Content-Encoding' })
    case 'charset.unsupported':
      return new Refusal('unsupported_media_type', { sentence: 'Send JSON in UTF-8' })
    default:
      return undefined
  }
}
