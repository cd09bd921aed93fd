/** The days on which a week can lock, in the order of a week of games. */
export const LOCK_DAYS = ['wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'monday'] as const
export type LockDay = (typeof LOCK_DAYS)[number]

/** A day and a time, `HH:MM` in New York, at which every week locks. */
export interface WeeklyLock {
  readonly day: LockDay
  readonly time: string
}

/** When a week locks automatically (docs/rules.md §2.3). */
export type LockRule = 'sunday_noon' | 'first_kickoff' | WeeklyLock
