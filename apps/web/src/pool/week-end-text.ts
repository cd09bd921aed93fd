import { isStillOpen } from '@outlast/domain/rules'
import { easternDay, easternWeekday } from '../clock/format.ts'
import type { ScheduledGame } from './pool-text.ts'

const DAYS_AHEAD_MS = 6 * 86_400_000

/**
 * Says when the last game of a week ends: "tonight", "on Monday", or "when the week ends" where nobody knows.
 * @param now site time in milliseconds
 */
export function weekEndText(
  games: readonly Pick<ScheduledGame, 'status' | 'phase' | 'start_time' | 'kickoff_known'>[],
  now: number,
): string {
  const open = games.filter(isStillOpen)
  const last = open
    .map(({ start_time: start }) => start)
    .toSorted()
    .at(-1)
  const isKnown = open.every(({ status, kickoff_known: isKickoffKnown }) => isKickoffKnown && status !== 'postponed')
  if (last === undefined || !isKnown) return 'when the week ends'
  const kickoff = Date.parse(last)
  if (kickoff <= now || easternDay(last) === easternDay(new Date(now).toISOString())) return 'tonight'
  return kickoff - now < DAYS_AHEAD_MS ? `on ${easternWeekday(last)}` : 'when the week ends'
}
