import { describe, expect, it } from 'vitest'
import type { BoardEntry, BoardGame, BoardPick } from '../board/board.ts'
import { placesOf } from '../board/places.ts'
import { takenTeams } from './picker-places.ts'

const game = (away: string, home: string, status = 'scheduled') =>
  ({ away_team_abbr: away, home_team_abbr: home, status, phase: null, unread: [] }) as unknown as BoardGame
const games = [game('LV', 'KC'), game('NYJ', 'BUF'), game('DAL', 'PHI', 'cancelled')]
const pick = (team: string, slot?: number) => ({ team, slot, usedIn: null }) as BoardPick
const entry = (picks: readonly BoardPick[], slots: number) =>
  ({ id: 1, name: 'Lucky', pick: picks[0] ?? null, several: { slots, slot: 1, picks } }) as BoardEntry
const drafts: Parameters<typeof takenTeams>[1]['drafts'] = [{ entryId: 1, slot: 3, team: 'BUF' }]
const none = { drafts: [], games, areOpponentsAllowed: false }

describe('takenTeams', () => {
  it('takes the teams of the other picks and choices of the week, and their opponents', () => {
    const [first, second] = placesOf(entry([pick('KC')], 3))
    expect([...takenTeams(second!, { ...none, drafts })]).toEqual([
      ['LV', 'Plays KC, your pick 1'],
      ['NYJ', 'Plays BUF, your pick 3'],
      ['KC', 'Your pick 1'],
      ['BUF', 'Your pick 3'],
    ])
    expect([...takenTeams(first!, none)]).toEqual([])
  })

  it('leaves the opponents where an entry can pick both, and those of a game that was called off', () => {
    const places = placesOf(entry([pick('KC'), pick('PHI', 2)], 3))
    expect([...takenTeams(places[2]!, { ...none, areOpponentsAllowed: true }).keys()]).toEqual(['KC', 'PHI'])
    expect([...takenTeams(places[2]!, none).keys()]).toEqual(['LV', 'KC', 'PHI'])
  })

  it('takes nothing in a week with one pick', () => {
    const one = { ...entry([pick('KC')], 2), several: undefined }
    expect([...takenTeams(one, none)]).toEqual([])
  })
})
