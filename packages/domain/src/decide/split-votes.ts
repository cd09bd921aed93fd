import { does } from '../events/event-table.ts'
import { createEvent, type PoolEvent } from '../events/events.ts'
import { participantsOf, seasonOutcome } from '../standing/participation.ts'
import { seasonResults } from '../standing/season-results.ts'
import type { EntryId } from '../values/ids.ts'
import { currentRound, type PoolState, type Round, rulesOf, type SplitVote } from '../state/state.ts'
import { type Instant } from '../values/instant.ts'
import { type SplitVoteEnd, splitVoteClose } from '../values/split-vote.ts'
import { comparedWithRule } from '../values/week-number.ts'
import { accept, type Decider, reject, requireOwnEntry } from './context.ts'
import { RuleViolation } from '../events/violation.ts'

// Votes on sharing the pot (docs/rules.md §18). They are held in real time: while an admin overrides site time, nothing happens to them,
// so that nobody can hurry a vote to see it, and a rehearsal leaves it as it was.

/** Votes for an entry, or takes its vote back. The same vote again records nothing. */
export const castSplitVote: Decider<'CastSplitVote'> = (state, { entryId, choice }, context) => {
  const entry = requireOwnEntry(state, context, entryId)
  const vote = state.siteClock.mode === 'real' ? state.splitVote : null
  if (vote?.entryIds.includes(entryId) !== true) return reject('no_split_vote')
  // Decides before the vote is looked at: one that changes nothing would reveal the sealed one.
  if (state.seals.has(entry.userId)) throw new RuleViolation('picks_sealed')
  if ((state.splitBallots.get(entryId)?.choice ?? null) === choice) return accept()
  return accept(createEvent('SplitVoteCast', { weekId: vote.weekId, entryId, choice }))
}

/** Whether these events may change who can vote. */
export function mayChangeSplitVote(events: readonly PoolEvent[]): boolean {
  return events.some((event) => event.type === 'EntryCreated' || !does(event, 'lapses_nothing'))
}

/** Returns the end of the open vote if its time is over. The end comes before everything else that happens at that time or later. */
export function dueSplitVote(state: PoolState, now: Instant): readonly PoolEvent[] {
  return isSplitVoteDue(state, now) ? changeOfSplitVote(state, now) : []
}

/** Whether the time of the open vote is over. */
export function isSplitVoteDue(state: PoolState, now: Instant): boolean {
  const closes = nextSplitVoteClose(state)
  return closes !== undefined && now >= closes
}

/** Returns the real time at which the open vote closes; undefined without one, and while site time is overridden. */
export function nextSplitVoteClose({ splitVote, siteClock, rounds }: PoolState): Instant | undefined {
  const week = splitVote === null || siteClock.mode !== 'real' ? undefined : rounds.get(splitVote.weekId)
  return week && splitVoteClose(week.lockTime)
}

/** Returns the end or the beginning of a vote, if one is due. Both can be due, one after the other. */
export function changeOfSplitVote(state: PoolState, now: Instant): readonly PoolEvent[] {
  if (state.siteClock.mode !== 'real') return []
  const week = currentRound(state)
  if (state.splitVote !== null) return endOf(state, state.splitVote, week, now)
  const voters = week === undefined ? [] : votersIn(state, week)
  if (week === undefined || voters.length === 0 || now >= splitVoteClose(week.lockTime)) return []
  return [createEvent('SplitVoteOpened', { weekId: week.id, seasonYear: week.seasonYear, entryIds: voters })]
}

function endOf(state: PoolState, vote: SplitVote, week: Round | undefined, now: Instant): readonly PoolEvent[] {
  const { weekId, seasonYear, entryIds } = vote
  const end = (because: SplitVoteEnd): readonly PoolEvent[] => [createEvent('SplitVoteEnded', { weekId, seasonYear, because })]
  if (vote.isCutShort) return end('lock_moved')
  if (week?.id !== weekId) return end('other_week')
  if (JSON.stringify(rulesOf(state, week.contestId)) !== JSON.stringify(vote.rules)) return end('rules')
  if (votersIn(state, week).join() !== entryIds.join()) return end('standings')
  if (now < splitVoteClose(week.lockTime)) return []
  const votedFor = (choice: 'share' | 'play_on') => entryIds.filter((id) => state.splitBallots.get(id)?.choice === choice)
  const votes = { share: votedFor('share'), playOn: votedFor('play_on') }
  return [createEvent('SplitVoteClosed', { weekId, seasonYear, entryIds, ...votes })]
}

/** Returns the entries that can vote in a week, in the order of their ids; none, if there is no vote in it. */
function votersIn(state: PoolState, week: Round): readonly EntryId[] {
  const rule = rulesOf(state, week.contestId).split
  if (rule === null || week.locked !== null || week.splitResult !== null) return []
  if (comparedWithRule(week.weekNumber, rule.fromWeek) === 'before') return []
  const season = seasonResults(state, week.contestId)
  if (seasonOutcome(state, season).status === 'finished') return []
  const participants = participantsOf(state, season)
  const alive = participants.filter(({ standing }) => standing.status === 'alive')
  const isOffered = alive.length >= 2 && alive.length <= rule.atMost && alive.length < participants.length
  return isOffered ? alive.map(({ entryId }) => entryId) : []
}
