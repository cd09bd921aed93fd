import { weekLabel } from '@outlast/domain/rules'
import type { Replayed } from '@outlast/seasons/lab/replay'
import { formatCount, formatNumber } from '../../lib/numbers.ts'

/** How a season of the club ended. */
export interface SeasonEnd {
  /** The week that decided it; null when it ended without a champion. */
  readonly decidedWeek: number | null
  readonly champions: number
}

/** How a replayed season ends, and what else the rules did: `Over in Week 13a with one champion. 12 entries went out without a pick.` */
export function endingText(replayed: Replayed, actual?: SeasonEnd): string {
  const { outWithoutPick, tooLate, shortage } = replayed
  const said = [outcomeText(replayed, actual)]
  if (outWithoutPick > 0) said.push(`${formatCount(outWithoutPick, 'entry', 'entries')} went out without a pick.`)
  if (tooLate > 0) said.push(`${formatCount(tooLate, 'entry', 'entries')} came too late to join.`)
  if (shortage !== null) said.push(`${shortage}.`)
  return said.join(' ')
}

function outcomeText({ weeks, end, entries }: Replayed, actual: SeasonEnd | undefined): string {
  if (end === null) {
    const last = weeks.at(-1) ?? { alive: entries, weekNumber: 0 }
    return `${formatNumber(last.alive)} of ${formatNumber(entries)} were still in after Week ${weekLabel(last.weekNumber)}, to share the pot.`
  }
  const decided = actual?.decidedWeek ?? end.weekNumber
  const instead = decided === end.weekNumber ? '' : ` instead of Week ${weekLabel(decided)}`
  const share = end.isAgreed ? 'agreed to share' : 'share the title'
  const who = end.champions === 1 ? 'one champion' : `${formatNumber(end.champions)} who ${share}`
  return `Over in Week ${weekLabel(end.weekNumber)}${instead} with ${who}.`
}

/** Describes a replayed season in words, for screen readers. */
export function curveText(name: string, { weeks, entries }: Replayed): string {
  const counts = weeks.map(({ weekNumber, alive }) => `Week ${weekLabel(weekNumber)}: ${formatNumber(alive)}`)
  return `${name}: entries alive, of ${formatNumber(entries)}. ${counts.join(', ')}.`
}
