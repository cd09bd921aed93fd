import { ApiError, pickErrorMessage } from '@outlast/contract'
import { write } from '../../../api/client.ts'

/** What is to be picked, and what it replaces. */
export interface Submission {
  readonly entryId: number
  readonly weekId: number | null
  readonly team: string | null
  readonly pickId: number | null
}

/**
 * Sends a pick: a new one, or another team for the one there is.
 * @throws ApiError with the sentence to show
 */
export async function submitPick({ entryId, weekId, team, pickId }: Submission): Promise<void> {
  if (weekId === null) throw new ApiError('No current week')
  if (team === null) throw new ApiError('Select a team')
  try {
    if (pickId === null) await write('submitPick', { body: { entry_id: entryId, week_id: weekId, team_abbr: team } })
    else await write('changePick', { params: { id: pickId }, body: { team_abbr: team } })
  } catch (error) {
    throw inWords(error)
  }
}

/** No answer at all is said of the whole, not of the call that happened to be made (pool.md §8). */
function inWords(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const message = error.code === 'network' ? 'Failed to submit pick' : pickErrorMessage(error.message)
  return new ApiError(message, { status: error.status, code: error.code, cause: error })
}
