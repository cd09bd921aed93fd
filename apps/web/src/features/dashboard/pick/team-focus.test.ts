import { describe, expect, it } from 'vitest'
import { nextTeam } from './team-focus.ts'

const NAMES = ['cowboys dallas dal', 'packers green bay gb', 'jets new york nyj', 'bills buffalo buf', 'chiefs kansas city kc']

describe('nextTeam', () => {
  it.each([
    [0, 'ArrowRight', 1],
    [1, 'ArrowLeft', 0],
    [0, 'ArrowDown', 2],
    [3, 'ArrowUp', 1],
    [2, 'Home', 0],
    [0, 'End', 4],
    [0, 'b', 3],
    [3, 'C', 4],
    [4, 'c', 0],
  ])('moves from %i with %s to %i', (from, key, to) => expect(nextTeam(NAMES, from, key)).toBe(to))

  it.each([
    [0, 'ArrowLeft'],
    [0, 'ArrowUp'],
    [4, 'ArrowDown'],
    [0, 'z'],
    [0, 'Enter'],
    [0, '7'],
  ])('stays at %i with %s', (from, key) => expect(nextTeam(NAMES, from, key)).toBeUndefined())
})
