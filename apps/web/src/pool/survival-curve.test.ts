import { describe, expect, it } from 'vitest'
import { isMinor, placePoints } from './survival-curve.tsx'

const place = (...alive: readonly number[]) =>
  placePoints(alive.map((count, week_number) => ({ week_number, alive: count, eliminated: 0 }))).map(({ x, y }) => [x, y])

describe('placePoints', () => {
  it('spreads weeks evenly, with the largest number at the top and zero at the bottom', () => {
    expect(place(8, 4, 2, 0)).toEqual([
      [0, 0],
      [33.33, 50],
      [66.67, 75],
      [100, 100],
    ])
  })

  it('keeps its scale when entries that joined later raise the number above the start', () => {
    expect(place(4, 5, 1)).toEqual([
      [0, 20],
      [50, 0],
      [100, 80],
    ])
  })

  it('places a single point, and a pool without entries, without dividing by zero', () => {
    expect(place(3)).toEqual([[0, 0]])
    expect(place(0, 0)).toEqual([
      [0, 100],
      [100, 100],
    ])
  })
})

it('shows the last number of a narrow curve, and none too close to it', () => {
  const shown = (count: number) => Array.from({ length: count }, (_, index) => index).filter((index) => !isMinor(index, count))
  expect(shown(9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(shown(11)).toEqual([0, 2, 4, 6, 8, 10])
  expect(shown(14)).toEqual([0, 2, 4, 6, 8, 10, 13])
})
