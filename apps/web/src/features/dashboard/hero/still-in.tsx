import type { SeasonView, WeekView } from '@outlast/contract/live'
import { seasonCountOf, weekCountOf } from '@outlast/views'
import { formatCount } from '../../../lib/numbers.ts'

interface StillInProps {
  readonly view: WeekView
  readonly season: SeasonView
}

/** How many entries of the pool are in, the member's own among them: the number of the live board, once the week has locked. */
export function StillIn({ view, season }: StillInProps) {
  return <p className="muted">{stillInText(view, season)}</p>
}

export function stillInText(view: WeekView, season: SeasonView): string {
  const { alive } = view.week.is_locked ? weekCountOf(view, season) : seasonCountOf(season)
  return `${formatCount(alive, 'entry is', 'entries are')} still in.`
}
