/** What a tie means for the picks of both teams, by the rules of the season (docs/rules.md §1.3). */
export type TieRule = 'loss' | 'survives'

/** Says what a level score means, as the end of a sentence: "KC and LV tied 20–20, and a tie is a loss". */
export const aTieIs = (tie: TieRule = 'loss'): string => `a tie is ${tie === 'loss' ? 'a' : 'not a'} loss`

/** Names what costs a life, for example in "the first loss or tie". */
export const lossOrTie = (tie: TieRule): string => (tie === 'loss' ? 'loss or tie' : 'loss')

/** Says when a life is lost, for example in "when its team loses or ties". */
export const losesOrTies = (tie: TieRule): string => (tie === 'loss' ? 'loses or ties' : 'loses')
