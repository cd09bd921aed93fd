import { Sunday } from '@outlast/testing/generated/sunday'
import { expect, it } from 'vitest'
import { factsOf, type WeekViews } from './facts.ts'
import { sayPage, survivorsOf } from './said.ts'

/** A Sunday of entries with at most one pick, in a week that takes several. */
function viewsOf(sunday: Sunday, picks: number): WeekViews {
  const { week, ...views } = sunday.views()
  return { ...views, week: week && { ...week, week: { ...week.week, picks } } }
}

it.each([
  [2, 'a pick missing'],
  [3, '2 picks missing'],
])('says which picks an entry lacks in a week of %i', (slots, lacks) => {
  const sunday = new Sunday(1)
  const views = viewsOf(sunday, slots)
  const survivors = survivorsOf(factsOf(views))
  const lacking = survivors.map(({ id, picks }) => [id, picks.length, picks.at(-1)?.team, picks.at(-1)?.state])
  expect(lacking.length).toBeGreaterThan(0)
  expect(lacking).toEqual(
    survivors.map(({ id }) => (sunday.teamOf(id) === undefined ? [id, 1, null, 'no pick'] : [id, 2, null, lacks])),
  )
})

it('says that an entry is out with a pick missing', () => {
  const fall = { main: 'Mia', detail: null, weekNumber: 2, cause: 'missed', team: null, gameId: null } as const
  const sayOf = (views: WeekViews) => sayPage('out', { fall, entries: [] }, views).why
  const sunday = new Sunday(1)
  expect([sayOf(sunday.views()), sayOf(viewsOf(sunday, 2))]).toEqual(['No pick', 'A pick missing'])
})
