import * as z from 'zod'
import { instant } from '../fields/responses.ts'
import { ERROR_CODES } from '../errors.ts'

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
    /** `feed_failed`: the request to the feed and its response. */
    message: z.string().optional(),
    espn_url: z.string().optional(),
    details: z.string().optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.output<typeof errorBody>
