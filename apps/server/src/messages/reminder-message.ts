import { type EntryId, type Instant, instantToMs, type PoolState, rulesOf, type Round } from '@outlast/domain'
import { describeTime, describeWait } from '../lib/pool-time.ts'
import type { NoticeMessage } from './notify.ts'

const MAX_NAMED = 5

/** Writes the reminder about a member's entries that have no pick. It names entries, never teams. */
export function reminderMessage(pool: PoolState, week: Round, entryIds: readonly EntryId[], now: Instant): NoticeMessage {
  const names = entryIds.flatMap((id) => pool.entries.get(id)?.name ?? [])
  const whose = names.length === 1 ? `“${names[0]}” has no pick` : `${nameEntries(names)} have no pick`
  const { missedPick } = rulesOf(pool, week.contestId)
  const lock = describeTime(week.lockTime)
  return {
    title: `Your pick for week ${week.weekNumber} is missing`,
    summary: `${whose} for week ${week.weekNumber} yet. Picks close ${lock}${describeRest(pool, week, now)}.`,
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

/** Describes how long remains until the lock. Empty under a site-time override, when real time does not matter. */
function describeRest(pool: PoolState, week: Round, now: Instant): string {
  return pool.siteClock.mode === 'real' ? `, ${describeWait(instantToMs(week.lockTime) - instantToMs(now))}` : ''
}
