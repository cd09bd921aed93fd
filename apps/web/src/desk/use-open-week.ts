import { weekLabel } from '@outlast/domain/rules'
import type { Consequences } from '@outlast/contract'
import { errorMessage, write } from '../api/client.ts'
import { formatCount } from '../lib/numbers.ts'
import { useAction } from '../ui/forms/use-action.ts'
import { toast } from '../ui/toast.tsx'
import { useConfirmCalls } from './confirm-call.tsx'
import { hasConsequences } from './consequence-text.ts'
import { useConfirmSync } from './use-sync-games.tsx'

/** A week to open. */
export interface WeekToOpen {
  readonly season_year: number
  readonly week_number: number
  /** The week's id if it was added before. */
  readonly id?: number | undefined
}

/** Another current week is what opening one is for. Anything else that would change is a question. */
const changesMore = (found: Consequences): boolean => hasConsequences({ ...found, current_week: null })

/**
 * Opens a week: adds it as the current one, or makes it that if the pool has it, and fetches its games. Asks only if more would change.
 * Without its games the week opens all the same: an admin can fetch them later.
 */
export function useOpenWeek() {
  const confirmCalls = useConfirmCalls()
  const confirmSync = useConfirmSync()

  const fetchGames = async ({ season_year, week_number }: WeekToOpen): Promise<string> => {
    try {
      const confirmed = await confirmSync(season_year, week_number)
      if (confirmed === undefined) return 'Its games are missing: fetch them under Weeks & Locks'
      const { total } = await write('syncGames', { body: { season_year, week_number }, ...confirmed })
      return total === 0 ? 'Its games are not known yet' : `It has ${formatCount(total, 'game')}`
    } catch (error) {
      return `Its games are missing: ${errorMessage(error, 'fetch them under Weeks & Locks')}`
    }
  }

  /** Resolves to false if the admin declines. */
  const open = async ({ season_year, week_number, id }: WeekToOpen): Promise<boolean> => {
    const name = `Week ${weekLabel(week_number)}`
    const question = { title: `Open ${name.toLowerCase()} of ${season_year}?`, confirmLabel: `Open ${name}` }
    if (id !== undefined) {
      const body = { week_id: id }
      const confirmed = await confirmCalls(question, [{ call: 'setCurrentWeek', body }], { onlyIf: changesMore })
      return confirmed !== undefined && (await write('setCurrentWeek', { body, ...confirmed })) !== undefined
    }
    const body = { season_year, week_number, make_current: true }
    const confirmed = await confirmCalls(question, [{ call: 'createWeek', body }], { onlyIf: changesMore })
    return confirmed !== undefined && (await write('createWeek', { body, ...confirmed })) !== undefined
  }

  return useAction(
    async (week: WeekToOpen): Promise<boolean> => {
      if (!(await open(week))) return false
      toast(`Week ${weekLabel(week.week_number)} is open. ${await fetchGames(week)}`)
      return true
    },
    { fallback: 'Failed to create week' },
  )
}
