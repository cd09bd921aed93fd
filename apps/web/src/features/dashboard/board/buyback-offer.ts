import type { PoolView, UserEntry, WeekInfo } from '@outlast/contract/live'
import type { Standing } from '@outlast/views'

/** The chance to buy an entry back in (docs/rules.md §14.3). */
export interface BuybackOffer {
  /** The week whose lock ends it; null when that week is not in the pool yet. */
  readonly untilWeek: Pick<WeekInfo, 'week_number' | 'lock_time'> | null
  readonly feeCents: number
  readonly currency: string | null
}

/** What ends the chance besides the time. */
interface Ended {
  /** Whether an admin put the entry out, whatever its own losses. */
  readonly isOutByHand: boolean
  readonly isSeasonDecided: boolean
}

/** Returns whether the owner may ask to buy an entry back in, apart from the time; the server decides in the end. */
export function buybackOffer(
  { buybacks }: Pick<UserEntry, 'buybacks'>,
  standing: Standing | null,
  { rules, weeks }: Pick<PoolView, 'rules' | 'weeks'>,
  current: Pick<WeekInfo, 'season_year'> | null,
  { isOutByHand, isSeasonDecided }: Ended,
): BuybackOffer | null {
  const rule = rules.buyback
  if (rule === null || current === null || standing?.status !== 'out' || isOutByHand || isSeasonDecided) return null
  const { eliminatedWeek } = standing
  const earlier = buybacks.filter((other) => other.season_year === current.season_year && other.status !== 'withdrawn')
  const isUsed = earlier.some((other) => other.status === 'requested' || other.week_number === eliminatedWeek)
  const confirmed = earlier.filter((other) => other.status === 'confirmed').length
  const later = weeks.filter((week) => week.season_year === current.season_year && week.week_number > eliminatedWeek)
  if (isUsed || confirmed >= rule.max_per_entry || eliminatedWeek > rule.until_week) return null
  if (later.some((week) => week.is_locked)) return null
  const untilWeek = later.toSorted((a, b) => (a.lock_time < b.lock_time ? -1 : 1))[0] ?? null
  return { untilWeek, feeCents: rule.fee_cents, currency: rules.currency }
}
