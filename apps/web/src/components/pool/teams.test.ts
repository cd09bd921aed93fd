import { TEAMS } from '@outlast/contract/teams'
import { describe, expect, it } from 'vitest'
import { teamColors, contrastRatio, readableTextColor } from './teams.ts'

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#777777', '#777777', 1],
    ['#ffffff', '#767676', 4.54],
  ])('of %s and %s is %d', (one, other, ratio) => {
    expect(contrastRatio(one, other)).toBeCloseTo(ratio, 2)
  })
})

describe('text on a ground', () => {
  it('has the wished colour when that can be read', () => {
    expect(readableTextColor('#000000', '#ffb612')).toBe('#ffb612')
  })
  it.each([
    ['#29126f', '#000000', '#ffffff'],
    ['#d3bc8d', '#ffffff', '#000000'],
  ])('on %s is not %s but %s', (ground, wished, color) => {
    expect(readableTextColor(ground, wished)).toBe(color)
  })
})

describe('chips', () => {
  it.each(TEAMS.map((team) => [team.abbr, team.color]))('%s can be read on its own colour', (abbr, ground) => {
    const colors = teamColors(abbr)!
    expect(colors.backgroundColor).toBe(ground)
    expect(contrastRatio(colors.backgroundColor, colors.color)).toBeGreaterThanOrEqual(4.5)
  })
  it('of a team have the same style each time, so that nothing is drawn again', () => {
    expect(teamColors('DAL')).toBe(teamColors('DAL'))
  })
  it.each(['TBD', '', '__proto__'])('of %j, which is no team, are neutral', (abbr) => {
    expect(teamColors(abbr)).toBeUndefined()
  })
})
