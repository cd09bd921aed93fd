import { expect, test } from 'vitest'
import { filtersOf, queryOf, withParam } from './filters.ts'

test('filters are read from an address, and what is not valid is not there', () => {
  expect(filtersOf(new URLSearchParams('kind=pick&entry=12&week=3&actor=4'))).toEqual({
    kind: 'pick',
    entryId: 12,
    weekId: 3,
    actorId: 4,
  })
  const none = { kind: undefined, entryId: undefined, weekId: undefined, actorId: undefined }
  expect(filtersOf(new URLSearchParams('kind=secrets&entry=-1&week=0&actor=1e9'))).toEqual(none)
  expect(queryOf(filtersOf(new URLSearchParams('entry=12')))).toEqual({ entry_id: 12 })
})

test('one parameter changes and the others stay', () => {
  const search = new URLSearchParams('kind=pick&entry=12')
  expect(withParam(search, 'entry', undefined).toString()).toBe('kind=pick')
  expect(withParam(search, 'week', 5).toString()).toBe('kind=pick&entry=12&week=5')
})
