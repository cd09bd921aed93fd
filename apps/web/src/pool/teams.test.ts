import { contrastRatio } from '@outlast/contract/contrast'
import { TEAMS } from '@outlast/domain/rules'
import { describe, expect, it } from 'vitest'
import { colorDistance, barStripes, findTeam, teamColors, teamName, teamSurface } from './teams.ts'

describe('findTeam and teamName', () => {
  it('return a team and its full name', () => {
    expect(teamName('SF')).toBe('San Francisco 49ers')
    expect(findTeam('SF')?.city).toBe('San Francisco')
  })

  it('return undefined and the abbreviation for a placeholder', () => {
    expect(findTeam('TBD')).toBeUndefined()
    expect(teamName('TBD')).toBe('TBD')
  })
})

describe('teamColors', () => {
  it.each(TEAMS.map((team) => [team.abbr, team.color]))('returns readable text for %s on %s', (abbr, background) => {
    const colors = teamColors(abbr)!
    expect(colors.backgroundColor).toBe(background)
    expect(contrastRatio(colors.backgroundColor, colors.color)).toBeGreaterThanOrEqual(4.5)
  })

  it('returns the same object each time, so that chips do not render again', () => {
    expect(teamColors('DAL')).toBe(teamColors('DAL'))
  })

  it.each(['TBD', '', '__proto__'])('returns undefined for %j, which is not a team', (abbr) => {
    expect(teamColors(abbr)).toBeUndefined()
  })
})

describe('teamSurface', () => {
  it.each(TEAMS.map((team) => team.abbr))('returns text for %s that is readable on both surfaces', (abbr) => {
    const { surface, onSurface, second, onSecond } = teamSurface(abbr)!
    expect(contrastRatio(surface, onSurface)).toBeGreaterThanOrEqual(4.5)
    expect(contrastRatio(second, onSecond)).toBeGreaterThanOrEqual(4.5)
  })

  it('returns undefined for a placeholder', () => {
    expect(teamSurface('TBD')).toBeUndefined()
  })
})

describe('barStripes', () => {
  it('leaves teams that look different as they are', () => {
    expect(barStripes('KC', 'MIA')).toEqual([undefined, undefined])
  })

  it('gives one of two teams that wear the same stripes of its second color', () => {
    expect(barStripes('DAL', 'NE')).toEqual(['dark', 'always'])
  })

  it('tells all pairs of teams apart, without taking the first color from any', () => {
    const alike: string[] = []
    for (const away of TEAMS) {
      for (const home of TEAMS.filter((team) => team !== away)) {
        const [one, other] = barStripes(away.abbr, home.abbr)
        const colors = [away.color, ...(one === 'always' ? [away.alternateColor] : [])]
        const facing = [home.color, ...(other === 'always' ? [home.alternateColor] : [])]
        if (!colors.some((color) => facing.some((far) => colorDistance(color, far) >= 90)))
          alike.push(`${away.abbr} at ${home.abbr}`)
      }
    }
    expect(alike).toEqual([])
  })

  it('has no stripes for a placeholder', () => {
    expect(barStripes('TBD', 'KC')).toEqual([undefined, undefined])
  })
})
