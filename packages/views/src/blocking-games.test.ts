import { describe, expect, it } from 'vitest'
import { gameInfo, weekEntry, weekInfo } from '@outlast/contract/live/test-support'
import { blockingGames, canCloseWeek, gamesLeft } from './blocking-games.ts'

const played = gameInfo({ id: 1, status: 'final', home_score: 20, away_score: 17 })
const postponed = gameInfo({ id: 2, home_team_abbr: 'CHI', away_team_abbr: 'GB', status: 'postponed' })
const entries = [
  weekEntry(1, 'A', { team: 'GB' }),
  weekEntry(2, 'B', { team: 'CHI' }),
  weekEntry(3, 'C', { team: 'KC' }),
  weekEntry(4, 'D'),
]
const week = weekInfo({ is_locked: true })

describe('blockingGames', () => {
  it('names the game that a week waits for, and the entries on both of its teams', () => {
    expect(blockingGames({ games: [played, postponed], entries })).toEqual([
      { game: postponed, entries: [entries[0], entries[1]] },
    ])
  })
  it('counts an entry for the game that is played, not for the earlier listing of the same teams', () => {
    const again = { ...postponed, id: 3, status: 'in_progress' as const }
    const found = blockingGames({ games: [postponed, again], entries })
    expect(found.map(({ game, entries: waiting }) => [game.id, waiting.length])).toEqual([
      [2, 0],
      [3, 2],
    ])
  })
})

describe('gamesLeft', () => {
  it('counts what is played and what is still to be, not what is over or called off', () => {
    const on = gameInfo({ id: 4, status: 'in_progress' })
    expect(gamesLeft([played, postponed, on, gameInfo({ id: 5, status: 'scheduled' })])).toEqual({ playing: 1, toCome: 1 })
    expect(gamesLeft([played, postponed])).toEqual({ playing: 0, toCome: 0 })
  })
})

describe('canCloseWeek', () => {
  it('holds for a locked week that waits only for games that are called off', () => {
    expect(canCloseWeek({ week, games: [played, postponed], entries })).toBe(true)
    expect(canCloseWeek({ week: weekInfo({ is_locked: false }), games: [played, postponed], entries })).toBe(false)
    expect(canCloseWeek({ week, games: [played], entries })).toBe(false)
    expect(canCloseWeek({ week, games: [postponed, gameInfo({ id: 4, status: 'in_progress' })], entries })).toBe(false)
    expect(canCloseWeek({ week, games: [played, { ...postponed, phase: 'closed' }], entries })).toBe(false)
  })
})
