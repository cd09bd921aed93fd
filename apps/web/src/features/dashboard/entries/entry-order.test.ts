import { describe, expect, it } from 'vitest'
import type { BoardEntry } from '../board/board.ts'
import { idsWithoutPick, isRow, orderEntries } from './entry-order.ts'

const entry = (id: number, name: string, over: object = {}): BoardEntry =>
  ({ id, name, takesPart: true, standing: { status: 'alive' }, pick: null, seal: null, ...over }) as BoardEntry
const out = { standing: { status: 'out', eliminatedWeek: 3, cause: 'loss', team: 'NE' } }

describe('orderEntries', () => {
  it('lists entries that are alive first, and “Entry 2” before “Entry 10”', () => {
    const entries = [
      entry(1, 'Long Entry 10'),
      entry(2, 'Alpha', out),
      entry(3, 'Long Entry 2'),
      entry(4, 'Beta 10', out),
      entry(5, 'Beta 9', out),
    ]
    expect(orderEntries(entries, new Set()).map(({ id }) => id)).toEqual([3, 1, 2, 5, 4])
  })
  it('lists entries that need something first, and the latest to go out before earlier ones', () => {
    const entries = [
      entry(1, 'Alpha'),
      entry(2, 'Beta', out),
      entry(3, 'Gamma', { standing: { ...out.standing, eliminatedWeek: 9 } }),
      entry(4, 'Zeta'),
    ]
    expect(orderEntries(entries, new Set([4])).map(({ id }) => id)).toEqual([4, 1, 3, 2])
  })
  it('keeps entries whose standing is loading with those that are alive', () => {
    expect(orderEntries([entry(1, 'A', out), entry(2, 'B', { standing: null })], new Set()).map(({ id }) => id)).toEqual([2, 1])
  })
})

describe('idsWithoutPick', () => {
  it('leaves out entries that picked, are out, are sealed, or take no part, and not those whose pick can’t stand', () => {
    const entries = [
      entry(1, 'A'),
      entry(2, 'B', { pick: { team: 'KC', usedIn: null } }),
      entry(3, 'C', out),
      entry(4, 'D', { seal: 'this_week' }),
      entry(5, 'E', { takesPart: false }),
      entry(6, 'F', { pick: { team: 'KC', usedIn: 1 } }),
    ]
    expect(idsWithoutPick(entries)).toEqual([1, 6])
  })
})

describe('isRow', () => {
  const week = { week_number: 9 }
  const alive = entry(1, 'A', { buyback: null, outlook: null })
  const outIn = (eliminatedWeek: number, over: object = {}) => ({
    ...alive,
    standing: { status: 'out', eliminatedWeek, cause: 'loss', team: 'NE' } as const,
    ...over,
  })
  it('makes a card of an entry that can pick, and a row of it after the lock', () => {
    expect([isRow(alive, week, false, 3), isRow(alive, week, true, 3)]).toEqual([false, true])
  })
  it('makes a card of an entry that can buy back, and rows of those that are out', () => {
    expect([outIn(9), outIn(3), outIn(3, { buyback: { status: 'requested' } })].map((one) => isRow(one, week, true, 3))).toEqual([
      true,
      true,
      false,
    ])
  })
  it('makes rows of all entries of a long list', () => {
    expect([alive, outIn(9)].map((one) => isRow(one, week, false, 6))).toEqual([true, true])
  })
})
