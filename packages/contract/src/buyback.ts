import { weekLabel } from '@outlast/domain'
import type { BuybackLapse } from '@outlast/domain'

/** Returns an entry's last buyback of a season. */
export function currentBuyback<B extends { readonly season_year: number }>(
  buybacks: readonly B[],
  seasonYear: number | undefined,
): B | null {
  return buybacks.findLast((other) => other.season_year === seasonYear) ?? null
}

/** Why a request to buy an entry back in ended without an answer, on the wire. */
export interface Lapsed {
  readonly because: BuybackLapse['because']
  /** The week whose lock ended it; null unless it was a lock. */
  readonly week_number: number | null
}

/** Maps a lapse, also that of an event without a reason, which is from a release that ended requests only when their entries came back in. */
export function toLapsed({ because = 'back_in', weekNumber = null }: Partial<LapseData>): Lapsed {
  return { because, week_number: weekNumber }
}

interface LapseData {
  readonly because: BuybackLapse['because']
  readonly weekNumber: number | null
}

/** Returns the reason in words, to follow "because". */
export function lapseReason({ because, week_number: week }: Lapsed): string {
  switch (because) {
    case 'by_hand':
      return 'an admin put the entry out by hand'
    case 'back_in':
      return 'the entry is alive again'
    case 'other_loss':
      return 'the loss that it was for no longer puts the entry out'
    case 'next_lock':
      return `week ${week === null ? '–' : weekLabel(week)} locked`
    case 'season_decided':
      return 'the season is decided'
    case 'season_over':
      return 'the next season has begun'
    default:
      return because satisfies never
  }
}
