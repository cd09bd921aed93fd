import { seasonTopic } from '@outlast/contract/live'
import { formatMoney } from '@outlast/contract/money'
import { sharersOf } from '@outlast/views'
import { formatCount } from '../lib/numbers.ts'
import { useTopicView } from '../live/use-topic.ts'

interface PotShareProps {
  /** The season of the pot. */
  readonly season: number
  readonly cents: number
  readonly currency: string | null
}

/** What each entry would get of the pot. The pot changes with payments, and those who share it with every score. */
export function PotShare({ season, cents, currency }: PotShareProps) {
  const live = useTopicView(seasonTopic(season), sharersOf)
  if (live === undefined || live.sharers === 0) return null
  const share = formatMoney(Math.floor(cents / live.sharers), currency)
  if (live.isDecided) return ` · ${share} for ${live.sharers === 1 ? 'the champion' : 'each champion'}`
  return ` · ${share} for each of ${formatCount(live.sharers, 'entry', 'entries')} alive, if it ended now`
}
