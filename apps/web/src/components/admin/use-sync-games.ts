import type { CallResult } from '@outlast/contract'
import { write } from '../../api/client.ts'
import { viewOf, useTopic } from '../../live/use-topic.ts'
import { type Action, useAction } from '../forms/use-action.ts'
import { type Confirmed, useConfirmCalls } from './confirm-call.tsx'

type Synced = CallResult<'syncGames'>

const QUESTION = {
  title: 'Take the corrected score?',
  message: 'ESPN reports another final score than the one that counts now.',
  confirmLabel: 'Sync',
  danger: true,
}

/**
 * Syncs the games of a week now. When that would correct a final score of a locked week, it shows first who goes out or comes back.
 * @param onFailure gets the error of a failed sync
 */
export function useSyncGames(onFailure?: (error: unknown) => void): Action<[seasonYear: number, weekNumber: number], Synced> {
  const pool = viewOf(useTopic('pool'))
  const confirmCalls = useConfirmCalls()
  const sync = useAction(
    (season_year: number, week_number: number, confirmed: Confirmed) =>
      write('syncGames', { body: { season_year, week_number }, ...confirmed }).catch((error: unknown) => {
        onFailure?.(error)
        throw error
      }),
    {
      success: ({ created, updated, total }) => `Synced: ${created} created, ${updated} updated, ${total} total`,
      fallback: 'Failed to sync from ESPN',
    },
  )
  const confirm = async (season_year: number, week_number: number): Promise<Confirmed | undefined> => {
    const week = pool?.weeks.find((other) => other.season_year === season_year && other.week_number === week_number)
    if (week?.is_locked !== true) return {}
    const call = { call: 'syncGames' as const, body: { season_year, week_number } }
    return confirmCalls(QUESTION, [call], { onlyIf: ({ corrections }) => corrections.length > 0 })
  }
  return {
    ...sync,
    run: async (seasonYear, weekNumber) => {
      const confirmed = await confirm(seasonYear, weekNumber)
      return confirmed && sync.run(seasonYear, weekNumber, confirmed)
    },
  }
}
