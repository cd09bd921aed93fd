import type { Week } from '@outlast/contract'
import type { RulesInfo } from '@outlast/contract/live'
import type { TeamUses } from '@outlast/domain/rules'
import { type Outlook, outlookWithoutSeason, usedTeams } from '@outlast/views'
import type { BoardEntry, BoardGame, BoardPick } from './board.ts'

/** The teams of an entry's other weeks that it has used as often as it can, with the week's number. */
export interface UsedTeams {
  readonly all: ReadonlyMap<string, number>
  /** Those of locked weeks. */
  readonly up: ReadonlyMap<string, number>
}

/** @param weeks the weeks of the pool */
export function usedTeamsIn(
  week: Parameters<typeof usedTeams>[1],
  picks: Parameters<typeof usedTeams>[0],
  weeks: readonly { readonly id: number; readonly is_locked: boolean }[],
  uses: TeamUses,
): UsedTeams {
  const inLocked = picks.filter(({ week_id }) => weeks.some(({ id, is_locked }) => id === week_id && is_locked))
  return { all: usedTeams(picks, week, uses), up: usedTeams(inLocked, week, uses) }
}

interface Known {
  readonly week: Week | null
  /** Null while they are not known. */
  readonly games: readonly BoardGame[] | null
  readonly rules: RulesInfo | null
}

export type JudgedEntry = Pick<BoardEntry, 'isPaid' | 'standing'>

/** Says what the rules make of an entry in a week, as far as REST tells; null where it does not. */
export function restOutlook(
  { week, games, rules }: Known,
  { isPaid, standing }: JudgedEntry,
  used: UsedTeams,
  picks: readonly BoardPick[],
  now: number,
): Outlook | null {
  if (week === null || games === null || rules === null || standing?.status !== 'alive') return null
  const entry = {
    isPaid: isPaid !== false,
    livesLost: standing.losses ?? 0,
    picks: picks.filter(({ usedIn }) => usedIn === null),
    used,
  }
  return outlookWithoutSeason({ week, games, rules }, entry, now)
}
