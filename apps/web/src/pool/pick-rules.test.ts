import { describe, expect, it } from 'vitest'
import { gameOfTeam, hasKickedOff, isWeekClosed } from './pick-rules.ts'

const AT = '2026-11-22T18:00:00.000Z'
const at = Date.parse(AT)

const game = (away: string, home: string, changes: { status?: 'in_progress' | 'postponed'; kickoff_known?: boolean } = {}) =>
  ({
    away_team_abbr: away,
    home_team_abbr: home,
    status: 'scheduled',
    phase: null,
    unread: [],
    start_time: AT,
    kickoff_known: true,
    ...changes,
  }) as const

describe('gameOfTeam', () => {
  it('prefers a game that will be played over a postponed one', () => {
    const postponed = game('DAL', 'GB', { status: 'postponed' })
    const scheduled = game('DAL', 'KC')
    expect(gameOfTeam([postponed, scheduled], 'DAL')).toBe(scheduled)
    expect(gameOfTeam([postponed], 'DAL')).toBe(postponed)
    expect(gameOfTeam([postponed], 'SEA')).toBeUndefined()
  })
})

describe('hasKickedOff', () => {
  it.each([
    ['true at the kickoff', game('KC', 'LV'), at, true],
    ['false before the kickoff', game('KC', 'LV'), at - 1, false],
    ['false for a placeholder kickoff', game('KC', 'LV', { kickoff_known: false }), at, false],
    ['true for a game in progress', game('KC', 'LV', { status: 'in_progress' }), at - 1, true],
    ['false for a postponed game', game('KC', 'LV', { status: 'postponed' }), at, false],
    ['false without a game', undefined, at, false],
  ])('returns %s', (_title, row, now, expected) => {
    expect(hasKickedOff(row, now)).toBe(expected)
  })
})

describe('isWeekClosed', () => {
  it('returns true from the lock time on, or once the server has locked the week', () => {
    const week = { lock_time: AT, is_locked: false }
    expect([isWeekClosed(week, at - 1), isWeekClosed(week, at)]).toEqual([false, true])
    expect([isWeekClosed({ ...week, is_locked: true }, 0), isWeekClosed(null, at)]).toEqual([true, false])
  })
})
