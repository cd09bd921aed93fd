import { compareEntries } from '@outlast/contract/live/order'
import { autoFields } from '@outlast/contract/live/season-picks'
import type { SeasonEntry, SeasonView, SeasonWeek } from '@outlast/contract/live/wire'
import { optionalRules, teamsByWeek } from '@outlast/views'
import {
  costsEach,
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
  seasonResults,
  slotCount,
  stillApplies,
  teamsWithoutGame,
  type UserId,
  type WeekId,
  weekResults,
  type WeekResults,
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
  const { missedPick, lives, ...rules } = rulesOf(pool, week.contestId)
  const margins = seasonResults(pool, week.contestId).weeks.map((results) => results.margins)
  return {
    season_year: week.seasonYear,
    missed_pick: missedPick,
    lives,
    ...optionalRules(rules),
    weeks: weeks.map((round, i) => weekOf(pool, round, margins[i])),
    entries: [...pool.entries.values()].flatMap((entry) => entryOf(pool, entry, week, weeks, current) ?? []).sort(compareEntries),
  }
}

function weekOf(pool: PoolState, week: Round, margins: WeekResults['margins']): SeasonWeek {
  const vote = splitVoteOf(week)
  const { results, complete, lockPosition, firstLockPosition, playedLockPosition, absent } = weekResults(pool, week)
  const isCounted = rulesOf(pool, week.contestId).wipeOut !== 'share'
  const picks = slotCount(pool, week)
  const idle = teamsWithoutGame(gamesOf(pool, week), week.weekNumber)
  return {
    id: week.id,
    week_number: week.weekNumber,
    ...(picks > 1 && { picks }),
    is_locked: week.locked !== null,
    results: Object.fromEntries(results),
    ...(margins && { margins: Object.fromEntries(margins) }),
    is_complete: complete,
    left_teams: [...idle.left],
    ...(idle.onBye.length > 0 && { bye_teams: [...idle.onBye] }),
    lock_position: lockPosition,
    first_lock_position: firstLockPosition,
    played_lock_position: playedLockPosition,
    ...(isCounted && absent && { absent: [...absent] }),
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
  const shown = weeks.filter(isShown)
  const hiddenLosses = weeks.flatMap((week) => {
    const { results, slots } = weekResults(pool, week)
    const isOne = !costsEach(rulesOf(pool, contestId).slotLoss)
    const teams = facts.teamsOf(week.id)
    const waived = entry.waivedLosses.filter((loss) => loss.weekId === week.id)
    if (isShown(week) || (isOne && waived.some((loss) => stillApplies(loss, teams, slots)))) return []
    const lost = teams.filter((team) => results.get(team) === 'loss' && !waived.some((loss) => loss.team === team))
    return lost.slice(0, isOne ? 1 : undefined).map(() => week.weekNumber)
  })
  const waived = weeks.flatMap((week) =>
    isShown(week)
      ? entry.waivedLosses.filter((loss) => loss.weekId === week.id).map(({ team }) => ({ week: week.weekNumber, team }))
      : [],
  )
  const teams = teamsByWeek(shown.map((week) => [week.weekNumber, facts.teamsOf(week.id)]))
  const automatic = shown.flatMap((week) =>
    picksOf(entry, week.id).flatMap(({ assignedBy, team }) => (assignedBy === null ? [] : [{ week: week.weekNumber, team }])),
  )
  return {
    id: entry.id,
    name: entry.name ?? '',
    user_name: current.nameOf(entry.userId),
    created_position: joinedPosition,
    ...teams,
    ...autoFields(automatic, teams.more),
    missed: weeks.filter((week) => facts.hasMissed(week.id)).map((week) => week.weekNumber),
    forgiven: waived,
    eliminated_by_hand: facts.eliminatedByHandIn,
    hidden_losses: hiddenLosses,
  }
}
