import type { LastAction } from '@outlast/contract/rest/admin/undo'

type Action = NonNullable<LastAction['action']>

/** Says in a few words what an admin did last. */
export function actionText({ kind, entry, week }: Action): string {
  const [named, ofWeek] = [entry?.name ?? 'an entry', week === null ? 'a week' : `week ${week.week_number}`]
  switch (kind) {
    case 'lock':
      return `Lock of ${ofWeek} moved`
    case 'elimination':
      return `${named} eliminated by hand`
    case 'reinstatement':
      return `${named} reinstated`
    case 'override':
      return `Pick of ${named} set in ${ofWeek}`
    case 'finals':
      return `Games of ${ofWeek} set to final`
    default:
      return kind satisfies never
  }
}
