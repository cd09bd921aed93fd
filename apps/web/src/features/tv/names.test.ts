import { describe, expect, it } from 'vitest'
import { initialsOf } from './names.ts'

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
