import { picksOf } from '../state/entry-picks.ts'
import { hasPickOrMissed, patchEntry, restoreVoidPlans } from './entries.ts'
import { patchRound, patchSchedule } from './patches.ts'
import { freezeRules, unfreezeRulesWithoutLock } from './rules.ts'
import type { EventOfType, RecordedEvent } from '../events/events.ts'
import { participantsOf } from '../standing/participation.ts'
import { seasonResults } from '../standing/season-results.ts'
import type { Participant } from '../standing/season-table.ts'
import { enteredWeekAlive, isInWeekAtLock } from '../standing/standing.ts'
import type { Game } from '../values/game.ts'
import type { EntryId, WeekId } from '../values/ids.ts'
import {
  type FirstLock,
  gamesOf,
  hasMembersPick,
  mayMissFilter,
  type PoolState,
  type Round,
  tookPartFilter,
  weekOfPick,
} from '../state/state.ts'

// What locks and reopenings leave behind. What happens once is recorded once: a week's first lock that was not a rehearsal, who took
// part in it, and the rules of its season (docs/rules.md §2.6, §7.2).

export function lockWeek(state: PoolState, { data, position, siteTime }: EventOfType<'WeekLocked'> & RecordedEvent): void {
  const revealedMembersPick = hasMembersPick(state, data.weekId)
  const isRehearsal = !revealedMembersPick && (state.siteClock.mode !== 'real' || hasGeneratedPick(state, data.weekId))
  const mayMiss = mayMissFilter(state.rounds.get(data.weekId))
  const absent = absentFrom(state, data)
  patchRound(state, data.weekId, ({ firstLock }) => ({
    locked: { position, at: siteTime, merkleRoot: data.merkleRoot, revealedMembersPick, absent },
    firstLock: firstLock ?? (isRehearsal ? null : { position, tookPart: null, playedLock: null }),
    version: position,
  }))
  for (const id of data.missed.filter(mayMiss)) {
    patchEntry(state, id, (entry) => ({ missedWeeks: [...entry.missedWeeks, { weekId: data.weekId, lock: position }] }))
  }
  freezeRules(state, data.weekId)
}

/**
 * Returns the entries with a pick in a week that they were not alive for. Usually the lock's count of picks shows that there are none. It
 * also identifies the lock of an older version, which counted entries that were already out, as of this week or a later one.
 */
function absentFrom(state: PoolState, { weekId, picks }: EventOfType<'WeekLocked'>['data']): readonly EntryId[] {
  const round = state.rounds.get(weekId)
  const pickers = new Map<EntryId, number>()
  let found = 0
  for (const entry of state.entries.values()) {
    const count = picksOf(entry, weekId).length
    if (count > 0) pickers.set(entry.id, count)
    found += count
  }
  if (round === undefined || found === picks) return []
  const { contestId, weekNumber } = round
  const participants = participantsOf(state, seasonResults(state, contestId))
  const tookPart = tookPartFilter(round)
  const without = (isIn: (participant: Participant) => boolean): readonly EntryId[] => {
    const ids = new Set(participants.filter(isIn).map(({ entryId }) => entryId))
    return [...pickers.keys()].filter((id) => !ids.has(id)).sort((a, b) => a - b)
  }
  const absent = without(({ entryId, standing }) => isInWeekAtLock(standing, weekNumber, tookPart(entryId)))
  const left = absent.reduce((count, id) => count - (pickers.get(id) ?? 0), found)
  return left === picks ? absent : without(({ standing }) => enteredWeekAlive(standing, weekNumber))
}

/** Whether a week holds a pick that neither a member nor the rules made. */
function hasGeneratedPick(state: PoolState, id: WeekId): boolean {
  for (const entry of state.entries.values()) {
    if (picksOf(entry, id).some(({ byMember, assignedBy }) => !byMember && assignedBy === null)) return true
  }
  return false
}

export function reopenWeek(state: PoolState, { data, position }: EventOfType<'WeekReopened'> & RecordedEvent): void {
  // Its picks are hidden again, and a request names a team.
  state.waiting = state.waiting.filter(({ command }) => weekOfPick(command) !== data.weekId)
  patchRound(state, data.weekId, (week) => ({
    locked: null,
    firstLock: firstLockAfterReopening(state, week),
    reopenings: week.reopenings + 1,
    reopenedAfterReveal: week.reopenedAfterReveal || data.marked,
    version: position,
  }))
  const week = state.rounds.get(data.weekId)
  if (week === undefined) return
  if (data.resultsWait === true) {
    patchSchedule(state, week.scheduleId, ({ games }) => ({ games: games.map(whenReopened) }))
  }
  restoreVoidPlans(state, week)
  unfreezeRulesWithoutLock(state, week.contestId)
}

/** A game that is to come, for example because a rehearsal of it has just ended, has had no result. */
function whenReopened({ lastFinal, ...game }: Game): Game {
  const result = lastFinal === undefined || game.status === 'scheduled' ? {} : { lastFinal }
  return { ...game, ...result, finalByAdmin: false }
}

/** A lock under which games ended was no rehearsal, even if nobody had picked. What an admin set to final may be one. */
function firstLockAfterReopening(state: PoolState, week: Round): FirstLock | null {
  const { locked, firstLock } = week
  const games = gamesOf(state, week)
  const hasEnded = games.some(({ status, finalByAdmin }) => status === 'final' && !finalByAdmin)
  const position = firstLock?.position ?? (hasEnded ? locked?.position : undefined)
  if (position === undefined) return null
  const hasBegun = games.some(({ status }) => status === 'in_progress' || status === 'final')
  const part = entriesIn(state, week)
  const isPart = new Set(part)
  const { tookPart } = firstLock ?? { tookPart: null }
  return {
    position,
    tookPart: tookPart === null ? part : tookPart.filter((id) => isPart.has(id)),
    playedLock: firstLock?.playedLock ?? (hasBegun ? (locked?.position ?? null) : null),
  }
}

/** The entries that were in a locked week: they have picks or missed it, and were alive when it locked. */
function entriesIn(state: PoolState, { id, locked }: Round): readonly EntryId[] {
  const absent = new Set(locked?.absent)
  const found: EntryId[] = []
  for (const entry of state.entries.values()) {
    if (!absent.has(entry.id) && hasPickOrMissed(entry, id, locked)) found.push(entry.id)
  }
  return found.sort((a, b) => a - b)
}
