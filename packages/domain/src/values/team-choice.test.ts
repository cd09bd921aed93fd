import { expect, it } from 'vitest'
import { hasTeamLeft } from './team-choice.ts'
import { TEAMS, UNKNOWN_TEAM } from './teams.ts'

const game = (home: string, away: string, more: object = {}) => ({
  home,
  away,
  status: 'scheduled' as const,
  kickoff: 17,
  kickoffKnown: true,
  ...more,
})
const left = (games: readonly ReturnType<typeof game>[], used: readonly string[] = [], more: object = {}) =>
  hasTeamLeft({ games, weekNumber: 9, ineligible: [], used: new Set(used), teamLock: 'week', now: 17, ...more })
const ALL = TEAMS.map(({ abbr }) => abbr)

it('hasTeamLeft: is false when every team is used or on a bye', () => {
  const games = [game('KC', 'LAC')]
  expect([left(games), left(games, ['KC']), left(games, ['KC', 'LAC'])]).toEqual([true, true, false])
})

it('hasTeamLeft: counts neither ineligible teams nor those whose game is cancelled or moved away', () => {
  expect(left([game('KC', 'LAC')], ['KC'], { ineligible: ['LAC'] })).toBe(false)
  expect(left([game('KC', 'LAC', { status: 'cancelled' })])).toBe(false)
  expect(left([game('KC', 'LAC', { status: 'postponed', phase: 'moved' }), game('BUF', 'MIA')], ['BUF', 'MIA'])).toBe(false)
})

it('hasTeamLeft: counts teams whose game may still become known', () => {
  expect(left([game('KC', UNKNOWN_TEAM)], ['KC'])).toBe(true)
  expect([left([]), left([], ALL.slice(1)), left([], ALL)]).toEqual([true, true, false])
  expect(left([], [], { weekNumber: 12.1 })).toBe(true)
})

it('hasTeamLeft: counts no team whose game has kicked off where the kickoff locks it', () => {
  const games = [game('KC', 'LAC'), game('BUF', 'MIA', { kickoff: 20 })]
  const at = (now: number, used: readonly string[], more: object = {}) => left(games, used, { teamLock: 'kickoff', now, ...more })
  expect([at(16, ['BUF', 'MIA']), at(17, ['BUF', 'MIA']), at(17, ['BUF'])]).toEqual([true, false, true])
  expect(at(17, ['BUF', 'MIA'], { teamLock: 'week' })).toBe(true)
  // A postponed game has not kicked off, and its teams cannot be picked either.
  expect(left([game('KC', 'LAC', { status: 'postponed' })])).toBe(false)
})

it('hasTeamLeft: counts no team whose game left, also when the week has no other', () => {
  const moved = game('KC', 'LAC', { status: 'postponed', phase: 'moved' })
  expect([
    left([moved]),
    left(
      [moved],
      ALL.filter((team) => team !== 'KC'),
    ),
  ]).toEqual([true, false])
})
