import type { PickWithReceipt } from '@outlast/contract'
import { write } from '../api/client.ts'
import { rememberReceipt } from '../device/device-record.ts'
import { loadChunk } from '../lib/load-chunk.ts'

interface PickSubmission {
  readonly entryId: number
  readonly weekId: number
  /** Which of the picks of the week it is, from 1. */
  readonly slot: number
  readonly team: string
  /** The pick to change; null to create one. */
  readonly pickId: number | null
  /** The receipt of that pick. */
  readonly receipt: number | null
  /** Requests with the same key save the pick once. */
  readonly key: string
  /** Called when an attempt got no answer, before it is repeated. */
  readonly onUnanswered?: () => void
}

/** The version of a pick that does not exist yet. A request that arrives late then cannot replace a later pick. */
const NO_PICK = 0

/**
 * Creates or changes a pick.
 * @throws ApiError with the message to show; `version_conflict` when the pick to change has changed since
 */
export async function submitPick(submission: PickSubmission): Promise<PickWithReceipt> {
  const { entryId, weekId, slot, team, pickId, receipt, key, onUnanswered = () => {} } = submission
  const recorded =
    pickId === null
      ? await write(
          'submitPick',
          {
            body: { entry_id: entryId, week_id: weekId, ...(slot > 1 && { slot }), team_abbr: team },
            idempotencyKey: key,
            ifMatch: NO_PICK,
          },
          { onUnanswered },
        )
      : await write(
          'changePick',
          {
            params: { id: pickId },
            body: { team_abbr: team },
            idempotencyKey: key,
            ...(receipt !== null && { ifMatch: receipt }),
          },
          { onUnanswered },
        )
  rememberReceipt(recorded)
  void loadChunk(() => import('./notification-offer.ts')).then(
    ({ offerNotifications }) => offerNotifications(),
    () => {},
  )
  return recorded
}
