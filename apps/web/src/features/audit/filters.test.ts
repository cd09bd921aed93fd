import { expect, test } from 'vitest'
import { nothingFound, parseFilters, toQuery, withParam } from './filters.ts'

test('parseFilters: reads valid filters from a URL and ignores invalid ones', () => {
  expect(parseFilters(new URLSearchParams('kind=pick&entry=12&week=3&actor=4'))).toEqual({
    kind: 'pick',
    entryId: 12,
    weekId: 3,
    actorId: 4,
    showsProgress: false,
  })
  const none = { kind: undefined, entryId: undefined, weekId: undefined, actorId: undefined, showsProgress: false }
  expect(parseFilters(new URLSearchParams('kind=secrets&entry=-1&week=0&actor=1e9'))).toEqual(none)
  expect(toQuery(parseFilters(new URLSearchParams('entry=12')))).toEqual({ entry_id: 12, progress: 'hide' })
  expect(toQuery(parseFilters(new URLSearchParams('entry=12&progress=show')))).toEqual({ entry_id: 12 })
})

test('withParam: changes one parameter and keeps the others', () => {
  const search = new URLSearchParams('kind=pick&entry=12')
  expect(withParam(search, 'entry', undefined).toString()).toBe('kind=pick')
  expect(withParam(search, 'week', 5).toString()).toBe('kind=pick&entry=12&week=5')
})

test('nothingFound: says what was looked for in vain, and what may hide it', () => {
  const names = { entry: '“Anchors”', actor: 'Ada Admin' }
  const textOf = (search: string) => nothingFound(parseFilters(new URLSearchParams(search)), names)
  expect(textOf('kind=payment&entry=1')).toBe(
    'Nothing of the kind “Payments” about “Anchors” that you may see. Payments are shown to the entry’s owner and to admins.',
  )
  expect(textOf('kind=game&week=3&actor=2')).toBe('Nothing of the kind “Games” in the chosen week by Ada Admin that you may see.')
  expect(textOf('')).toMatch(/^Nothing that you may see\. Picks of a week that is open appear when it locks\. Payments .* What /)
})
