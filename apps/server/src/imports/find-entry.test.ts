import { userId } from '@outlast/domain'
import { expect, test } from 'vitest'
import { findEntries, type ListedMember } from './find-entry.ts'
import { readPastPicks } from './past-picks-list.ts'

const MEMBERS: readonly ListedMember[] = [
  { userId: userId(1), email: 'ann@club.example', firstName: 'Ann', lastName: 'Archer' },
  { userId: userId(2), email: 'bob@club.example', firstName: 'Bob', lastName: 'Baker' },
]
const ENTRIES = [
  { name: '🏈', userId: userId(1) },
  { name: 'Second', userId: userId(2) },
]

test('a name with many dashes is read at once', () => {
  const start = performance.now()
  expect(findEntries(ENTRIES, MEMBERS, readPastPicks(`entry,1\n(${'-'.repeat(60_000)}x,KC`, 2025).rows)).toHaveLength(1)
  expect(performance.now() - start).toBeLessThan(2_000)
})

test.each([
  ['🏈', '🏈'],
  ['🏆', undefined],
  ['???', undefined],
  ['second', 'Second'],
])('a row of the entry %s means the entry %s', (written, meant) => {
  const [found] = findEntries(ENTRIES, MEMBERS, readPastPicks(`entry,1\n${written},KC`, 2025).rows)
  expect(found !== undefined && 'name' in found ? found.name : undefined).toBe(meant)
})

test('only the first 50 rows that name nobody get a suggestion', () => {
  const rows = readPastPicks(`entry,1\n${'Secnod,KC\n'.repeat(51)}`, 2025).rows
  const suggestions = findEntries(ENTRIES, MEMBERS, rows).map((row) => ('suggestion' in row ? row.suggestion : undefined))
  expect(suggestions).toEqual([...Array.from({ length: 50 }, () => 'Second'), null])
})

test.each([
  ['ANN@club.example', 'Plain'],
  ['\uff41\uff4e\uff4e@club.example', 'Wide'],
  ['\u{1d400}nn@club.example', 'Plain'],
])('of two older accounts that share an address, %s means the one with its spelling, or else the plain one', (email, meant) => {
  const wide = { userId: userId(3), email: '\uff21nn@club.example'.replaceAll('n', '\uff4e'), firstName: 'Ann', lastName: 'Wide' }
  const entries = [
    { name: 'Wide', userId: wide.userId },
    { name: 'Plain', userId: userId(1) },
  ]
  const { rows } = readPastPicks(`email,1\n${email},KC`, 2025)
  const [found] = findEntries(entries, [wide, ...MEMBERS], rows)
  expect(found !== undefined && 'name' in found ? found.name : found).toBe(meant)
})
