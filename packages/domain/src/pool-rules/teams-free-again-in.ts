import { optional, type PoolRule, week } from './rule.ts'

/** The week from which on all teams can be used again, for example the first of the playoffs; null if there is none (docs/rules.md §1.2). */
export const teamsFreeAgainIn: PoolRule<number | null> = {
  kind: optional(week('Week in which teams are free again')),
  default: null,
  group: 'picks',
  about: 'from this week on, earlier uses of teams do not count (§1.2)',
  inPresets: false,
  control: { label: 'All teams are free again from week', hint: 'For example 19, when the playoffs begin', empty: 'never' },
  sentence: (from) => (from === null ? null : `From week ${from} on, the teams used before can be picked again.`),
  meaning: (from) =>
    from === null
      ? 'Used teams stay used until the end of the season.'
      : `What an entry used before week ${from} is free again from then on.`,
}
