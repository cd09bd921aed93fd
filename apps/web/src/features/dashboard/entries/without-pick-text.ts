import type { RulesInfo } from '@outlast/contract/live'
import { missedText } from '@outlast/contract/no-team-text'
import { weekLabel } from '@outlast/domain/rules'
import type { BoardEntry, BoardWeek } from '../board/board.ts'

type Rules = Pick<RulesInfo, 'missed_pick' | 'lives' | 'auto_pick' | 'max_auto_picks' | 'unpaid_after_week' | 'team_lock'>
type Entry = Pick<BoardEntry, 'isPaid' | 'autoPicks' | 'ranking' | 'several' | 'teamsLeft'>

/** Says what happens to an entry that has no pick at the lock; null when nothing does. */
export function withoutPickText(entry: Entry, week: Pick<BoardWeek, 'week_number'>, rules: Rules): string | null {
  if (rules.missed_pick === 'survives') return null
  const without = entry.several === undefined ? 'Without a pick' : 'With a pick missing'
  const loss = rules.lives === 1 ? 'is a loss' : 'costs a life'
  if (rules.missed_pick === 'eliminated' || rules.max_auto_picks === 0) return `${without}, this week ${loss}.`
  if (isUnpaidFor(entry, week, rules)) return `${without}, this week ${loss}: an unpaid entry gets no automatic pick.`
  const { max_auto_picks: max } = rules
  if (entry.autoPicks === null)
    return `${without}, an automatic pick is made ${sourceOf(entry, rules)}at the lock: ${max} a season.`
  const left = max - entry.autoPicks
  if (left <= 0) return `${without}, this week ${loss}: no automatic pick is left.`
  return `${without}, an automatic pick is made ${sourceOf(entry, rules)}at the lock: ${left} of ${max} left.`
}

/** Says that an entry without a pick has no team left for the week, and by which rule it goes on; null if it has one. */
export function noTeamText(entry: Entry, week: Pick<BoardWeek, 'week_number'>, rules: Rules): string | null {
  if (entry.teamsLeft === undefined) return null
  const number = weekLabel(week.week_number)
  if (entry.teamsLeft === 'planned')
    return `No team is left for week ${number} that is neither used nor planned. Clear a pick of a later week to free its team.`
  const game = rules.team_lock === 'kickoff' ? 'without a game that is still to begin' : 'without a game'
  const why = `No team is left for week ${number}: every team is used, not eligible or ${game}.`
  return `${why} ${rules.missed_pick === 'auto' ? 'An automatic pick can’t be made either. ' : ''}By the rules, ${missedText(rules)}.`
}

/** Where the automatic pick comes from, as far as the member decides it. */
function sourceOf({ ranking }: Entry, { auto_pick: steps }: Rules): string {
  return steps[0] === 'my_list' && ranking !== null && ranking.length > 0 ? 'from your list ' : ''
}

/** Returns whether the entry cannot pick for a week because it is not paid. */
function isUnpaidFor(
  { isPaid }: Entry,
  { week_number: week }: Pick<BoardWeek, 'week_number'>,
  { unpaid_after_week: last }: Rules,
): boolean {
  return last !== null && week > last && !isPaid
}

/** Says that an unpaid entry cannot pick for this week, or from the next one on; null when neither is so. */
export function unpaidText(entry: Entry, week: Pick<BoardWeek, 'week_number'>, rules: Rules): string | null {
  const last = rules.unpaid_after_week
  if (last === null || entry.isPaid || week.week_number < last) return null
  if (week.week_number === last) return 'Unpaid: this is the last week for which this entry can pick before it is paid.'
  return 'Unpaid: this entry can pick again once it is paid.'
}
