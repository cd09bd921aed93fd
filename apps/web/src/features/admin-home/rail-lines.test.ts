import type { AdminView, GameInfo } from '@outlast/contract/live'
import { describe, expect, it } from 'vitest'
import { agoText, railLines } from './rail-lines.ts'
import type { WeekSummary } from './week-summary.ts'

const summary = (is_locked: boolean, missing: number | null) =>
  ({ week: { id: 3, week_number: 4, is_locked }, alive: 30, missing }) as unknown as WeekSummary
const games = (...statuses: readonly GameInfo['status'][]) => statuses.map((status) => ({ status })) as GameInfo[]
const admin = {
  users: [{ is_waiting: true }, { is_waiting: false }],
  entries: [
    { payment_claimed_at: '2031-09-07T17:00:00.000Z', buybacks: [{ status: 'requested' }] },
    { payment_claimed_at: null, buybacks: [{ status: 'declined' }] },
  ],
} as unknown as AdminView
const quiet = { users: [], entries: [], picked: {} } as unknown as AdminView
const textsOf = (lines: ReturnType<typeof railLines>) => lines.map(({ count, text, action }) => `${count} ${text} · ${action}`)

describe('railLines', () => {
  it('counts missing picks before the lock, and games that are not final after it', () => {
    const facts = { admin: quiet, corrections: [] }
    const all = games('final', 'in_progress', 'scheduled', 'cancelled', 'postponed')
    expect(textsOf(railLines({ ...facts, summary: summary(false, 25), games: all }))).toEqual(['25 without a pick · Remind'])
    expect(textsOf(railLines({ ...facts, summary: summary(true, null), games: all }))).toEqual(['2 games not final · Games'])
  })

  it('names corrections with the time of the last one', () => {
    const facts = { summary: summary(true, null), games: games('final'), admin: quiet }
    expect(textsOf(railLines({ ...facts, corrections: ['4:42 PM'] }))).toEqual(['1 correction at 4:42 PM · Audit'])
    expect(textsOf(railLines({ ...facts, corrections: ['5:10 PM', '4:42 PM'] }))).toEqual([
      '2 corrections, the last at 5:10 PM · Audit',
    ])
  })

  it('lists requests of members that wait for an answer', () => {
    expect(textsOf(railLines({ summary: undefined, games: [], admin, corrections: [] }))).toEqual([
      '1 asking to buy back in · Answer',
      '1 waiting for approval · Decide',
      '1 says “I have paid” · Check',
    ])
  })

  it('has no line when nothing needs a hand', () => {
    expect(railLines({ summary: summary(false, 0), games: games('scheduled'), admin: quiet, corrections: [] })).toEqual([])
    expect(railLines({ summary: undefined, games: [], admin: undefined, corrections: [] })).toEqual([])
  })
})

it.each([
  [-5, '0 s'],
  [12_400, '12 s'],
  [60_000, '1 min'],
  [7_200_000, '2 h'],
  [3 * 86_400_000, '3 days'],
])('agoText: %d ms is %s', (ms, text) => expect(agoText(ms)).toBe(text))
