import { describe, expect, it } from 'vitest'
import { allPicks, entryPicks, hasPick, type Pick, pickAt, picksOf, withPicks } from './entry-picks.ts'
import { pickId, position, weekId } from '../values/ids.ts'
import { START } from '../../tests/specification.ts'
import type { TeamAbbr } from '../values/teams.ts'

const pick = (week: number, team: string): Pick => ({
  id: pickId(1_000_000 + week),
  weekId: weekId(week),
  team: team as TeamAbbr,
  commitment: '',
  byMember: true,
  assignedBy: null,
  createdAt: START,
  version: position(1),
})
const [buf, kc, sf] = [pick(1, 'BUF'), pick(2, 'KC'), pick(2, 'SF')]
const entry = { picks: entryPicks([buf, kc, sf]) }

describe('the picks of an entry', () => {
  it('are found by week and slot', () => {
    expect(pickAt(entry, weekId(1))).toBe(buf)
    expect([1, 2, 3].map((slot) => pickAt(entry, weekId(2), slot))).toEqual([kc, sf, undefined])
    expect(pickAt(entry, weekId(3))).toBeUndefined()
    expect(picksOf(entry, weekId(2))).toEqual([kc, sf])
    expect([1, 2, 3].map((week) => hasPick(entry, weekId(week)))).toEqual([true, true, false])
  })

  it('are none for an entry that does not exist', () => {
    expect([allPicks(undefined), picksOf(undefined, weekId(1)), pickAt(undefined, weekId(1))]).toEqual([[], [], undefined])
  })

  it('of a week are replaced, and those of other weeks stay', () => {
    const det = pick(2, 'DET')
    expect(allPicks({ picks: withPicks(entry, weekId(2), [det]) })).toEqual([buf, det])
    expect(allPicks({ picks: withPicks(entry, weekId(1), []) })).toEqual([kc, sf])
    expect(allPicks(entry)).toEqual([buf, kc, sf])
  })

  it('cannot be searched without this module', () => {
    // @ts-expect-error only entry-picks.ts knows that they are a list
    expect(entry.picks.length).toBe(3)
  })
})
