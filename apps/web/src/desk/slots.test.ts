import type { Pick as EntryPick } from '@outlast/contract'
import { describe, expect, it } from 'vitest'
import { initialSlot, picksByEntry, slotField, slotLabel, slotsFrom, teamsBeside } from './slots.ts'

const pick = (week_id: number, slot: number | undefined, team_abbr: string | null): EntryPick => ({
  id: 1,
  entry_id: 1,
  week_id,
  season_year: 2025,
  week_number: week_id,
  ...(slot !== undefined && { slot }),
  team_abbr,
  ...(team_abbr === null && { hidden: true as const }),
  result: 'tbd',
  result_at: null,
  created_at: null,
  updated_at: null,
  version: null,
})

describe('the slots of an entry', () => {
  const picks = [pick(1, undefined, 'NE'), pick(2, 3, null), pick(2, undefined, 'KC')]
  const slots = slotsFrom(picks, { id: 2, picks: 3 })

  it('are those of the week, in their order', () => {
    expect(slots.map((one, i) => slotLabel(one, i + 1))).toEqual(['Pick 1: KC', 'Pick 2: none yet', 'Pick 3: hidden'])
    expect(slotsFrom(picks, { id: 1 })).toHaveLength(1)
  })

  it('begin with one that is free, or held', () => {
    expect([initialSlot(slots, 'free'), initialSlot(slots, 'held')]).toEqual([2, 1])
    expect([initialSlot([slots[0]], 'free'), initialSlot([undefined], 'held')]).toEqual([1, 1])
  })

  it('are named in a request from the second on', () => {
    expect([slotField(1), slotField(2)]).toEqual([{}, { slot: 2 }])
  })

  it('exclude the known teams of the others', () => {
    expect([teamsBeside(slots, 1), teamsBeside(slots, 2)]).toEqual([[], ['KC']])
  })
})

it('picksByEntry: counts how often an entry is named', () => {
  expect([...picksByEntry([3, 3, 5])]).toEqual([
    [3, 2],
    [5, 1],
  ])
  expect(picksByEntry()).toEqual(new Map())
})
