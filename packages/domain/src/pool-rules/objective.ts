import { lossOrTie, type Objective } from '../values/score-meaning.ts'
import { choice, type PoolRule } from './rule.ts'

/** What a picked team has to do for its pick to win (docs/rules.md §1.3). */
export const objective: PoolRule<Objective> = {
  kind: choice('win', 'lose'),
  default: 'win',
  group: 'picks',
  about: 'whether a pick wins when its team wins, or when it loses (§1.3)',
  inPresets: false,
  control: { label: 'Members pick teams', options: () => ({ win: 'To win', lose: 'To lose' }) },
  sentence: (objective) =>
    objective === 'win' ? null : 'Pick teams to lose: a pick wins when its team loses, and loses when its team wins.',
  meaning: (objective, { countsAs, lives }) =>
    objective === 'win'
      ? 'A pick wins when its team wins.'
      : `A pick wins when its team loses. A ${lossOrTie(countsAs)} ${lives === 1 ? 'puts its entries out' : 'costs its entries a life'}.`,
  countsAs: (objective) => (objective === 'lose' ? { ahead: 'loss', behind: 'win' } : {}),
}
