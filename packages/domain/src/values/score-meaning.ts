/** What a tie means for the picks of both teams, by the rules of the season (docs/rules.md §1.3). */
export type TieRule = 'loss' | 'survives'

/** What a picked team has to do for its pick to win (docs/rules.md §1.3). */
export type Objective = 'win' | 'lose'

/** The rules that say what a score means for picks. A game on the wire leaves them out at their defaults, `loss` and `win`. */
export interface ResultRules {
  readonly tie?: TieRule | undefined
  readonly objective?: Objective | undefined
}

/** Says what a level score means, as the end of a sentence: "KC and LV tied 20–20, and a tie is a loss". */
export const aTieIs = (tie: TieRule = 'loss'): string => `a tie is ${tie === 'loss' ? 'a' : 'not a'} loss`

/** Names what costs a life, for example in "the first loss or tie". */
export const lossOrTie = ({ tie, objective }: ResultRules): string =>
  `${objective === 'lose' ? 'win' : 'loss'}${tie === 'survives' ? '' : ' or tie'}${objective === 'lose' ? ' of a picked team' : ''}`

/** Says when a life is lost, for example in "when its team loses or ties". */
export const losesOrTies = ({ tie, objective }: ResultRules): string =>
  `${objective === 'lose' ? 'wins' : 'loses'}${tie === 'survives' ? '' : ' or ties'}`
