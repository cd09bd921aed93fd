import { weekLabel } from '@outlast/domain/rules'
import type { Consequences } from '@outlast/contract'
import type { ReactNode } from 'react'
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
  /** What the admin must know before the week opens. Without it the admin is asked only about what else would change. */
  readonly warning?: ReactNode
}

/** Another current week is what opening one is for. Anything else that would change is a question. */
const changesMore = (found: Consequences): boolean => hasConsequences({ ...found, current_week: null })

/**
 * Opens a week: adds it if the pool does not have it, makes it the current one, and fetches its games. Asks only if there is a
 * warning, or if it would change something else. Without its games the week opens all the same: an admin can fetch them later.
 */
export function useOpenWeek() {
  const confirmCalls = useConfirmCalls()
  const confirmSync = useConfirmSync()

  const questionOf = ({ season_year, week_number, warning }: WeekToOpen) => ({
    title: `Open week ${weekLabel(week_number)} of ${season_year}?`,
    message: warning,
    confirmLabel: `Open Week ${weekLabel(week_number)}`,
    danger: warning === undefined,
  })

  /** Resolves to the week's id; undefined if the admin declines. */
  const add = async (week: WeekToOpen): Promise<number | undefined> => {
    const { season_year, week_number, warning, id } = week
    if (id !== undefined) return id
    const body = { season_year, week_number }
    const onlyIf = warning === undefined ? { onlyIf: changesMore } : {}
    const confirmed = await confirmCalls(questionOf(week), [{ call: 'createWeek', body }], onlyIf)
    return confirmed && (await write('createWeek', { body, ...confirmed })).id
  }

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

  /** Resolves to false if the admin declines. A warning is shown once: before the week is added. */
  const makeCurrent = async (id: number, week: WeekToOpen): Promise<boolean> => {
    const body = { week_id: id }
    const isWarned = week.warning === undefined || week.id === undefined
    const question = isWarned
      ? { title: `Make week ${weekLabel(week.week_number)} the current week?`, confirmLabel: 'Set Current Week' }
      : questionOf(week)
    const onlyIf = isWarned ? { onlyIf: changesMore } : {}
    const confirmed = await confirmCalls(question, [{ call: 'setCurrentWeek', body }], onlyIf)
    if (confirmed === undefined) return false
    await write('setCurrentWeek', { body, ...confirmed })
    return true
  }

  return useAction(
    async (week: WeekToOpen): Promise<boolean> => {
      const id = await add(week)
      if (id === undefined) return false
      if (!(await makeCurrent(id, week))) return false
      toast(`Week ${weekLabel(week.week_number)} is open. ${await fetchGames(week)}`)
      return true
    },
    { fallback: 'Failed to create week' },
  )
}
