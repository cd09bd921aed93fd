import type { RevealRow } from '@outlast/contract/live'
import { describe, expect, it } from 'vitest'
import { aliveText } from './alive-text.ts'

const row = (entry_id: number, team_abbr: string | null, result: RevealRow['result']) =>
  ({ entry_id, team_abbr, result }) as RevealRow

const ROWS = [row(1, 'KC', 'win'), row(2, 'KC', 'win'), row(3, 'BUF', 'loss'), row(4, 'NYJ', 'tbd'), row(5, null, 'tbd')]

describe('aliveText', () => {
  it('counts those that won, still play, are in after a loss, and have no pick', () => {
    expect(aliveText(ROWS, new Set([1, 2, 3, 4, 5]))).toBe('5 alive: 2 won, 1 still play, 1 in after a loss, 1 without a pick.')
  })
  it('leaves out what does not occur', () => {
    expect(aliveText(ROWS, new Set([1, 4]))).toBe('2 alive: 1 won, 1 still play.')
  })
  it('says nothing if all won, or all still play', () => {
    expect(aliveText(ROWS, new Set([1, 2]))).toBeNull()
    expect(aliveText(ROWS, new Set([4]))).toBeNull()
  })
})
