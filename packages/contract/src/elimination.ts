import type { Standing } from '@outlast/domain'

interface StandingFields {
  readonly is_eliminated: boolean
  readonly eliminated_week: number | null
  /** Null while the pool has no season. */
  readonly lives_left: number | null
  /** Lives lost, without waived losses. */
  readonly losses: number
}

/** Returns the fields that show a standing: whether the entry is out, since which week, and how many lives it has. */
export function eliminationOf(standing: Standing | undefined): StandingFields {
  const week = standing?.status === 'out' ? standing.eliminatedWeek : null
  return {
    is_eliminated: week !== null,
    eliminated_week: week,
    lives_left: standing?.livesLeft ?? null,
    losses: standing?.losses ?? 0,
  }
}
