import { describe, expect, it } from 'vitest'
import type { BoardEntry } from '../board/board.ts'
import { idsWithoutPick, orderEntries } from './entry-order.ts'

const entry = (id: number, name: string, over: object = {}): BoardEntry =>
  ({ id, name, takesPart: true, standing: { status: 'alive' }, pick: null, seal: null, ...over }) as unknown as BoardEntry
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
    expect(orderEntries(entries).map(({ id }) => id)).toEqual([3, 1, 2, 5, 4])
  })
  it('keeps entries whose standing is loading with those that are alive', () => {
    expect(orderEntries([entry(1, 'A', out), entry(2, 'B', { standing: null })]).map(({ id }) => id)).toEqual([2, 1])
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
