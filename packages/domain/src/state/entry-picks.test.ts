import { describe, expect, it } from 'vitest'
import { allPicks, entryPicks, hasPick, type Pick, pickAt, picksOf, withPick, withPicks } from './entry-picks.ts'
import { entryId, parsePickId, pickId, pickIdOf, position, weekId } from '../values/ids.ts'
import { type Slot, SLOTS } from '../values/slots.ts'
import { START } from '../../tests/specification.ts'
import type { TeamAbbr } from '../values/teams.ts'

const pick = (week: number, team: string, slot: Slot = 1): Pick => ({
  id: pickIdOf(entryId(1), weekId(week), slot),
  weekId: weekId(week),
  slot,
  team: team as TeamAbbr,
  commitment: '',
  byMember: true,
  assignedBy: null,
  createdAt: START,
  updatedAt: START,
  version: position(1),
  isOverride: false,
})
const [buf, kc, sf] = [pick(1, 'BUF'), pick(2, 'KC'), pick(2, 'SF', 2)]
const entry = { picks: entryPicks([buf, sf, kc]) }

describe('the picks of an entry', () => {
  it('are found by week and slot', () => {
    expect(pickAt(entry, weekId(1), 1)).toBe(buf)
    expect(SLOTS.map((slot) => pickAt(entry, weekId(2), slot))).toEqual([kc, sf, undefined])
    expect(pickAt(entry, weekId(3), 1)).toBeUndefined()
    expect(picksOf(entry, weekId(2))).toEqual([kc, sf])
    expect([1, 2, 3].map((week) => hasPick(entry, weekId(week)))).toEqual([true, true, false])
  })

  it('are none for an entry that does not exist', () => {
    expect([allPicks(undefined), picksOf(undefined, weekId(1)), pickAt(undefined, weekId(1), 1)]).toEqual([[], [], undefined])
  })

  it('are replaced slot by slot, and the others stay', () => {
    const det = pick(2, 'DET')
    expect(allPicks({ picks: withPick(entry, weekId(2), 1, det) })).toEqual([buf, sf, det])
    expect(allPicks({ picks: withPick(entry, weekId(2), 2) })).toEqual([buf, kc])
    expect(allPicks({ picks: withPicks(entry, [det, pick(3, 'NE')]) })).toEqual([buf, sf, det, pick(3, 'NE')])
    expect(allPicks(entry)).toEqual([buf, sf, kc])
  })

  it('cannot be searched without this module', () => {
    // @ts-expect-error only entry-picks.ts knows that they are a list
    expect(entry.picks.length).toBe(3)
  })
})

describe('the id of a pick', () => {
  it('is that of a pool with one pick a week in slot 1', () => {
    expect(pickIdOf(entryId(12), weekId(7), 1)).toBe(12_000_007)
  })

  it.each(SLOTS)('tells entry, week and slot %i, also of the largest ids', (slot) => {
    const place = { entryId: entryId(999_999_999), weekId: weekId(999_999), slot }
    const id = pickIdOf(place.entryId, place.weekId, slot)
    expect(Number.isSafeInteger(id)).toBe(true)
    expect(parsePickId(id)).toEqual(place)
  })

  it('of no slot belongs to no entry', () => {
    expect(parsePickId(pickId(4e15)).entryId).toBe(0)
  })
})
