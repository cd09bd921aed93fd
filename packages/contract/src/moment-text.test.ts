import { describe, expect, it } from 'vitest'
import { momentName, momentText } from './moment-text.ts'
import type { Moment } from './rest/moments.ts'

// The kinds that a game day brings are said in packages/projections/src/moments/moments.test.ts.

const person = (entry_name: string, over: object = {}) => ({
  entry_id: 1,
  entry_name,
  user_id: 2,
  user_name: 'Ida Berg',
  ...over,
})
const group = (names: readonly string[], more = 0) => ({ people: names.map((name) => person(name)), more })
const game = { id: 1, home_team_abbr: 'CAR', away_team_abbr: 'NO', home_score: 13, away_score: 10, is_overtime: true }
const moment = (over: Partial<Moment>): Moment => ({
  id: '9-1',
  position: 9,
  at: '2025-09-07T20:00:00.000Z',
  kind: 'final',
  game,
  ...over,
})

describe('momentText', () => {
  it.each<readonly [Partial<Moment>, string, string | null]>([
    [{ through: group(['Mia’s Mavericks', 'B', 'C'], 6) }, 'CAR 13–10, in overtime', 'Mia’s Mavericks is through, with 8 others'],
    [{ through: group(['A', 'B']), out: group(['C']) }, 'CAR 13–10, in overtime', 'A is through, with 1 other · C is out'],
    [{ kind: 'corrected', back: group(['A', 'B', 'C'], 11) }, 'Score corrected: CAR 13–10, in overtime', '14 back in'],
    [{ kind: 'corrected', back: group(['A']) }, 'Score corrected: CAR 13–10, in overtime', 'A is back in'],
    [
      { game: { ...game, home_score: null, away_score: null, is_overtime: false }, out: group(['A']) },
      'NO–CAR is final',
      'A is out',
    ],
    [{ kind: 'moved', entries: 1 }, 'NO–CAR moves to another week', '1 entry is on it'],
    [{ kind: 'called_off', entries: 2, out: group(['A', 'B']) }, 'NO–CAR is called off', '2 out · 2 entries are on it'],
    [{ kind: 'missed', game: null, lost_life: group(['A', 'B']) }, 'The week is complete', '2 lose a life without a pick'],
    [{ kind: 'champion', game: null, champions: group(['A', 'B', 'C'], 2) }, 'The title is shared', 'A, B, C and 2 more'],
  ])('%#', (over, title, detail) => {
    expect(momentText(moment(over))).toEqual({ title, detail })
  })
})

describe('momentName', () => {
  it('adds the owner where another entry has the same name, unless the account is gone', () => {
    expect(momentName(person('Blitz'))).toBe('Blitz')
    expect(momentName(person('Blitz', { is_namesake: true }))).toBe('Blitz (Ida Berg)')
    expect(momentName(person('Blitz', { is_namesake: true, user_name: '' }))).toBe('Blitz')
  })
})
