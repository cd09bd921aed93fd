import { afterEach, expect, test } from 'vitest'
import { playTiedWeek, type TiedWeek } from './support/tied-week.ts'

let week: TiedWeek | undefined
afterEach(async () => {
  await week?.news.stop()
  week = undefined
})

test('under `tie: survives` a tie puts nobody out: on every page, in the live views and by the proof, and the team is used', async () => {
  week = await playTiedWeek({ tie: 'survives' })
  const meaning = { ahead: 'win', behind: 'loss', level: 'tie' }
  expect(await week.read()).toEqual({
    reveal: ['Alpha tie 1', 'Beta tie 1', 'Gamma win 1'],
    matrix: ['Alpha tie false', 'Beta tie false', 'Gamma win false'],
    champions: 0,
    countsAs: [meaning, meaning],
    isProved: true,
  })
  expect(await week.differences()).toEqual([])
  await expect(week.news.pick('Alpha', 2, 'IND')).rejects.toMatchObject({ status: 409 })
  const { in_words } = await week.news.pool.visitor.call('getRules')
  expect(in_words).toContain('An entry whose team ties survives the week, and has used the team.')
  expect(in_words.join()).not.toContain('or ties')
  const summary = await week.news.pool.visitor.call('getWeekSummary', { params: { id: 1 } })
  expect(JSON.stringify(summary)).not.toContain('a tie is a loss')
  // A corrected score is a win for one and a loss for the other.
  await week.news.finals(1, 'HOU 20-21 IND', 'BUF 7-3 MIA')
  expect((await week.read()).reveal).toEqual(['Alpha win 1', 'Beta loss 0', 'Gamma win 1'])
  expect(week.news.pool.breaches).toEqual([])
})

test('under `tie: survives` and `objective: lose` a tie puts nobody out either', async () => {
  week = await playTiedWeek({ tie: 'survives', objective: 'lose' })
  const { reveal, isProved } = await week.read()
  expect([reveal, isProved]).toEqual([['Alpha tie 1', 'Beta tie 1', 'Gamma loss 0'], true])
  expect(await week.differences()).toEqual([])
})
