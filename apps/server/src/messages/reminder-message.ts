import {
  type EntryId,
  type Instant,
  instantToMs,
  picksOf,
  type PoolState,
  rulesOf,
  type Round,
  slotCount,
  weekLabel,
} from '@outlast/domain'
import { describeTime, describeWait } from '../lib/pool-time.ts'
import type { NoticeMessage } from './notify.ts'
import { listSome } from './words.ts'

const MAX_NAMED = 5

/** Writes the reminder about a member's entries that lack a pick. It names entries and numbers of picks, never teams. */
export function reminderMessage(pool: PoolState, week: Round, entryIds: readonly EntryId[], now: Instant): NoticeMessage {
  const entries = entryIds.flatMap((id) => pool.entries.get(id) ?? [])
  const { missedPick, slotLoss } = rulesOf(pool, week.contestId)
  const close = `Picks close ${describeTime(week.lockTime)}${describeRest(pool, week, now)}.`
  const picks = slotCount(pool, week)
  if (picks > 1) {
    const quoted = entries.map((entry) => `“${entry.name}” has ${picksOf(entry, week.id).length} of ${picks} picks`)
    return {
      title: `Picks for week ${weekLabel(week.weekNumber)} are missing`,
      summary: `${listSome(quoted, MAX_NAMED)} for week ${weekLabel(week.weekNumber)}. ${close}`,
      details: [
        slotLoss === 'each' && missedPick === 'eliminated' ? 'Each pick that is missing is a loss.' : FOR_EACH[missedPick],
      ],
      path: '/',
      action: 'Make your picks',
    }
  }
  const quoted = entries.map(({ name }) => `“${name}”`)
  return {
    title: `Your pick for week ${weekLabel(week.weekNumber)} is missing`,
    summary: `${listSome(quoted, MAX_NAMED)} ${quoted.length === 1 ? 'has' : 'have'} no pick for week ${weekLabel(week.weekNumber)} yet. ${close}`,
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

/** What follows in a week with several picks. */
const FOR_EACH = {
  survives: 'A pick that is missing costs nothing, but the team that you did not use will not come back.',
  eliminated: 'An entry that lacks a pick loses the week.',
  auto: 'For each pick that is missing, the pool picks a team for you at the lock.',
} as const

/** Describes how long remains until the lock. Empty under a site-time override, when real time does not matter. */
function describeRest(pool: PoolState, week: Round, now: Instant): string {
  return pool.siteClock.mode === 'real' ? `, ${describeWait(instantToMs(week.lockTime) - instantToMs(now))}` : ''
}
