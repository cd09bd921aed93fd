import type { Instant } from '../values/instant.ts'
import { hasTeamBegun, hasWeekBegun } from '../state/begun-games.ts'
import type { PoolState, Round } from '../state/state.ts'
import type { TeamAbbr } from '../values/teams.ts'
import { isWeekClosed } from '../values/week.ts'
import { RuleViolation } from '../events/violation.ts'

// A result that is known is never handed out, or taken away, without a reason (docs/rules.md §3.3).

interface AdminsChange {
  /** The team that an entry gets, if it gets one. */
  readonly team?: TeamAbbr
  /** Whether a pick is replaced or deleted. */
  readonly replaces: boolean
  readonly reason: string | undefined
}

/**
 * Throws if an admin changes a pick without a reason although a result may be known. The pick that is replaced can be hidden, so its own game
 * never decides: as soon as any game of the week has begun, a pick is replaced with a reason only.
 */
export function requireReason(
  state: PoolState,
  week: Round,
  { team, replaces, reason = '' }: AdminsChange,
  siteNow: Instant,
): void {
  if (reason !== '') return
  const isLate = team !== undefined && (isWeekClosed(week, siteNow) || hasTeamBegun(state, week, team, siteNow))
  if (isLate || (replaces && hasWeekBegun(state, week, siteNow))) throw new RuleViolation('reason_required')
}
