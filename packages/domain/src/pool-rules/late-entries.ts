import { group, namedOr, type PoolRule, week } from './rule.ts'

/** The week until whose lock new entries can join. */
interface UntilWeek {
  readonly untilWeek: number
}

/** How long members may create entries; an admin may create them for others at any time. */
export const lateEntries: PoolRule<'allowed' | 'closed' | UntilWeek> = {
  kind: namedOr(
    ['allowed', 'closed'],
    group<UntilWeek>({ untilWeek: { label: 'Until the lock of week', kind: week('Last week of new entries') } }),
    { untilWeek: 3 },
  ),
  default: 'allowed',
  group: 'entries',
  about: 'whether members may create entries after Week 1, or that week, has locked; an admin may create them for others',
  inPresets: false,
  control: {
    label: 'New entries',
    options: () => ({
      allowed: 'Can join at any time',
      closed: 'Close when Week 1 locks',
      other: 'Close when a later week locks',
    }),
    inSetup: true,
  },
  sentence: (late, { lateEntryLosses }) => {
    if (late !== 'allowed') return `New entries close when Week ${lastWeekOf(late)} locks.`
    return lateEntryLosses ? 'New entries can join as long as they have a life left.' : 'New entries can join at any time.'
  },
  meaning: (late, { lateEntryLosses }) => {
    if (late === 'allowed')
      return `An entry that joins in week 5 ${lateEntryLosses ? 'has lost four lives' : 'has survived four weeks without a pick'}.`
    const last = lastWeekOf(late)
    const closed = `After Week ${last} has locked, only an admin can add entries.`
    if (last < 2) return closed
    const before = lateEntryLosses ? 'lost a life for each of the weeks before' : 'survived the weeks before without a pick'
    return `${closed} An entry that joins in week ${last} has ${before}.`
  },
  loophole: (late, _now, { lateEntryLosses }) =>
    lateEntryLosses || closesWithWeekOne(late) ? null : 'New entries can join later without having survived the weeks before',
  refusesEntry: (late, { hasClosed }) => {
    if (late === 'allowed' || !hasClosed(lastWeekOf(late))) return undefined
    return { code: 'late_entries_closed', ...(late !== 'closed' && { details: { week: late.untilWeek } }) }
  },
}

/** Whether nobody can join after the season's first lock. */
export const closesWithWeekOne = (late: 'allowed' | 'closed' | UntilWeek): boolean => late !== 'allowed' && lastWeekOf(late) === 1

/** The week whose lock closes the season for new entries. */
const lastWeekOf = (late: 'closed' | UntilWeek): number => (late === 'closed' ? 1 : late.untilWeek)
