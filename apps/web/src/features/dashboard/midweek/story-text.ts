import { weekLabel } from '@outlast/domain/rules'
import { formatCount, formatNumber } from '../../../lib/numbers.ts'

interface StoryFacts {
  readonly weekNumber: number
  /** Whether all its games are over. */
  readonly isComplete: boolean
  /** Whether all that were left fell in it and came back. */
  readonly isWipedOut: boolean
  /** How many entries went out in it. */
  readonly out: number
  /** How many are left, and how many of them are the member's own. */
  readonly alive: number
  readonly own: number
}

/** What the last week did to the pool, and what it left: "Week 9 put out 44.", "51 entries are left, 2 of them yours." */
export function storyText({ weekNumber, isComplete, isWipedOut, out, alive, own }: StoryFacts): { title: string; left: string } {
  const week = `Week ${weekLabel(weekNumber)}`
  const title = isWipedOut
    ? `${week} put everybody out, so everybody is back.`
    : isComplete
      ? `${week} put out ${out === 0 ? 'nobody' : formatNumber(out)}.`
      : `${week} has put out ${out === 0 ? 'nobody' : formatNumber(out)} so far.`
  return { title, left: `${formatCount(alive, 'entry is', 'entries are')} left${ownText(alive, own)}.` }
}

function ownText(alive: number, own: number): string {
  if (own === 0) return ''
  if (own === alive) return own === 1 ? ', and it is yours' : ', all of them yours'
  return `, ${own} of them yours`
}
