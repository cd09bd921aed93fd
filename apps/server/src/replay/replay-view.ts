import { compareEntries } from '@outlast/contract/live/order'
import type { SeasonEntry, SeasonView, SeasonWeek } from '@outlast/contract/live/wire'
import {
  currentWeek,
  type Entry,
  entryRecord,
  joinedSeasonAt,
  type PoolState,
  rulesForSeason,
  type UserId,
  type Week,
  weekResults,
  type WeekId,
  weeksOfSeason,
} from '@outlast/domain'

/** Current data that a replay needs: names are not in the log, and what is hidden now stays hidden. */
export interface CurrentData {
  readonly nameOf: (user: UserId) => string
  /** Returns whether a week's picks are public now. They are hidden again if the week has been reopened since. */
  readonly isRevealed: (week: WeekId) => boolean
}

/** Returns the public view of the current season in an earlier pool, or undefined if it had no week. */
export function seasonViewOf(pool: PoolState, current: CurrentData): SeasonView | undefined {
  const week = currentWeek(pool)
  if (week === undefined) return undefined
  const weeks = weeksOfSeason(pool, week.seasonYear)
  const { missedPick, lives } = rulesForSeason(pool, week.seasonYear)
  return {
    season_year: week.seasonYear,
    missed_pick: missedPick,
    lives,
    weeks: weeks.map(weekOf),
    entries: [...pool.entries.values()].flatMap((entry) => entryOf(pool, entry, weeks, current) ?? []).sort(compareEntries),
  }
}

function weekOf(week: Week): SeasonWeek {
  const { results, complete, lockPosition } = weekResults(week)
  return {
    id: week.id,
    week_number: week.weekNumber,
    is_locked: week.locked !== null,
    results: Object.fromEntries(results),
    is_complete: complete,
    lock_position: lockPosition,
  }
}

function entryOf(pool: PoolState, entry: Entry, weeks: readonly Week[], current: CurrentData): SeasonEntry | undefined {
  const seasonYear = weeks[0]?.seasonYear ?? 0
  const joinedPosition = joinedSeasonAt(pool, entry, seasonYear)
  if (joinedPosition === undefined) return undefined
  const facts = entryRecord(pool, entry, seasonYear)
  const isShown = (week: Week): boolean => week.locked !== null && current.isRevealed(week.id)
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
    user_name: current.nameOf(entry.userId),
    created_position: joinedPosition,
    picks: Object.fromEntries(picked.filter(({ week }) => isShown(week)).map(({ week, team }) => [week.weekNumber, team])),
    auto: weeks
      .filter((week) => isShown(week) && entry.picks.some((pick) => pick.weekId === week.id && pick.assignedBy !== null))
      .map((week) => week.weekNumber),
    missed: weeks.filter((week) => facts.hasMissed(week.id)).map((week) => week.weekNumber),
    forgiven,
    eliminated_by_hand: entry.eliminatedByHand.find((hand) => hand.seasonYear === seasonYear)?.weekNumber ?? null,
    hidden_losses: lost.filter(({ week }) => !isLossWaived(week)).map(({ week }) => week.weekNumber),
  }
}
