import { LAST_WEEK } from '../values/calendar.ts'
import { count, group, optional, type PoolRule, week } from './rule.ts'
import type { PoolRules } from './values.ts'

/** When the entries that are alive can vote on sharing the pot (docs/rules.md §18). */
export interface SplitRule {
  /** The most entries alive with which there is a vote. */
  readonly atMost: number
  /** The first week with a vote. */
  readonly fromWeek: number
}

const MOST_ENTRIES = 50

/** Null: the season is played to its end. */
export const split: PoolRule<SplitRule | null> = {
  kind: optional(
    group<SplitRule>({
      atMost: { label: 'Entries alive, at most', kind: count('Entries of a vote', 2, MOST_ENTRIES) },
      fromWeek: { label: 'From week', kind: week('First week of votes') },
    }),
    { atMost: 4, fromWeek: LAST_WEEK - 8 },
  ),
  default: null,
  group: 'picks',
  about: 'when the entries that are alive can vote on sharing (§18)',
  inPresets: false,
  control: {
    label: 'Votes on sharing',
    options: () => ({ no: 'None', yes: 'The entries alive can agree to share' }),
  },
  sentence: (rule) =>
    rule === null
      ? null
      : `From Week ${rule.fromWeek} on, once ${alive(rule)} alive, they vote in secret on ending the season as champions together. It takes a yes from all of them, 24 hours before the lock; silence is a no.`,
  meaning: (rule) =>
    rule === null
      ? 'The season is played to its end.'
      : `Once ${alive(rule)} alive in week ${rule.fromWeek} or later, they are asked. If all of them say yes, 24 hours before the lock, they are the champions. Silence is a no. Nobody sees a vote before, not even you.`,
  loophole: (rule, _now, all) =>
    rule !== null && canJoinAlive(rule.fromWeek, all)
      ? 'Anybody who can still create an entry can end a vote on sharing with it'
      : null,
}

/** Whether members can create entries that are alive in this week. */
function canJoinAlive(week: number, { lateEntries, lateEntryLosses, lives }: PoolRules): boolean {
  const isOpen = lateEntries === 'allowed' || (lateEntries !== 'closed' && lateEntries.untilWeek >= week)
  return isOpen && !(lateEntryLosses && week > lives)
}

const alive = ({ atMost }: SplitRule): string => (atMost === 2 ? 'only 2 entries are' : `at most ${atMost} entries are`)
