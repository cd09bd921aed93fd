import type { Audience } from '../values/audience.ts'
import type { VisiblePool } from '../hidden.ts'
import type { UserId } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import { bookSeasonOf, duesOf } from '../money/money.ts'
import { participantsOf, paymentFor, renewableSeason } from '../standing/participation.ts'
import { seasonResults } from '../standing/season-results.ts'
import { currentRound, type Entry, type PoolState } from '../state/state.ts'
import { membersWithoutPick, weekToRemindOf } from './plan-reminders.ts'

/** Returns the members of an audience, as far as the asking admin may know. Unlike reminders, a broadcast reaches everybody under a site-time override too. */
export function audienceOf(state: VisiblePool, audience: Audience, siteNow: Instant): ReadonlySet<UserId> {
  switch (audience) {
    case 'all':
      return new Set([...state.users.values()].map(({ id }) => id))
    case 'admins':
      return new Set([...state.users.values()].flatMap(({ id, isAdmin }) => (isAdmin ? [id] : [])))
    case 'alive':
      return ownersOf(participants(state).flatMap(({ entry, standing }) => (standing.status === 'out' ? [] : [entry])))
    case 'no_pick': {
      const week = weekToRemindOf(state, siteNow)
      return new Set(week === undefined ? [] : membersWithoutPick(state, week, siteNow, () => true).keys())
    }
    case 'unpaid':
      return ownersOf([...state.entries.values()].filter((entry) => isUnpaid(state, entry)))
    case 'not_renewed':
      return ownersOf([...state.entries.values()].filter((entry) => renewableSeason(state, entry) !== undefined))
  }
}

function participants(state: PoolState) {
  const week = currentRound(state)
  return week === undefined ? [] : participantsOf(state, seasonResults(state, week.contestId))
}

/** Whether an entry is not marked as paid in the season whose books are open, or still owes something there, such as a buyback. */
function isUnpaid(state: PoolState, entry: Entry): boolean {
  const season = bookSeasonOf(state, entry)
  return (season === null ? entry.payment : paymentFor(entry, season)) === null || duesOf(state, entry.id, season).dueCents > 0
}

function ownersOf(entries: readonly Entry[]): ReadonlySet<UserId> {
  return new Set(entries.map(({ userId }) => userId))
}
