import {
  type EntryId,
  type Instant,
  instantToMs,
  POOL_TIME_ZONE,
  type PoolState,
  rulesForSeason,
  type Week,
} from '@outlast/domain'
import type { NoticeMessage } from './notify.ts'

const MAX_NAMED = 5
const HOUR_MS = 3_600_000

/** Writes the reminder about a member's entries that have no pick. It names entries, never teams. */
export function reminderMessage(pool: PoolState, week: Week, entryIds: readonly EntryId[], now: Instant): NoticeMessage {
  const names = entryIds.flatMap((id) => pool.entries.get(id)?.name ?? [])
  const whose = names.length === 1 ? `“${names[0]}” has no pick` : `${nameEntries(names)} have no pick`
  const { missedPick } = rulesForSeason(pool, week.seasonYear)
  const lock = describeTime(week.lockTime)
  return {
    title: `Your pick for week ${week.weekNumber} is missing`,
    summary: `${whose} for week ${week.weekNumber} yet. Picks close ${lock}${describeWait(pool, week, now)}.`,
    details: [CONSEQUENCES[missedPick]],
    path: '/',
    action: 'Make your pick',
  }
}

const CONSEQUENCES = {
  survives: 'An entry without a pick survives the week, but the team that you did not use will not come back.',
  eliminated: 'An entry without a pick loses the week.',
  auto: 'Without a pick, the pool picks a team for you at the lock.',
} as const

function nameEntries(names: readonly string[]): string {
  const quoted = names.slice(0, MAX_NAMED).map((name) => `“${name}”`)
  const more = names.length - quoted.length
  if (more > 0) return `${quoted.join(', ')} and ${more} more`
  return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1) ?? ''}`
}

/** Formats a time in New York, as all locks are announced. */
function describeTime(time: Instant): string {
  const local = Temporal.Instant.from(time).toZonedDateTimeISO(POOL_TIME_ZONE)
  const day = local.toLocaleString('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
  const clock = local.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' })
  return `on ${day} at ${clock} in New York`
}

/** Describes how long remains until the lock. Empty under a site-time override, when real time does not matter. */
function describeWait(pool: PoolState, week: Week, now: Instant): string {
  if (pool.siteClock.mode !== 'real') return ''
  const hours = Math.round((instantToMs(week.lockTime) - instantToMs(now)) / HOUR_MS)
  if (hours < 1) return ', in less than an hour'
  return hours === 1 ? ', in one hour' : `, in ${hours} hours`
}
