import { gameInfo, weekEntry } from '@outlast/contract/live/test-support'
import { describe, expect, it } from 'vitest'
import { gameNames, troubleText, waitingText } from './hand-text.ts'

const game = gameInfo({ home_team_abbr: 'CHI', away_team_abbr: 'GB', start_time: '2025-09-07T17:00:00.000Z' })
const at = (time: string) => Date.parse(`2025-09-07T${time}:00.000Z`)

describe('troubleText', () => {
  it('is silent while a game is to come or being played', () => {
    expect(troubleText(game, at('16:00'))).toBeUndefined()
    expect(troubleText({ ...game, status: 'in_progress' }, at('22:59'))).toBeUndefined()
    expect(troubleText({ ...game, kickoff_known: false }, at('23:30'))).toBeUndefined()
  })
  it('says that nobody has reported a result 6 hours after the kickoff', () => {
    const late = 'has no result 6 hours after its kickoff'
    expect(troubleText(game, at('23:00'))).toBe(late)
    expect(troubleText({ ...game, status: 'in_progress' }, at('23:00'))).toBe(late)
  })
  it('says that a game was called off, forfeited, or could not be read', () => {
    expect(troubleText({ ...game, status: 'postponed' }, at('16:00'))).toBe('is postponed')
    expect(troubleText({ ...game, status: 'cancelled' }, at('16:00'))).toBe('is cancelled')
    const forfeit = { ...game, status: 'in_progress', phase: 'undecided', detail: 'Forfeit' } as const
    expect(troubleText(forfeit, at('16:00'))).toBe('has no result that counts (Forfeit)')
    expect(troubleText({ ...game, status: 'final', result_unread: true }, at('20:00'))).toBe(
      'has a result that could not be read',
    )
  })
})

describe('waitingText', () => {
  const entries = (count: number) => Array.from({ length: count }, (_, i) => weekEntry(i + 1, 'Entry'))
  it('names the game and counts the entries that wait for it', () => {
    expect(waitingText({ game, entries: entries(3) }, 'is postponed')).toBe('GB at CHI is postponed: 3 entries wait')
    expect(waitingText({ game, entries: entries(1) }, 'is postponed')).toBe('GB at CHI is postponed: 1 entry waits')
    expect(waitingText({ game, entries: entries(0) }, 'is postponed')).toBe('GB at CHI is postponed')
  })
})

it('gameNames: names up to three games, and counts more', () => {
  const other = gameInfo({ home_team_abbr: 'MIA', away_team_abbr: 'BUF' })
  expect(gameNames([game])).toBe('GB at CHI')
  expect(gameNames([other, game])).toBe('BUF at MIA and GB at CHI')
  expect(gameNames([game, game, game, game])).toBe('4 games')
})
