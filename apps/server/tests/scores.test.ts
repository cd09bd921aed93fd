import { afterEach, expect, test } from 'vitest'
import { playTiedWeek, type TiedWeek } from './support/tied-week.ts'

let week: TiedWeek
afterEach(() => week.news.stop())

test('a tie puts the entries on both teams out, and games in answers have no field for what scores count as', async () => {
  week = await playTiedWeek()
  expect(await week.read()).toEqual({
    reveal: ['Alpha loss 0', 'Beta loss 0', 'Gamma win 1'],
    matrix: ['Alpha loss true', 'Beta loss true', 'Gamma win false'],
    champions: 1,
    countsAs: [undefined, undefined],
    isProved: true,
  })
  expect(await week.differences()).toEqual([])
  expect(week.news.pool.breaches).toEqual([])
})

test('under `objective: lose` the pick of a team that lost survives: on every page, in the live views and by the proof', async () => {
  week = await playTiedWeek({ objective: 'lose', lives: 2 })
  const meaning = { ahead: 'loss', behind: 'win', level: 'loss' }
  expect(await week.read()).toEqual({
    reveal: ['Alpha loss 1', 'Beta loss 1', 'Gamma loss 1'],
    matrix: ['Alpha loss false', 'Beta loss false', 'Gamma loss false'],
    champions: 0,
    countsAs: [meaning, meaning],
    isProved: true,
  })
  const { in_words, counts_as } = await week.news.pool.visitor.call('getRules')
  expect(in_words).toContain('An entry loses a life when its team wins or ties, and is out with its last one.')
  expect(counts_as).toEqual(meaning)
  const summary = await week.news.pool.visitor.call('getWeekSummary', { params: { id: 1 } })
  expect(JSON.stringify(summary)).toContain('Biggest upset: the Bills, with 1 pick, won 7–3 against the Dolphins.')
  // A corrected score is a win for the pick of the team that lost.
  await week.news.finals(1, 'HOU 20-21 IND', 'BUF 3-7 MIA')
  expect((await week.read()).reveal).toEqual(['Alpha loss 1', 'Beta win 2', 'Gamma win 2'])
  expect(await week.differences()).toEqual([])
  expect(week.news.pool.breaches).toEqual([])
})
