import * as z from 'zod'
import { count, id, instant } from '../fields/responses.ts'
import { ERROR_CODES, ERRORS } from '../errors.ts'

/** The body of every error. The last fields exist only for the codes named beside them. */
export const errorBody = z
  .strictObject({
    /** A message for people. */
    error: z.string().min(1),
    code: z.enum(ERROR_CODES),
    request_id: z.string(),
    /** A message for each invalid field. */
    fields: z.record(z.string(), z.string()).optional(),
    /** `reveal_not_available`: when the week locks. */
    lock_time: instant.optional(),
    /** `second_needed`: the id of what waits. */
    waiting_id: id.optional(),
    /** `payout_exceeds_received`: by how much. */
    difference_cents: count.optional(),
    /** `feed_failed`: the request to the feed and its response. */
    message: z.string().optional(),
    espn_url: z.string().optional(),
    details: z.string().optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.output<typeof errorBody>

/** The body of an error for clients that accept `application/problem+json` (RFC 9457): the same, with the members of that standard. */
export const problemBody = errorBody
  .extend({ type: z.string(), title: z.string(), status: z.int().min(400), detail: z.string() })
  .meta({ id: 'Problem' })
export type ProblemBody = z.output<typeof problemBody>

/** Returns an error as a problem. `title` is the same for each error of a kind, `detail` says more if more is known. */
export function toProblem(body: ErrorBody): ProblemBody {
  const { status, message } = ERRORS[body.code]
  return { type: `/api/docs#error-${body.code}`, title: message, status, detail: body.error, ...body }
}
