import { comparedWithRule } from './week-number.ts'

/** How often an entry can use a team, and from which week on its earlier uses no longer count (docs/rules.md §1.2). */
export interface TeamUses {
  readonly teamUses: number
  /** Null: uses count for the whole season. */
  readonly teamsFreeAgainIn: number | null
}

interface UsedPick<Team extends string> {
  readonly team: Team
  readonly week: { readonly id: number; readonly contestId: number; readonly weekNumber: number }
}

const isBefore = (weekNumber: number, ruleWeek: number): boolean => comparedWithRule(weekNumber, ruleWeek) === 'before'

/** Whether the use of a team in one week counts in another week of the contest. */
export function isUseCounted({ teamsFreeAgainIn: week }: TeamUses, usedIn: number, pickedIn: number): boolean {
  return week === null || isBefore(usedIn, week) === isBefore(pickedIn, week)
}

/** The teams that an entry cannot pick in a week because of its other picks in the contest, with the number of the week of the last use. */
export function usedTeams<Team extends string>(
  picks: readonly UsedPick<Team>[],
  week: { readonly id: number; readonly contestId: number; readonly weekNumber: number },
  rules: TeamUses,
): ReadonlyMap<Team, number> {
  const uses = new Map<Team, { readonly times: number; readonly last: number }>()
  for (const { team, week: usedIn } of picks) {
    if (usedIn.contestId !== week.contestId || usedIn.id === week.id) continue
    if (!isUseCounted(rules, usedIn.weekNumber, week.weekNumber)) continue
    uses.set(team, { times: (uses.get(team)?.times ?? 0) + 1, last: usedIn.weekNumber })
  }
  return new Map([...uses].flatMap(([team, { times, last }]) => (times < rules.teamUses ? [] : [[team, last] as const])))
}
