import { closesWithWeekOne } from './late-entries.ts'
import { flag, type PoolRule } from './rule.ts'

/** Whether an entry that joins late has lost a life for each week that locked before (docs/rules.md §6.3). */
export const lateEntryLosses: PoolRule<boolean> = {
  kind: flag(),
  default: false,
  group: 'entries',
  about: 'whether an entry that joins late has lost a life for each week that locked before (§6.3)',
  inPresets: false,
  decidesStandings: true,
  control: {
    label: 'Weeks that an entry missed before it joined',
    options: () => ({ no: 'Cost nothing', yes: 'Cost a life each' }),
    shownIf: ({ lateEntries, lateEntryLosses }) => lateEntryLosses || !closesWithWeekOne(lateEntries),
  },
  conflicts: (isLost, { lateEntries, lives }) =>
    isLost && lives === 1 && !closesWithWeekOne(lateEntries)
      ? {
          with: 'lives',
          because:
            'An entry that joins late would have lost its only life: choose more lives, or close new entries when Week 1 locks',
        }
      : null,
  sentence: (isLost, { lateEntries }) =>
    isLost && !closesWithWeekOne(lateEntries)
      ? 'An entry that joins late has lost a life for each week that locked before, and none can join without a life left.'
      : null,
  meaning: (isLost, { lives, lateEntries }) => {
    if (closesWithWeekOne(lateEntries)) return 'No entry joins late.'
    return isLost
      ? `An entry can miss ${lives === 2 ? 'one week' : `${lives - 1} weeks`} before it joins. After that, only an admin can add entries, with the picks that they made.`
      : 'An entry that joins late has all its lives.'
  },
  refusesEntry: (isLost, { wouldBeOut }) => (isLost && wouldBeOut() ? { code: 'too_late_to_join' } : undefined),
}
