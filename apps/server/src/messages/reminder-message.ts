import { withoutPickText } from '@outlast/contract/situation/situation-text'
import {
  currentSiteTime,
  type Entry,
  type EntryId,
  type Instant,
  instantToMs,
  picksOf,
  type PoolState,
  publicOutlook,
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
  const close = `Picks close ${describeTime(week.lockTime)}${describeRest(pool, week, now)}.`
  const picks = slotCount(pool, week)
  if (picks > 1) {
    const quoted = entries.map((entry) => `“${entry.name}” has ${picksOf(entry, week.id).length} of ${picks} picks`)
    return {
      title: `Picks for week ${weekLabel(week.weekNumber)} are missing`,
      summary: `${listSome(quoted, MAX_NAMED)} for week ${weekLabel(week.weekNumber)}. ${close}`,
      details: consequences(pool, week, entries, now),
      path: '/',
      action: 'Make your picks',
    }
  }
  const quoted = entries.map(({ name }) => `“${name}”`)
  return {
    title: `Your pick for week ${weekLabel(week.weekNumber)} is missing`,
    summary: `${listSome(quoted, MAX_NAMED)} ${quoted.length === 1 ? 'has' : 'have'} no pick for week ${weekLabel(week.weekNumber)} yet. ${close}`,
    details: consequences(pool, week, entries, now),
    path: '/',
    action: 'Make your pick',
  }
}

/** Says what follows for each entry; once, if the same follows for all. */
function consequences(pool: PoolState, week: Round, entries: readonly Entry[], now: Instant): readonly string[] {
  const siteNow = currentSiteTime(pool, now)
  const byText = Map.groupBy(entries, (entry) => withoutPickText(publicOutlook(pool, entry, week, siteNow)) ?? NOTHING)
  if (byText.size === 1) return [...byText.keys()]
  return [...byText].map(
    ([text, those]) =>
      `${listSome(
        those.map(({ name }) => `“${name}”`),
        MAX_NAMED,
      )}: ${text}`,
  )
}

const NOTHING = 'A pick that is missing costs nothing, but the team that you did not use will not come back.'

/** Describes how long remains until the lock. Empty under a site-time override, when real time does not matter. */
function describeRest(pool: PoolState, week: Round, now: Instant): string {
  return pool.siteClock.mode === 'real' ? `, ${describeWait(instantToMs(week.lockTime) - instantToMs(now))}` : ''
}
