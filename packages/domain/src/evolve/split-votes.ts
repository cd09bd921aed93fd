import { type Handlers, patchRound } from './patches.ts'
import type { EventOfType, RecordedEvent } from '../events/events.ts'
import { type PoolState, rulesOf } from '../state/state.ts'
import { splitVoteClose } from '../values/split-vote.ts'

/** What votes on sharing the pot change. */
export const SPLIT_VOTE_HANDLERS = {
  SplitVoteOpened: (state, { data }) => {
    endSplitVote(state)
    const week = state.rounds.get(data.weekId)
    if (week === undefined) return
    const rules = rulesOf(state, week.contestId)
    state.splitVote = { ...data, rules, announcedClose: splitVoteClose(week.lockTime), isCutShort: false }
  },
  SplitVoteCast: (state, { data: { entryId, choice }, position }) => {
    if (choice === null) state.splitBallots.delete(entryId)
    else state.splitBallots.set(entryId, { choice, version: position })
  },
  SplitVoteEnded: endSplitVote,
  SplitVoteClosed: (state, { data: { weekId, entryIds, share, playOn }, position }) => {
    endSplitVote(state)
    patchRound(state, weekId, () => ({ splitResult: { position, entryIds, share, playOn } }))
  },
} satisfies Partial<Handlers>

/** Forgets the open vote with all ballots. */
export function endSplitVote(state: PoolState): void {
  state.splitVote = null
  state.splitBallots.clear()
}

/**
 * Before a lock moves: if the vote would close at once, or earlier than it was to close when it began, it is cut short. Otherwise an admin
 * could let it close within seconds, read the votes, and move the lock back.
 */
export function cutSplitVoteShort(state: PoolState, { data, recordedAt }: EventOfType<'LockTimeChanged'> & RecordedEvent): void {
  const vote = state.splitVote
  if (vote?.weekId !== data.weekId || state.rounds.get(data.weekId)?.lockTime === data.lockTime) return
  const close = splitVoteClose(data.lockTime)
  state.splitVote = { ...vote, isCutShort: close < vote.announcedClose || close <= recordedAt }
}
