import { describe, expect, it } from 'vitest'
import { curveText, endingText } from './lab-text.ts'

const replayed = { entries: 1000, alive: [500, 20, 1], champions: 1, outByMissedPick: 0 }

describe('endingText', () => {
  it.each([
    ['one champion', replayed, undefined, 'Over in Week 3 with one champion.'],
    ['several', { ...replayed, champions: 4 }, undefined, 'Over in Week 3 with 4 who share the title.'],
    [
      'nobody has won',
      { ...replayed, alive: [900, 800], champions: null },
      undefined,
      '800 of 1,000 were still in after Week 2, to share the pot.',
    ],
    [
      'forgotten picks',
      { ...replayed, outByMissedPick: 1 },
      undefined,
      'Over in Week 3 with one champion. 1 entry went out with a forgotten pick.',
    ],
    [
      'another week than in the club',
      replayed,
      { decidedWeek: 14, champions: 2 },
      'Over in Week 3 instead of Week 14 with one champion.',
    ],
    ['the same week as in the club', replayed, { decidedWeek: 3, champions: 1 }, 'Over in Week 3 with one champion.'],
  ])('%s', (_, result, actual, expected) => {
    expect(endingText(result, actual)).toBe(expected)
  })
})

it('curveText names every week', () => {
  expect(curveText('2022', replayed)).toBe('2022: entries alive, of 1,000. Week 1: 500, Week 2: 20, Week 3: 1.')
})
