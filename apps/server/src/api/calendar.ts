import { isCalendarToken, readCalendarAddress, replaceCalendarAddress } from '../calendar/addresses.ts'
import type { SeasonCalendar } from '../calendar/season-calendar.ts'
import { writeOnce } from '../commands/write-once.ts'
import { HttpError } from '../lib/http-error.ts'
import { handlers } from '../http/handler.ts'
import { memberId } from './account.ts'
import type { ReadDependencies } from './read-dependencies.ts'

export interface CalendarRouteDependencies extends Pick<ReadDependencies, 'db'> {
  readonly calendar: SeasonCalendar
  readonly secret: string
  readonly publicUrl: string
}

/** The calendar of the season, which everyone with a member's address can read, and the member's own address. */
export function calendarRoutes(deps: CalendarRouteDependencies) {
  const { db, calendar } = deps
  return handlers({
    getCalendar: async ({ params }) => {
      if (!(await isCalendarToken(db, params.token))) throw new HttpError('calendar_not_found')
      return { status: 200, encoded: await calendar.read(), cacheControl: 'private, no-cache' }
    },
    getCalendarAddress: async (_input, { viewer }) => ({
      status: 200,
      body: await readCalendarAddress(db, memberId(viewer), deps),
    }),
    createCalendarAddress: async (_input, { viewer, idempotency }) => {
      const user = memberId(viewer)
      await writeOnce(db, idempotency, (tx) => replaceCalendarAddress(tx, user, deps))
      return { status: 201, body: await readCalendarAddress(db, user, deps) }
    },
  })
}
