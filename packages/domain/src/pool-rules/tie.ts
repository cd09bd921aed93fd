import { choice, type PoolRule } from './rule.ts'

/** What a tied game means for the picks of both its teams. They are used either way (docs/rules.md §1.3). */
export const tie: PoolRule<'loss' | 'survives'> = {
  kind: choice('loss', 'survives'),
  default: 'loss',
  group: 'picks',
  about: 'what a tied game means for the picks of both teams (§1.3)',
  inPresets: false,
  control: {
    label: 'A pick of a game that ends in a tie',
    options: () => ({ loss: 'Counts as a loss', survives: 'Survives the week' }),
  },
  sentence: (ties, { picksPerWeek }) =>
    ties === 'loss'
      ? null
      : `${picksPerWeek === null ? 'An entry' : 'A pick'} whose team ties survives the week, and has used the team.`,
  meaning: (ties, { lives }) =>
    ties === 'loss'
      ? `A tie ${lives === 1 ? 'puts the entries on both teams out' : 'costs the entries on both teams a life'}, like a loss.`
      : 'After a tie, the entries on both teams survive the week. They have used the team.',
  countsAs: (ties) => (ties === 'survives' ? { level: 'tie' } : {}),
}
