import type { RouteId } from '@outlast/contract'
import type { PreviewableCall } from '@outlast/contract/endpoints'

/** What a request consists of. */
export interface StepRequest {
  readonly params?: Readonly<Record<string, number>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  /** Sends `If-Match` with the log's head minus this number: the most promising guess at the version of a hidden pick. */
  readonly ifMatchBeforeHead?: number
  readonly idempotencyKey?: string
}

interface Request extends StepRequest {
  /** The account that sends the request. */
  readonly by: number
  readonly route: RouteId
}

/** One request, which is sent in both worlds. */
export interface Step extends Request {
  /** What differs in the second world: the hidden team, or which of two owners changes a pick. */
  readonly inSecond?: Pick<Request, 'by' | 'body' | 'params'>
  /** The week whose hidden picks differ between the worlds from this step on. */
  readonly hides?: number
}

/** A call as a preview takes it. */
export const previewed = (call: PreviewableCall, { params, query, body }: StepRequest) => ({ call, params, query, body })
