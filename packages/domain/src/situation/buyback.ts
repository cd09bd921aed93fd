import type { Time } from '../values/game-life.ts'
import type { ViolationCode } from '../values/violation-codes.ts'
import type { BuybackLapse } from '../values/lapse.ts'
import { decisiveLoss, type SeasonLoss } from '../standing/standing.ts'
import { comparedWithRule } from '../values/week-number.ts'
import type { BuybackFacts, OutlookFacts } from './facts.ts'

/** Why a loss that put an entry out cannot be bought back any more, or its request ended; undefined while it can (docs/rules.md §14.3). */
export function lapseOfLoss(
  { record, season, isDecided, isOver }: LapseFacts,
  isFor: (loss: SeasonLoss) => boolean,
): BuybackLapse | undefined {
  if (record.eliminatedByHandIn !== null) return { because: 'by_hand' }
  const decisive = decisiveLoss(record, season)
  if (decisive === undefined) return { because: 'back_in' }
  if (!isFor(decisive)) return { because: 'other_loss' }
  const next = season.weeks.find(({ weekNumber, lockPosition }) => weekNumber > decisive.weekNumber && lockPosition !== null)
  if (next !== undefined) return { because: 'next_lock', weekNumber: next.weekNumber }
  if (isDecided) return { because: 'season_decided' }
  return isOver ? { because: 'season_over' } : undefined
}

type LapseFacts = Pick<BuybackFacts, 'record' | 'season' | 'isDecided' | 'isOver'>

/** Whether the owner of an entry can ask to buy it back in: the loss that it is for, or why not. */
export function buybackChance(facts: BuybackFacts): { readonly loss: SeasonLoss } | { readonly refusal: ViolationCode } {
  const { rules, record, season, requests } = facts
  if (rules.buyback === null) return { refusal: 'no_buybacks' }
  const { maxPerEntry, untilWeek } = rules.buyback
  const loss = decisiveLoss(record, season)
  const lapse = lapseOfLoss(facts, () => true)
  if (loss === undefined || lapse?.because === 'by_hand') return { refusal: 'entry_not_out' }
  const isAsked = requests.some(({ status, isFor }) => status === 'requested' || loss.paysFor.some(isFor))
  const confirmed = requests.filter(({ status }) => status === 'confirmed').length
  if (isAsked || confirmed >= maxPerEntry) return { refusal: 'buyback_used' }
  const isLate = comparedWithRule(loss.weekNumber, untilWeek) === 'after'
  return isLate || lapse !== undefined ? { refusal: 'buyback_too_late' } : { loss }
}

/** The chance to buy an entry back in. */
export interface OpenBuyback<T extends Time> {
  /** The week whose lock ends it; null while the season has none ahead. */
  readonly until: { readonly weekNumber: number; readonly lockTime: T } | null
  readonly feeCents: number
  readonly currency: string | null
}

/** The chance to buy an entry back in, as long as the lock that ends it has not come; null if its owner cannot ask. */
export function buybackOf<T extends Time>(facts: OutlookFacts<T>, now: T): OpenBuyback<T> | null {
  const { rules, season, record, buyback, openWeeks } = facts
  if (buyback === null || rules.buyback === null) return null
  const chance = buybackChance({ rules, season, record, ...buyback })
  if ('refusal' in chance) return null
  const later = openWeeks.filter(({ weekNumber }) => weekNumber > chance.loss.weekNumber)
  const until = later.toSorted((a, b) => (a.lockTime < b.lockTime ? -1 : 1))[0] ?? null
  if (until !== null && now >= until.lockTime) return null
  return { until, feeCents: rules.buyback.feeCents, currency: rules.currency }
}
