import type { Replayed } from '@outlast/seasons/lab/replay'
import { describe, expect, it } from 'vitest'
import { curveText, endingText, type SeasonEnd } from './lab-text.ts'

const replayed: Replayed = {
  entries: 1000,
  tooLate: 0,
  weeks: [
    { weekNumber: 12, alive: 500 },
    { weekNumber: 13.1, alive: 20 },
    { weekNumber: 13.2, alive: 1 },
  ],
  end: { weekNumber: 13.2, champions: 1, isAgreed: false },
  outWithoutPick: 0,
  shortage: null,
}
const ended = (champions: number, isAgreed: boolean): Replayed => ({
  ...replayed,
  end: { weekNumber: 13.2, champions, isAgreed },
})

describe('endingText', () => {
  it.each<[string, Replayed, SeasonEnd | undefined, string]>([
    ['one champion', replayed, undefined, 'Over in Week 13b with one champion.'],
    ['several', ended(4, false), undefined, 'Over in Week 13b with 4 who share the title.'],
    ['an agreement', ended(4, true), undefined, 'Over in Week 13b with 4 who agreed to share.'],
    [
      'nobody has won',
      { ...replayed, weeks: [{ weekNumber: 18, alive: 800 }], end: null },
      undefined,
      '800 of 1,000 were still in after Week 18, to share the pot.',
    ],
    [
      'missed picks, latecomers and too few teams',
      { ...replayed, outWithoutPick: 1, tooLate: 2, shortage: 'The rules ask for more teams than there are' },
      undefined,
      'Over in Week 13b with one champion. 1 entry went out without a pick. 2 entries came too late to join. The rules ask for more teams than there are.',
    ],
    [
      'another week than in the club',
      replayed,
      { decidedWeek: 14, champions: 2 },
      'Over in Week 13b instead of Week 14 with one champion.',
    ],
    ['the same week as in the club', replayed, { decidedWeek: 13.2, champions: 1 }, 'Over in Week 13b with one champion.'],
  ])('%s', (_, result, actual, expected) => {
    expect(endingText(result, actual)).toBe(expected)
  })
})

it('curveText names every week', () => {
  expect(curveText('2022', replayed)).toBe('2022: entries alive, of 1,000. Week 12: 500, Week 13a: 20, Week 13b: 1.')
})
