import type { Time } from './game-life.ts'

interface ClosableWeek<T extends Time> {
  readonly lockTime: T
  /** Whether the lock is recorded; the server's state keeps its details here. */
  readonly locked: object | boolean | null
}

/** Whether a week's picks are closed: its lock time has come, or its lock is recorded (docs/rules.md §2.2). */
export function isWeekClosed<T extends Time>(week: ClosableWeek<T>, siteTime: T): boolean {
  return (week.locked !== null && week.locked !== false) || siteTime >= week.lockTime
}
