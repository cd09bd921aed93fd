import { ApiError, type CallResult, type Consequences } from '@outlast/contract'
import { write } from '../api/client.ts'
import { type Action, useAction } from '../ui/forms/use-action.ts'
import type { Question } from '../ui/overlays/question-dialog.tsx'
import { type Confirmed, useConfirmCalls } from './confirm-call.tsx'
import { Changed } from './live-consequences.tsx'

type Synced = CallResult<'syncGames'>

const question = (hasChanged: boolean): Question => ({
  title: 'Take what ESPN reports now?',
  message: (
    <>
      <p>
        The automatic update waits for your answer, at most two minutes. What should not count has to be set by hand until then.
      </p>
      <Changed when={hasChanged} />
    </>
  ),
  confirmLabel: 'Update',
  danger: true,
})

/** New results are what a sync is for. Another final score than the one that counts is a question, and so is a lock that moves. */
const isCorrection = ({ corrections, locks, near_locks: near, reopens }: Consequences): boolean =>
  corrections.length + locks.length + near.length + reopens.length > 0

/** How often a sync is tried while results keep arriving. */
const ATTEMPTS = 3

/** Results also arrive on their own. So when a sync would change something else by now, it looks again, and asks only if it has to. */
async function writeUntilKnown(
  first: Confirmed,
  body: { readonly season_year: number; readonly week_number: number },
  confirmAgain: () => Promise<Confirmed | undefined>,
): Promise<Synced> {
  let confirmed = first
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write('syncGames', { body, ...confirmed })
    } catch (error) {
      const hasMovedOn = error instanceof ApiError && error.code === 'consequences_changed'
      const again = hasMovedOn && attempt < ATTEMPTS ? await confirmAgain() : undefined
      if (again === undefined) throw error
      confirmed = again
    }
  }
}

/** Returns a function that asks before a sync, if it is more than new results. Resolves to what must be sent with it. */
export function useConfirmSync() {
  const confirmCalls = useConfirmCalls()
  return (season_year: number, week_number: number, hasChanged = false): Promise<Confirmed | undefined> => {
    const call = { call: 'syncGames' as const, body: { season_year, week_number } }
    return confirmCalls(question(hasChanged), [call], { onlyIf: isCorrection, once: true })
  }
}

/**
 * Syncs the games of a week now. When that would correct a final score, lock a week or reopen one, it shows first what that changes.
 * @param onFailure gets the error of a failed sync
 */
export function useSyncGames(onFailure?: (error: unknown) => void): Action<[seasonYear: number, weekNumber: number], Synced> {
  const confirm = useConfirmSync()
  const sync = useAction(
    (season_year: number, week_number: number, confirmed: Confirmed) => {
      const body = { season_year, week_number }
      return writeUntilKnown(confirmed, body, () => confirm(season_year, week_number, true)).catch((error: unknown) => {
        onFailure?.(error)
        throw error
      })
    },
    {
      success: ({ created, updated, total }) => `Synced: ${created} created, ${updated} updated, ${total} total`,
      fallback: 'Failed to sync from ESPN',
    },
  )
  return {
    ...sync,
    run: async (seasonYear, weekNumber) => {
      const confirmed = await confirm(seasonYear, weekNumber)
      return confirmed && sync.run(seasonYear, weekNumber, confirmed)
    },
  }
}
