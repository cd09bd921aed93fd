import { contrastRatio } from '@outlast/contract/contrast'
import { describe, expect, it } from 'vitest'
import { initialsOf, personColor } from './person-mark.tsx'

/** Turns `hsl(120 55% 27%)` into `#rrggbb`. */
function hex(color: string): string {
  const [hue = 0, saturation = 0, lightness = 0] = [...color.matchAll(/\d+/g)].map(([digits]) => Number(digits))
  const [s, l] = [saturation / 100, lightness / 100]
  const channel = (n: number): string => {
    const k = (n + hue / 30) % 12
    const value = l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

describe('personColor', () => {
  it('carries readable white initials for everybody', () => {
    const low = Array.from({ length: 10_000 }, (_, id) => personColor(id)).filter(
      (color) => contrastRatio('#ffffff', hex(color)) < 4.5,
    )
    expect(low).toEqual([])
  })

  it('differs between people who joined one after the other', () => {
    const neighbors = Array.from({ length: 50 }, (_, id) => [personColor(id), personColor(id + 1)] as const)
    expect(neighbors.filter(([one, other]) => one === other)).toEqual([])
  })
})

describe('initialsOf', () => {
  it.each([
    ['Ray Ortiz', 'RO'],
    ['Sue van der Lindqvist', 'SL'],
    ['Cher', 'C'],
    ['  ida   Berg ', 'IB'],
    ['Émile Zola', 'ÉZ'],
    ['👍 Zed', '👍Z'],
    ['', ''],
  ])('of %j are %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})
