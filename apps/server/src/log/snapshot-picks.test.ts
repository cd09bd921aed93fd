import { type Entry, entryId, type Pick, pickIdOf, position, type TeamAbbr, userId, weekId } from '@outlast/domain'
import { expect, test } from 'vitest'
import { decodePicks, encodePicks } from './snapshot-picks.ts'

const AT = '2026-09-06T16:59:59.999Z' as Pick['createdAt']

function pickOf(entry: number, week: number, commitment: string): Pick {
  const id = pickIdOf(entryId(entry), weekId(week))
  return { id, weekId: weekId(week), team: 'KC' as TeamAbbr, commitment, createdAt: AT, version: position(100 * entry + week) }
}

function entryWith(id: number, picks: readonly Pick[]): Entry {
  const none = { eliminatedByHand: [], forgiven: [], missed: [], payment: null, namedAt: [] }
  const at = { createdAt: AT, updatedAt: AT, version: position(id) }
  return { ...none, ...at, id: entryId(id), userId: userId(1), name: `Entry ${id}`, picks }
}

/** As a snapshot keeps them. */
function throughJson(entries: readonly Entry[]): readonly Entry[] {
  const rest = entries.map(({ picks: _picks, ...entry }) => entry)
  return decodePicks(JSON.parse(JSON.stringify(encodePicks(entries))) as ReturnType<typeof encodePicks>, rest)
}

test('every pick comes back to its entry', () => {
  const hex = (digit: string) => digit.repeat(64)
  const entries = [
    entryWith(1, [pickOf(1, 1, hex('a')), pickOf(1, 2, hex('b'))]),
    entryWith(2, []),
    entryWith(3, [pickOf(3, 2, hex('c'))]),
  ]
  expect(throughJson(entries)).toEqual(entries)
  expect(throughJson([])).toEqual([])
})

test('texts of different lengths are told apart', () => {
  const entries = [entryWith(1, [pickOf(1, 1, 'a'), pickOf(1, 2, ''), pickOf(1, 3, 'bcd')]), entryWith(2, [pickOf(2, 1, 'e')])]
  expect(throughJson(entries)).toEqual(entries)
})

test('columns that do not fit together are refused', () => {
  const entries = [entryWith(1, [pickOf(1, 1, 'a')])]
  expect(() => decodePicks({ ...encodePicks(entries), versions: [] }, entries)).toThrow(RangeError)
})
