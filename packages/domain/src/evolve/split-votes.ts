import { type Handlers, patchRound } from './patches.ts'
import type { EventOfType, RecordedEvent } from '../events/events.ts'
import type { PoolState } from '../state/state.ts'
import { splitVoteClose } from '../values/split-vote.ts'

/** What votes on sharing the pot change. */
export const SPLIT_VOTE_HANDLERS = {
  SplitVoteOpened: (state, { data }) => {
    endSplitVote(state)
    state.splitVote = { ...data, isCutShort: false }
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

/** Before a lock moves: if it moves so close that the time to vote is over, it cuts the vote short. */
export function cutSplitVoteShort(state: PoolState, { data, recordedAt }: EventOfType<'LockTimeChanged'> & RecordedEvent): void {
  const vote = state.splitVote
  if (vote?.weekId !== data.weekId || state.rounds.get(data.weekId)?.lockTime === data.lockTime) return
  state.splitVote = { ...vote, isCutShort: splitVoteClose(data.lockTime) <= recordedAt }
}
