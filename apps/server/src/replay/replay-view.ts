import { compareEntries } from '@outlast/contract/live/order'
import type { SeasonEntry, SeasonView, SeasonWeek } from '@outlast/contract/live/wire'
import {
  currentWeek,
  type Entry,
  entryRecord,
  type PoolState,
  rulesForSeason,
  type UserId,
  type Week,
  weekResults,
  type WeekId,
  weeksOfSeason,
} from '@outlast/domain'

/** What a replay needs to know of today: names are not in the log, and what is hidden today stays hidden. */
export interface Today {
  readonly nameOf: (user: UserId) => string
  /** Whether a week's picks are public now. A week that was reopened hides again what an old position would show. */
  readonly isRevealed: (week: WeekId) => boolean
}

/** The current season's public view of a pool as it stood; without any week, an empty one. */
export function seasonViewOf(pool: PoolState, today: Today): SeasonView | undefined {
  const current = currentWeek(pool)
  if (current === undefined) return undefined
  const weeks = weeksOfSeason(pool, current.seasonYear)
  return {
    season_year: current.seasonYear,
    missed_pick: rulesForSeason(pool, current.seasonYear).missedPick,
    weeks: weeks.map(weekOf),
    entries: [...pool.entries.values()].map((entry) => entryOf(pool, entry, weeks, today)).sort(compareEntries),
  }
}

function weekOf(week: Week): SeasonWeek {
  const { results, complete } = weekResults(week)
  return {
    id: week.id,
    week_number: week.weekNumber,
    is_locked: week.locked !== null,
    results: Object.fromEntries(results),
    is_complete: complete,
  }
}

function entryOf(pool: PoolState, entry: Entry, weeks: readonly Week[], today: Today): SeasonEntry {
  const seasonYear = weeks[0]?.seasonYear ?? 0
  const facts = entryRecord(pool, entry, seasonYear)
  const isShown = (week: Week): boolean => week.locked !== null && today.isRevealed(week.id)
  const picked = weeks.flatMap((week) => {
    const team = facts.teamOf(week.id)
    return team === undefined ? [] : [{ week, team }]
  })
  const lost = picked.filter(({ week, team }) => !isShown(week) && weekResults(week).results.get(team) === 'loss')
  const isLossWaived = (week: Week): boolean => entry.waivedLosses.some((loss) => loss.weekId === week.id)
  const forgiven = weeks.flatMap((week) =>
    isShown(week)
      ? entry.waivedLosses.filter((loss) => loss.weekId === week.id).map(({ team }) => ({ week: week.weekNumber, team }))
      : [],
  )
  return {
    id: entry.id,
    name: entry.name ?? '',
    user_name: today.nameOf(entry.userId),
    picks: Object.fromEntries(picked.filter(({ week }) => isShown(week)).map(({ week, team }) => [week.weekNumber, team])),
    missed: weeks.filter((week) => facts.hasMissed(week.id)).map((week) => week.weekNumber),
    forgiven,
    eliminated_by_hand: entry.eliminatedByHand.find((hand) => hand.seasonYear === seasonYear)?.weekNumber ?? null,
    hidden_losses: lost.filter(({ week }) => !isLossWaived(week)).map(({ week }) => week.weekNumber),
  }
}
