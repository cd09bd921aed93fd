import { listText } from '@outlast/contract/words'
import { weekLabel } from '@outlast/domain/rules'
import type { HallSeason } from '@outlast/contract'
import { formatCount, formatNumber } from '../../lib/numbers.ts'

const MAX_NAMES = 12

/**
 * Lists names: `A, B and C`, or `A, B, C and 4 more`.
 * @param total how many there are, if `names` has only the first
 */
export function namesText(names: readonly string[], total = names.length): string {
  const shown = names.slice(0, MAX_NAMES)
  const more = total - shown.length
  return listText(more > 0 ? [...shown, `${formatNumber(more)} more`] : shown)
}

/** Says in a sentence how a season ended. */
export function roadSummary({ decided_week, entries, survivors, champions }: HallSeason): string {
  const others = formatCount(entries - champions.length, 'other')
  const all = formatCount(entries, 'entry', 'entries')
  const [only] = champions
  if (only === undefined || decided_week === null) return `${formatNumber(survivors)} of ${all} were still alive at the end.`
  const weeks = formatCount(only.weeks_survived, 'week')
  if (champions.length === 1) return `${only.user_name} survived ${weeks} and outlasted ${others}.`
  if (survivors > 0)
    return `They survived ${weeks}, agreed in week ${weekLabel(decided_week)} to share the title and outlasted ${others}.`
  return `They survived ${weeks}, fell together in week ${weekLabel(decided_week)} and share the title among ${all}.`
}
