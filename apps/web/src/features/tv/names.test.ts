import { describe, expect, it } from 'vitest'
import { initialsOf, renamed } from './names.ts'

describe('initialsOf', () => {
  it.each([
    ['Anchors', 'A.'],
    ['Maya Okafor', 'M. O.'],
    ['Long Entry 10', 'L. E. 10'],
    ['the (other) one #2', 'T. O. O. #2'],
    ['Jean-Luc', 'J. L.'],
    ['éclair', 'É.'],
  ])('shortens “%s” to “%s”', (name, initials) => expect(initialsOf(name)).toBe(initials))
})

it('renamed: shortens every name of a moment', () => {
  const people = [{ entry_id: 1, entry_name: 'Free Safety', user_id: 2, user_name: 'Yan Member' }]
  const moment = {
    id: '9',
    position: 9,
    at: '2026-09-20T19:58:00.000Z',
    kind: 'final',
    game: null,
    through: { people, more: 2 },
  } as const
  const { through, out } = renamed(moment as never, initialsOf)
  expect([through, out]).toEqual([{ people: [{ ...people[0], entry_name: 'F. S.', user_name: 'Y. M.' }], more: 2 }, undefined])
})
