import type { Replayed } from '@outlast/seasons/lab/replay'
import { formatCount, formatNumber } from '../../lib/numbers.ts'

/** How a season of the club ended. */
export interface SeasonEnd {
  /** The week that decided it; null when it ended without a champion. */
  readonly decidedWeek: number | null
  readonly champions: number
}

/** How a replayed season ends, and what forgotten picks did: `Over in Week 15 with one champion. 12 of 1,000 went out …`. */
export function endingText({ alive, champions, entries, outByMissedPick }: Replayed, actual?: SeasonEnd): string {
  const weeks = alive.length
  const decided = actual?.decidedWeek ?? weeks
  const instead = decided === weeks ? '' : ` instead of Week ${decided}`
  const left = alive.at(-1) ?? 0
  const end =
    champions === null
      ? `${formatNumber(left)} of ${formatNumber(entries)} were still in after Week ${weeks}, to share the pot.`
      : `Over in Week ${weeks}${instead} with ${champions === 1 ? 'one champion' : `${formatNumber(champions)} who share the title`}.`
  if (outByMissedPick === 0) return end
  return `${end} ${formatCount(outByMissedPick, 'entry', 'entries')} went out with a forgotten pick.`
}

/** A replayed season for those who cannot see its curve. */
export function curveText(name: string, { alive, entries }: Replayed): string {
  const weeks = alive.map((count, index) => `Week ${index + 1}: ${formatNumber(count)}`)
  return `${name}: entries alive, of ${formatNumber(entries)}. ${weeks.join(', ')}.`
}
