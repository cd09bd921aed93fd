import { comparedWithRule } from './week-number.ts'

/**
 * Whether an entry that is not paid may pick in a week (docs/rules.md §14.5). `last_week`: it may until the next week of the league. Null: it may,
 * or is paid.
 * @param last the last week in which an unpaid entry can pick; null: there is none
 */
export function unpaidIn(last: number | null, weekNumber: number, isPaid: boolean): 'last_week' | 'refused' | null {
  if (last === null || isPaid) return null
  const place = comparedWithRule(weekNumber, last)
  return place === 'before' ? null : place === 'in' ? 'last_week' : 'refused'
}
