import { formatCount, formatNumber } from '../lib/numbers.ts'

/** Says who plays a season that was started, and who has not answered. */
export function answersText(joined: number, open: number): string {
  const total = joined + open
  const waiting = open === 0 ? '' : ` ${formatCount(open, 'entry has', 'entries have')} not answered.`
  return `${formatNumber(joined)} of ${formatCount(total, 'entry is', 'entries are')} in.${waiting}`
}
