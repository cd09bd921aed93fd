import { type AuditLines, line } from './audit-line.ts'
import { SPLIT_VOTE_END_WORDS } from './audit-words.ts'
import { count } from '../words.ts'

/** How the audit trail shows votes on sharing. */
export const SPLIT_VOTE_LINES = {
  SplitVoteOpened: line(
    ({ seasonYear, entryIds }) => ({ season_year: seasonYear, entry_ids: [...entryIds] }),
    ({ entry_ids }, { week }) => `A vote on sharing opened in ${week}, for ${count(entry_ids.length, 'entry', 'entries')}`,
  ),
  // As secret as a ranking: what counts is in the event of the close.
  SplitVoteCast: line(
    () => ({}),
    (_, { actor, entry }) => `${actor} voted on sharing for ${entry}`,
  ),
  SplitVoteEnded: line(
    ({ seasonYear, because }) => ({ season_year: seasonYear, because }),
    ({ because }, { week }) => `The vote on sharing in ${week} ended without a result, because ${SPLIT_VOTE_END_WORDS[because]}`,
  ),
  SplitVoteClosed: line(
    ({ seasonYear, entryIds, share, playOn }) => ({
      season_year: seasonYear,
      entry_ids: [...entryIds],
      share_ids: [...share],
      play_on_ids: [...playOn],
    }),
    ({ entry_ids, share_ids }, { week }) =>
      share_ids.length === entry_ids.length
        ? `All ${share_ids.length} entries that were alive in ${week} agreed to share`
        : `The vote on sharing in ${week} failed: ${share_ids.length} of ${entry_ids.length} entries voted for it`,
  ),
} satisfies Partial<AuditLines>
