import { type Entry, entryId, entryPicks, type Pick, pickIdOf, position, type TeamAbbr, userId, weekId } from '@outlast/domain'
import { expect, test } from 'vitest'
import { decodePicks, encodePicks, decodeAllPicks } from './snapshot-picks.ts'

const AT = '2026-09-06T16:59:59.999Z' as Pick['createdAt']

function pickOf(entry: number, week: number, commitment: string): Pick {
  const slot = week === 2 ? 3 : 1
  const id = pickIdOf(entryId(entry), weekId(week), slot)
  const version = position(100 * entry + week)
  return {
    id,
    weekId: weekId(week),
    slot,
    team: 'KC' as TeamAbbr,
    commitment,
    byMember: week === 1,
    assignedBy: week === 2 ? 'my_list' : null,
    createdAt: AT,
    updatedAt: AT,
    version,
    isOverride: week === 1,
  }
}

function entryWith(id: number, picks: readonly Pick[]): Entry {
  const none = {
    eliminatedByHand: [],
    waivedLosses: [],
    missedWeeks: [],
    assigned: [],
    voidPlans: [],
    payment: null,
    paymentClaim: null,
    pickBudgetFullAt: null,
    namePositions: [],
    ranking: [],
    rankingVersion: null,
    buybacks: [],
    renewals: [],
    refusedOverride: null,
  }
  const at = { createdAt: AT, createdPosition: position(id), updatedAt: AT, version: position(id) }
  return { ...none, ...at, id: entryId(id), userId: userId(1), name: `Entry ${id}`, picks: entryPicks(picks) }
}

const HEX = (digit: string) => digit.repeat(64)
const SOME = [
  entryWith(1, [pickOf(1, 1, HEX('a')), { ...pickOf(1, 2, HEX('b')), team: 'SF' as TeamAbbr }]),
  entryWith(2, []),
  entryWith(3, [pickOf(3, 2, HEX('c'))]),
]

const without = (entries: readonly Entry[]) => entries.map(({ picks: _picks, ...entry }) => entry)

/** Encodes and decodes entries, with the columns at an unaligned offset as in a snapshot. */
function roundTrip(entries: readonly Entry[]): readonly Entry[] {
  const { head, bytes } = encodePicks(entries)
  const kept = JSON.parse(JSON.stringify(head)) as typeof head
  return decodePicks(kept, Buffer.concat([Buffer.from('odd'), bytes]).subarray(3), without(entries))
}

test('decodePicks: returns every pick of its entry, and the same array each time', () => {
  expect(roundTrip(SOME)).toEqual(SOME)
  expect(roundTrip([])).toEqual([])
  const [first] = roundTrip(SOME)
  expect(first?.picks).toBe(first?.picks)
})

test('decodePicks: returns picks of a pool with several hex strings', () => {
  const many = Array.from({ length: 700 }, (_, n) => {
    const picks = Array.from({ length: 50 }, (_pick, week) =>
      pickOf(n + 1, week + 1, (50 * n + week).toString(16).padStart(64, '0')),
    )
    return entryWith(n + 1, picks)
  })
  expect(roundTrip(many)).toEqual(many)
})

test('decodePicks: a copy of an entry has its picks as a plain property', () => {
  const renamed = { ...roundTrip(SOME)[0], name: 'Another' }
  expect(renamed).toEqual({ ...SOME[0], name: 'Another' })
  expect(Object.getOwnPropertyDescriptor(renamed, 'picks')).toHaveProperty('value')
})

test('decodePicks and encodePicks: reject columns that do not match the entries, and malformed commitments', () => {
  const { head, bytes } = encodePicks(SOME)
  expect(() => decodePicks(head, bytes.subarray(0, bytes.length / 3), without(SOME))).toThrow(RangeError)
  expect(() => encodePicks([entryWith(1, [pickOf(1, 1, 'abc')])])).toThrow('not 32 bytes')
})

test('decodeAllPicks: decodes all picks in small steps until it is stopped', async () => {
  const decoded: number[] = []
  const many = Array.from({ length: 40 }, (_, n) => {
    const picks = Array.from({ length: 100 }, (_pick, week) => pickOf(n + 1, week + 1, HEX('d')))
    return {
      ...entryWith(n + 1, []),
      get picks() {
        decoded.push(n)
        return entryPicks(picks)
      },
    }
  })
  await decodeAllPicks(many, () => false)
  expect(decoded).toHaveLength(40)
  decoded.length = 0
  await decodeAllPicks(many, () => true)
  expect(decoded).toHaveLength(10)
})
