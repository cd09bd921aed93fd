import { leagueWeekOf, weekLabel } from '@outlast/domain/rules'
import { listText } from '@outlast/contract/words'
import { useTopicView } from '../../live/use-topic.ts'
import type { Question } from '../../ui/overlays/question-dialog.tsx'
import { parseWeek, type SlatePlan, slateText } from './next-week.ts'

/** The labels under which the pool has a week: one for the whole week, one for each of its slates, none if it is not there. */
export function useKnownLabels(season: string, week: string): readonly string[] {
  const asked = parseWeek(season, week)
  const labels = useTopicView('pool', ({ weeks }) =>
    weeks
      .filter(({ season_year, week_number }) => season_year === asked?.season && leagueWeekOf(week_number) === asked.week)
      .map(({ week_number }) => weekLabel(week_number))
      .sort()
      .join(),
  )
  return labels === undefined || labels === '' ? [] : labels.split(',')
}

/** Whether the pool has a week in one piece. */
export const isWhole = (week: string, known: readonly string[]): boolean => known.join() === String(Number(week))

/** Says that a week is there, and whether it can be split. */
export function knownText(week: string, known: readonly string[]): string {
  return isWhole(week, known)
    ? `Week ${week} is there. It can be split into slates until its first game begins or its picks lock.`
    : `Week ${week} is played in slates: ${listText(known)}.`
}

/** Asks before a week is split. Who would have to choose again stays a secret until the lock, so the question has no names and no numbers. */
export function splitQuestion(
  { season, week }: { readonly season: number; readonly week: number },
  slates: readonly SlatePlan[],
): Question {
  const [first, ...others] = slates
  return {
    title: `Split week ${week} of ${season}?`,
    message: [
      `${slates.map((slate) => `Week ${slateText(slate)}.`).join(' ')} Each locks when the rules say, at the latest when its first game begins.`,
      `Picks of week ${week} stay in ${first?.label ?? week}. Members whose team plays in ${listText(
        others.map(({ label }) => label),
        'or',
      )} are told to choose again; nobody else learns who they are.`,
      'You can take it back with Undo until one of the slates locks. Picks that were made in the others by then are lost.',
    ].join(' '),
    confirmLabel: 'Split Week',
  }
}
