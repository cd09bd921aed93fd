import type { Time } from './game-life.ts'

interface ClosableWeek<T extends Time> {
  readonly lockTime: T
  /** Whether the lock is recorded; the server's state keeps its details here. */
  readonly locked: object | boolean | null
}

interface UsedPick<Team extends string> {
  readonly team: Team
  readonly week: { readonly id: number; readonly contestId: number; readonly weekNumber: number }
}

/** Whether a week's picks are closed: its lock time has come, or its lock is recorded (docs/rules.md §2.2). */
export function isWeekClosed<T extends Time>(week: ClosableWeek<T>, siteTime: T): boolean {
  return (week.locked !== null && week.locked !== false) || siteTime >= week.lockTime
}

/** The teams that an entry used in other weeks of a contest, with the week's number (docs/rules.md §1.2). */
export function usedTeams<Team extends string>(
  picks: readonly UsedPick<Team>[],
  week: { readonly id: number; readonly contestId: number },
): ReadonlyMap<Team, number> {
  const others = picks.filter((pick) => pick.week.contestId === week.contestId && pick.week.id !== week.id)
  return new Map(others.map((pick) => [pick.team, pick.week.weekNumber]))
}
