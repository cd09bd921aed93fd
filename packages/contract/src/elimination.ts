import type { Standing } from '@outlast/domain'

/** Returns the fields that show a standing: whether the entry is out, and since which week. */
export function eliminationOf(standing: Standing | undefined): { is_eliminated: boolean; eliminated_week: number | null } {
  return standing?.status === 'out'
    ? { is_eliminated: true, eliminated_week: standing.eliminatedWeek }
    : { is_eliminated: false, eliminated_week: null }
}
