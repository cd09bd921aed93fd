import { describe, expect, it } from 'vitest'
import { nextTeam } from './team-focus.ts'

const NAMES = ['cowboys dallas dal', 'packers green bay gb', 'jets new york nyj', 'bills buffalo buf', 'chiefs kansas city kc']
/** Two games below each other, the second one lower, and a team without a game. */
const PLACES = [
  { x: 0, y: 0 },
  { x: 80, y: 0 },
  { x: 0, y: 20 },
  { x: 80, y: 20 },
  { x: 10, y: 40 },
]

describe('nextTeam', () => {
  it.each([
    [0, 'ArrowRight', 1],
    [1, 'ArrowLeft', 0],
    [0, 'ArrowDown', 2],
    [3, 'ArrowUp', 1],
    [3, 'ArrowDown', 4],
    [4, 'ArrowUp', 2],
    [2, 'Home', 0],
    [0, 'End', 4],
    [0, 'b', 3],
    [3, 'C', 4],
    [4, 'c', 0],
  ])('moves from %i with %s to %i', (from, key, to) => expect(nextTeam(NAMES, PLACES, from, key)).toBe(to))

  it.each([
    [0, 'ArrowLeft'],
    [0, 'ArrowUp'],
    [4, 'ArrowDown'],
    [0, 'z'],
    [0, 'Enter'],
    [0, '7'],
  ])('stays at %i with %s', (from, key) => expect(nextTeam(NAMES, PLACES, from, key)).toBeUndefined())
})
