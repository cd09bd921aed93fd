import type { EventOfType, RecordedEvent } from '../events/events.ts'
import { bookEarlierMoney } from './money.ts'
import { unfreezeRulesWithoutLock } from './rules.ts'
import { endSplitVote } from './split-votes.ts'
import { patchSchedule } from './patches.ts'
import { mainContest, type Position, scheduleWeekId, type WeekId } from '../values/ids.ts'
import { leagueWeekOf, slateNumber } from '../values/week-number.ts'
import { type Entry, type PoolState, roundsOn } from '../state/state.ts'

/** Adds a week of the schedule and its round. The first round of a season opens the season's main contest. */
export function addRound(state: PoolState, { data, position, recordedAt }: EventOfType<'WeekAdded'> & RecordedEvent): void {
  const { weekId: id, seasonYear, weekNumber, lockTime, startsAt = null, splits } = data
  const contest = mainContest(seasonYear)
  const scheduleId = scheduleWeekId(id)
  state.lastIds.week = Math.max(state.lastIds.week, id)
  if (!state.contests.has(contest)) {
    state.contests.set(contest, { id: contest, seasonYear, rules: null, rulesAreFixed: false })
  }
  bookEarlierMoney(state, seasonYear)
  state.schedule.set(scheduleId, { id: scheduleId, seasonYear, weekNumber, startsAt, games: [], corrections: 0, turns: [] })
  state.rounds.set(id, {
    id,
    contestId: contest,
    scheduleId,
    seasonYear,
    weekNumber,
    lockTime,
    lockIsAutomatic: true,
    locked: null,
    firstLock: null,
    ineligibleTeams: [],
    picks: null,
    unmasked: false,
    unmaskReason: null,
    reopenings: 0,
    reopenedAfterReveal: false,
    summaryDigest: null,
    splitResult: null,
    createdAt: recordedAt,
    version: position,
  })
  if (splits !== undefined) renumber(state, splits, slateNumber(leagueWeekOf(weekNumber), 0), position)
}

/** Gives a week that was split the number of its week of the league again. */
export function rejoinRound(
  state: PoolState,
  { data: { action, weekId }, position }: EventOfType<'ActionUndone'> & RecordedEvent,
): void {
  const week = action === 'split' && weekId !== undefined ? state.rounds.get(weekId) : undefined
  if (week !== undefined) renumber(state, week.id, leagueWeekOf(week.weekNumber), position)
}

function renumber(state: PoolState, id: WeekId, weekNumber: number, version: Position): void {
  const round = state.rounds.get(id)
  if (round === undefined) return
  state.rounds.set(id, { ...round, weekNumber, version })
  patchSchedule(state, id, () => ({ weekNumber }))
  for (const entry of state.entries.values()) {
    const isRenumbered = (one: Entry['eliminatedByHand'][number]): boolean =>
      one.contestId === round.contestId && one.weekNumber === round.weekNumber
    if (!entry.eliminatedByHand.some(isRenumbered)) continue
    const eliminatedByHand = entry.eliminatedByHand.map((one) => (isRenumbered(one) ? { ...one, weekNumber } : one))
    state.entries.set(entry.id, { ...entry, eliminatedByHand })
  }
}

/** Removes a round, and its week of the schedule unless another contest plays on it. */
export function removeRound(state: PoolState, { data: { weekId } }: EventOfType<'WeekDeleted'>): void {
  const round = state.rounds.get(weekId)
  if (round === undefined) return
  state.rounds.delete(weekId)
  if (state.splitVote?.weekId === weekId) endSplitVote(state)
  if (state.pinnedSummary === weekId) state.pinnedSummary = null
  if (roundsOn(state, round.scheduleId).length === 0) state.schedule.delete(round.scheduleId)
  unfreezeRulesWithoutLock(state, round.contestId)
}
