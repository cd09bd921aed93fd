import { expect, it } from 'vitest'
import { aTieIs, lossOrTie, losesOrTies, resultOfLead, type ScoreMeaning, USUAL_MEANING } from './score-meaning.ts'

const SURVIVES: ScoreMeaning = { ...USUAL_MEANING, level: 'win' }
const LOSE: ScoreMeaning = { ahead: 'loss', behind: 'win', level: 'loss' }

it('a score counts for a pick as the rules say, and as usual without one', () => {
  expect([3, 0, -3].map((lead) => resultOfLead(lead))).toEqual(['win', 'loss', 'loss'])
  expect([3, 0, -3].map((lead) => resultOfLead(lead, SURVIVES))).toEqual(['win', 'win', 'loss'])
  expect([3, 0, -3].map((lead) => resultOfLead(lead, LOSE))).toEqual(['loss', 'loss', 'win'])
})

it('what a score means has words for each rule', () => {
  expect([undefined, USUAL_MEANING, SURVIVES, LOSE].map((meaning) => aTieIs(meaning))).toEqual([
    'a tie is a loss',
    'a tie is a loss',
    'a tie is not a loss',
    'a tie is a loss',
  ])
  expect([USUAL_MEANING, SURVIVES, LOSE].map(lossOrTie)).toEqual(['loss or tie', 'loss', 'win or tie of a picked team'])
  expect([USUAL_MEANING, SURVIVES, LOSE].map(losesOrTies)).toEqual(['loses or ties', 'loses', 'wins or ties'])
})
