import { capitalize } from '@outlast/contract/words'
import { weekLabel } from '@outlast/domain/rules'
import type { LastAction } from '@outlast/contract/rest/admin/undo'
import { gameName } from '../pool/pool-text.ts'
import { formatCount } from '../lib/numbers.ts'

type Action = NonNullable<LastAction['action']>

/** Says in a few words what an admin did last. */
export function actionText(
  { kind, entry, week, game, picks }: Action,
  nameOf: (entry: NonNullable<Action['entry']>) => string = ({ name }) => name,
): string {
  const [named, ofWeek] = [
    entry === null ? 'an entry' : nameOf(entry),
    week === null ? 'a week' : `week ${weekLabel(week.week_number)}`,
  ]
  switch (kind) {
    case 'lock':
      return `Lock of ${ofWeek} moved`
    case 'elimination':
      return `${named} eliminated by hand`
    case 'reinstatement':
      return `${named} reinstated`
    case 'override':
      return `Pick of ${named} set in ${ofWeek}`
    case 'game':
      return `${game === null ? 'A game' : gameName(game)} of ${ofWeek} set by hand`
    case 'close':
      return `${capitalize(ofWeek)} closed`
    case 'finals':
      return `Games of ${ofWeek} set to final`
    case 'split':
      return `${capitalize(ofWeek)} split`
    case 'import':
      return `${formatCount(picks ?? 0, 'pick')} imported`
    case 'current_week':
      return `Current week changed to ${ofWeek}`
    default:
      return kind satisfies never
  }
}
