import { compareEntries } from '@outlast/contract/live/order'
import type { SeasonEntry, SeasonView, SeasonWeek } from '@outlast/contract/live/wire'
import {
  currentRound,
  type Entry,
  entryRecord,
  gamesOf,
  joinedSeasonAt,
  picksOf,
  type PoolState,
  type Round,
  roundsOf,
  rulesOf,
  teamsThatLeft,
  type UserId,
  type WeekId,
  weekResults,
} from '@outlast/domain'

/** Current data that a replay needs: names are not in the log, and what is hidden now stays hidden. */
export interface CurrentData {
  readonly nameOf: (user: UserId) => string
  /** Returns whether a week's picks are public now. They are hidden again if the week has been reopened since. */
  readonly isRevealed: (week: WeekId) => boolean
}

/** Returns the public view of the current season in an earlier pool, or undefined if it had no week. */
export function seasonViewOf(pool: PoolState, current: CurrentData): SeasonView | undefined {
  const week = currentRound(pool)
  if (week === undefined) return undefined
  const weeks = roundsOf(pool, week.contestId)
  const { missedPick, lives } = rulesOf(pool, week.contestId)
  return {
    season_year: week.seasonYear,
    missed_pick: missedPick,
    lives,
    weeks: weeks.map((round) => weekOf(pool, round)),
    entries: [...pool.entries.values()].flatMap((entry) => entryOf(pool, entry, week, weeks, current) ?? []).sort(compareEntries),
  }
}

function weekOf(pool: PoolState, week: Round): SeasonWeek {
  const vote = splitVoteOf(week)
  const { results, complete, lockPosition, firstLockPosition, playedLockPosition } = weekResults(pool, week)
  return {
    id: week.id,
    week_number: week.weekNumber,
    is_locked: week.locked !== null,
    results: Object.fromEntries(results),
    is_complete: complete,
    left_teams: [...teamsThatLeft(gamesOf(pool, week))],
    lock_position: lockPosition,
    first_lock_position: firstLockPosition,
    played_lock_position: playedLockPosition,
    ...(vote !== undefined && { split_vote: vote }),
  }
}

/** A vote that was open is not shown in a replay: only its result is part of the season. */
function splitVoteOf({ splitResult }: Round): SeasonWeek['split_vote'] {
  if (splitResult === null) return undefined
  const { entryIds, share, playOn, position } = splitResult
  return { entry_ids: entryIds, closed: { share, play_on: playOn, position } }
}

function entryOf(
  pool: PoolState,
  entry: Entry,
  { contestId, seasonYear }: Round,
  weeks: readonly Round[],
  current: CurrentData,
): SeasonEntry | undefined {
  const joinedPosition = joinedSeasonAt(pool, entry, seasonYear)
  if (joinedPosition === undefined) return undefined
  const facts = entryRecord(pool, entry, contestId)
  const isShown = (week: Round): boolean => week.locked !== null && current.isRevealed(week.id)
  const picked = weeks.flatMap((week) => {
    const team = facts.teamOf(week.id)
    return team === undefined ? [] : [{ week, team }]
  })
  const lost = picked.filter(({ week, team }) => !isShown(week) && weekResults(pool, week).results.get(team) === 'loss')
  const isLossWaived = (week: Round): boolean => entry.waivedLosses.some((loss) => loss.weekId === week.id)
  const waived = weeks.flatMap((week) =>
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
      .filter((week) => isShown(week) && picksOf(entry, week.id).some((pick) => pick.assignedBy !== null))
      .map((week) => week.weekNumber),
    missed: weeks.filter((week) => facts.hasMissed(week.id)).map((week) => week.weekNumber),
    forgiven: waived,
    eliminated_by_hand: facts.eliminatedByHandIn,
    hidden_losses: lost.filter(({ week }) => !isLossWaived(week)).map(({ week }) => week.weekNumber),
  }
}
