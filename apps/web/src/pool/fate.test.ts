import { gameInfo } from '@outlast/contract/live/test-support'
import { describe, expect, it } from 'vitest'
import { fateOf } from './fate.ts'

const ALIVE = { standing: { status: 'alive' }, result: 'tbd', lostLife: false } as const
const OUT = { status: 'out', eliminatedWeek: 9, cause: 'loss', team: 'NE' } as const
const TO_LOSE = { ahead: 'loss', behind: 'win', level: 'loss' } as const
const SAFE_TIE = { ahead: 'win', behind: 'loss', level: 'tie' } as const

const played = (away: number | null, home: number | null, over = {}) =>
  gameInfo({ away_team_abbr: 'NE', home_team_abbr: 'CHI', status: 'in_progress', away_score: away, home_score: home, ...over })

describe('fateOf', () => {
  it.each([
    ['ahead', 'Leads by 3', played(20, 17), 'NE'],
    ['danger', 'Trails by 3', played(20, 17), 'CHI'],
    ['danger', 'Level: a tie is a loss', played(17, 17), 'NE'],
    ['ahead', 'Level: a tie is not a loss', played(17, 17, { counts_as: SAFE_TIE }), 'NE'],
    ['danger', 'Leads by 3', played(20, 17, { counts_as: TO_LOSE }), 'NE'],
    ['ahead', 'Trails by 3', played(20, 17, { counts_as: TO_LOSE }), 'CHI'],
    ['waiting', 'Suspended', played(20, 17, { phase: 'suspended' }), 'NE'],
    ['waiting', 'Postponed', played(null, null, { status: 'postponed' }), 'NE'],
    ['waiting', 'Cancelled', played(null, null, { status: 'cancelled' }), 'NE'],
    ['waiting', '2:00 - 1st', played(null, null, { detail: '2:00 - 1st' }), 'NE'],
  ] as const)('is %s, in words “%s”, while the pick is not decided', (fate, words, game, team) => {
    expect(fateOf(game, team, ALIVE)).toEqual({ fate, words })
  })

  it.each([
    ['through', 'Through', { ...ALIVE, result: 'win' }],
    ['through', 'Through', { ...ALIVE, result: 'tie' }],
    ['danger', 'Lost a life', { ...ALIVE, result: 'loss', lostLife: true }],
    // A waived loss, or the moment before the standings arrive.
    ['danger', 'Lost', { ...ALIVE, result: 'loss' }],
    ['danger', 'Lost', { standing: null, result: 'loss', lostLife: false }],
    ['out', 'Out in week 9', { standing: OUT, result: 'loss', lostLife: false }],
    ['out', 'Out in week 9', { standing: OUT, result: 'tbd', lostLife: false }],
  ] as const)('is %s, in words “%s”, once something is decided', (fate, words, decided) => {
    expect(fateOf(played(20, 17), 'NE', decided)).toEqual({ fate, words })
  })
})
