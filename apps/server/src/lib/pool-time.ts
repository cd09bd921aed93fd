import { type Instant, POOL_TIME_ZONE } from '@outlast/domain'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
/** Longer waits are given in days, because nobody counts in more hours. */
const IN_DAYS_FROM = 2 * DAY_HOURS

/** Formats a time in Eastern time, as all locks are announced: `on Sunday, September 13 at 12:00 PM ET`. */
export function describeTime(time: Instant): string {
  const local = Temporal.Instant.from(time).toZonedDateTimeISO(POOL_TIME_ZONE)
  const day = local.toLocaleString('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
  const clock = local.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' })
  return `on ${day} at ${clock} ET`
}

/** Formats a wait in milliseconds: `in less than an hour`, `in 5 hours`, `in 5 days`. */
export function describeWait(ms: number): string {
  const hours = Math.round(ms / HOUR_MS)
  if (hours < 1) return 'in less than an hour'
  if (hours >= IN_DAYS_FROM) return `in ${Math.round(hours / DAY_HOURS)} days`
  return hours === 1 ? 'in one hour' : `in ${hours} hours`
}
