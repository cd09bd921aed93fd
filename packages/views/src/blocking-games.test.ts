import { describe, expect, it } from 'vitest'
import { gameInfo, weekEntry, weekInfo } from '@outlast/contract/live/test-support'
import { blockingGames, canCloseWeek } from './blocking-games.ts'

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
  it('names the game that a week waits for, and counts the entries on both of its teams', () => {
    expect(blockingGames({ games: [played, postponed], entries })).toEqual([{ game: postponed, entries: 2 }])
  })
  it('counts an entry for the game that is played, not for the earlier listing of the same teams', () => {
    const again = { ...postponed, id: 3, status: 'in_progress' as const }
    const found = blockingGames({ games: [postponed, again], entries })
    expect(found.map(({ game, entries: waiting }) => [game.id, waiting])).toEqual([
      [2, 0],
      [3, 2],
    ])
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
