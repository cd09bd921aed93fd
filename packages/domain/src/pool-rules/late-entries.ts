import { choice, type PoolRule } from './rule.ts'

/** Whether members may create entries after Week 1 has locked; an admin may create them for others. */
export const lateEntries: PoolRule<'allowed' | 'closed'> = {
  kind: choice('allowed', 'closed'),
  default: 'allowed',
  group: 'entries',
  inPresets: false,
  control: {
    label: 'New entries',
    options: () => ({ allowed: 'Can join at any time', closed: 'Close when Week 1 locks' }),
    inSetup: true,
  },
  sentence: (late) => (late === 'allowed' ? 'New entries can join at any time.' : 'New entries close when Week 1 locks.'),
  meaning: (late) =>
    late === 'allowed'
      ? 'An entry that joins in week 5 has survived four weeks without a pick.'
      : 'After Week 1 has locked, only an admin can add entries.',
  loophole: (late) => (late === 'allowed' ? 'New entries can join later without having survived the weeks before' : null),
  refusesEntry: (late, { hasWeekOneClosed }) =>
    late === 'closed' && hasWeekOneClosed ? { code: 'late_entries_closed' } : undefined,
}
