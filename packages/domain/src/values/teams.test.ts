import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseTeam, type TeamAbbr, teamByAbbr, TEAMS } from '../index.ts'

describe('teams', () => {
  it('TEAMS lists 32 different teams in order', () => {
    const abbrs = TEAMS.map((team) => team.abbr as string)
    expect(new Set(abbrs).size).toBe(32)
    expect(abbrs).toEqual([...abbrs].sort())
    for (const team of TEAMS) {
      expect(team.color).toMatch(/^#[0-9a-f]{6}$/)
      expect(team.alternateColor).toMatch(/^#[0-9a-f]{6}$/)
    }
  })
  it.each(TEAMS.map((team) => [team.abbr]))('parseTeam reads %s in any case and with blanks', (abbr) => {
    for (const text of [abbr, abbr.toLowerCase(), ` ${abbr}\n`, abbr[0]! + abbr.slice(1).toLowerCase()])
      expect(parseTeam(text)).toBe(abbr)
    expect(teamByAbbr(abbr).abbr).toBe(abbr)
  })
  it.each([
    ['LA', 'LAR'],
    ['was', 'WSH'],
    ['Jac', 'JAX'],
    ['OAK', 'LV'],
    ['sd', 'LAC'],
    ['stl', 'LAR'],
  ])('parseTeam reads the alias %s as %s', (alias, abbr) => {
    expect(parseTeam(alias)).toBe(abbr)
  })
  it.each(['', 'TBD', 'XXX', 'BU F', 'BUFF', '__proto__', 'constructor', 'toString', 'ＢＵＦ', 'BUF\0'])(
    'parseTeam rejects %j',
    (text) => {
      expect(parseTeam(text)).toBeUndefined()
    },
  )
  it('teamByAbbr throws for an unknown abbreviation', () => {
    expect(() => teamByAbbr('XXX' as TeamAbbr)).toThrow(RangeError)
  })
})

const file = new URL('../../../../../shared/data/teams.json', import.meta.url)
describe.skipIf(!existsSync(file))('the real list (skipped without ../shared/data)', () => {
  it('parseTeam reads the abbreviations of ESPN and nflverse', () => {
    const rows = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>[]
    expect(rows).toHaveLength(32)
    for (const row of rows) {
      const abbr = parseTeam(row['nflverse_abbr']!)!
      expect(abbr).toBe(row['espn_abbr'])
      expect(parseTeam(row['espn_abbr']!)).toBe(abbr)
      expect(teamByAbbr(abbr)).toMatchObject({ city: row['location'], name: row['name'], color: `#${row['color']}` })
    }
  })
})
