import { choice, type PoolRule } from './rule.ts'

/** What happens to the picks of a game that is called off, once an admin closed its week without it (docs/rules.md §4.13). */
export const cancelledGame: PoolRule<'survives' | 'loss'> = {
  kind: choice('survives', 'loss'),
  default: 'survives',
  group: 'picks',
  about: 'what happens to the picks of a cancelled or postponed game once an admin closes its week without it (§4.13)',
  inPresets: false,
  decidesStandings: true,
  control: {
    label: 'A pick of a game that is not played',
    options: () => ({ survives: 'Survives the week', loss: 'Counts as a loss' }),
  },
  sentence: (picks, { lives }) =>
    picks === 'survives'
      ? null
      : `A pick whose game is cancelled, or postponed when an admin closes the week without it, ${lives === 1 ? 'puts its entry out' : 'costs its entry a life'}.`,
  meaning: (picks, { lives }) =>
    picks === 'survives'
      ? 'Once an admin closes the week without the game, the entries that picked it survive.'
      : `Once an admin closes the week without the game, its picks ${lives === 1 ? 'put their entries out' : 'cost a life'}.`,
}
