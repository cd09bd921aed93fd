import * as z from 'zod'
import { instant } from '../fields/responses.ts'

/** The token in the address of a member's calendar. */
export const calendarParams = z.object({
  token: z.string().max(200, 'There is no calendar at this address').meta({ example: 'k2f9…' }),
})

/** A member's calendar address. Everyone who has it can read the calendar, so it is a secret. */
export const calendarAddress = z
  .strictObject({
    /** Null while the member has none. Also null if the server's secret has changed since: make a new address. */
    url: z.url().nullable(),
    created_at: instant.nullable(),
  })
  .meta({ id: 'CalendarAddress' })
export type CalendarAddress = z.output<typeof calendarAddress>
