import { LOCK_DAYS, type LockDay, type LockRule, type WeeklyLock } from '../values/lock-rule.ts'
import { choice, group, namedOr, type PoolRule, timeOfDay } from './rule.ts'

const DAYS: { readonly [D in LockDay]: string } = {
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
  monday: 'Monday',
}

/** When a week locks automatically (docs/rules.md §2.3). */
export const lock: PoolRule<LockRule> = {
  kind: namedOr(
    ['sunday_noon', 'first_kickoff'],
    group<WeeklyLock>({
      day: { label: 'Day', kind: choice(...LOCK_DAYS), options: DAYS },
      time: { label: 'Time (ET)', kind: timeOfDay('Lock time') },
    }),
    { day: 'thursday', time: '20:00' },
  ),
  default: 'sunday_noon',
  group: 'picks',
  about: 'when a week locks automatically (§2.3)',
  inPresets: false,
  control: {
    label: 'A week locks',
    options: () => ({ sunday_noon: 'On Sunday at 12:00', first_kickoff: 'When its first game begins', other: 'On another day' }),
  },
  sentence: (rule) => (rule === 'sunday_noon' ? null : `A week locks ${lockText(rule)}.`),
  meaning: (rule) =>
    rule === 'first_kickoff'
      ? 'All picks of a week close before its first game, usually on Thursday evening. The lock follows when the league moves that game.'
      : `All picks of a week close ${lockText(rule)}. An admin can move the lock of a single week.`,
}

/** Says when a week locks automatically: "on Sunday at 12:00 ET". */
export function lockText(rule: LockRule): string {
  if (rule === 'first_kickoff') return 'when its first game begins'
  return rule === 'sunday_noon' ? 'on Sunday at 12:00 ET' : `on ${DAYS[rule.day]} at ${rule.time} ET`
}
