import { describe, expect, it } from 'vitest'
import { contrastRatio, readableTextColor } from './contrast.ts'

describe('contrastRatio', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#777777', '#777777', 1],
    ['#ffffff', '#767676', 4.54],
  ])('of %s and %s returns %d', (color, other, ratio) => {
    expect(contrastRatio(color, other)).toBeCloseTo(ratio, 2)
  })
})

describe('readableTextColor', () => {
  it('returns the preferred color when it is readable', () => {
    expect(readableTextColor('#000000', '#ffb612')).toBe('#ffb612')
  })

  it.each([
    ['#29126f', '#000000', '#ffffff'],
    ['#d3bc8d', '#ffffff', '#000000'],
  ])('on %s replaces the unreadable %s with %s', (background, preferred, color) => {
    expect(readableTextColor(background, preferred)).toBe(color)
  })
})
