import type { SettledResult } from './game.ts'

/** What a picked team has to do for its pick to win (docs/rules.md §1.3). */
export type Objective = 'win' | 'lose'

/** What a final score counts as for the pick of a team that is ahead, behind or level (docs/rules.md §1.3). */
export interface ScoreMeaning {
  readonly ahead: SettledResult
  readonly behind: SettledResult
  readonly level: SettledResult
}

/** What it counts as unless a rule says otherwise. A game on the wire leaves it out. */
export const USUAL_MEANING: ScoreMeaning = { ahead: 'win', behind: 'loss', level: 'loss' }

/** What a final score counts as for a pick. `lead`: the points of its team minus those of the opponent. */
export function resultOfLead(lead: number, countsAs: ScoreMeaning = USUAL_MEANING): SettledResult {
  return lead === 0 ? countsAs.level : lead > 0 ? countsAs.ahead : countsAs.behind
}

/** Says what a level score means, as the end of a sentence: "KC and LV tied 20–20, and a tie is a loss". */
export const aTieIs = ({ level }: Pick<ScoreMeaning, 'level'> = USUAL_MEANING): string =>
  `a tie is ${level === 'loss' ? 'a' : 'not a'} loss`

/** Names what costs a life, for example in "the first loss or tie". */
export function lossOrTie({ ahead, level }: ScoreMeaning): string {
  return `${ahead === 'loss' ? 'win' : 'loss'}${level === 'loss' ? ' or tie' : ''}${ahead === 'loss' ? ' of a picked team' : ''}`
}

/** Says when a life is lost, for example in "when its team loses or ties". */
export const losesOrTies = ({ ahead, level } = USUAL_MEANING): string =>
  `${ahead === 'loss' ? 'wins' : 'loses'}${level === 'loss' ? ' or ties' : ''}`
