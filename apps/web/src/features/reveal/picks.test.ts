import type { GameInfo } from '@outlast/contract/live'
import type { RevealRow } from '@outlast/views'
import { describe, expect, it } from 'vitest'
import { ALL, filterRows, filterText, ownFirst, parseFilter, rowReuser, sortRows, toggleFilter } from './picks.ts'
import { NO_FILTER } from './reveal-params.ts'

const row = (entry_id: number, team_abbr: string | null, more: Partial<RevealRow> = {}): RevealRow => ({
  id: entry_id,
  entry_id,
  entry_name: `Entry ${entry_id}`,
  week_id: 1,
  week_number: 1,
  team_abbr,
  team_city: null,
  team_name: null,
  result: team_abbr === null ? null : 'tbd',
  result_at: null,
  ...more,
})
const game = (id: number, away: string, home: string) => ({ id, away_team_abbr: away, home_team_abbr: home }) as GameInfo

const rows = [row(1, 'GB'), row(2, null), row(3, 'DAL'), row(4, 'GB'), row(5, 'NYJ')]
const games = [game(7, 'DAL', 'GB')]
const idsOf = (list: readonly RevealRow[]) => list.map((one) => one.entry_id)

describe('pick filters', () => {
  it.each([
    ['all', [1, 2, 3, 4, 5]],
    ['none', [2]],
    ['GB', [1, 4]],
    ['game:7', [1, 3, 4]],
    ['game:8', []],
    ['SEA', []],
  ])('"%s" keeps the entries %j', (text, ids) => {
    const filter = parseFilter(text)
    expect(filterText(filter)).toBe(text)
    expect(idsOf(filterRows(rows, { ...NO_FILTER, pick: filter }, games))).toEqual(ids)
  })

  it('return the same array when nothing is filtered out', () => {
    expect(filterRows(rows, NO_FILTER, games)).toBe(rows)
    expect(filterRows(rows, { ...NO_FILTER, search: '  ' }, games)).toBe(rows)
  })

  it('combine the team with the result and the name, whatever its case and accents', () => {
    const named = [
      row(1, 'GB', { entry_name: 'José One', result: 'win' }),
      row(2, 'GB', { entry_name: 'JOSE two', result: 'loss' }),
      row(3, 'DAL', { entry_name: 'Jose three', result: 'loss' }),
      row(4, null, { entry_name: 'Maria' }),
    ]
    expect(idsOf(filterRows(named, { ...NO_FILTER, search: 'jose' }, games))).toEqual([1, 2, 3])
    expect(idsOf(filterRows(named, { ...NO_FILTER, result: 'loss' }, games))).toEqual([2, 3])
    expect(idsOf(filterRows(named, { pick: parseFilter('GB'), result: 'loss', search: 'jose' }, games))).toEqual([2])
  })

  it('find a row by any of its picks, and a result only with the team that has it', () => {
    const other = { id: 9, team_abbr: 'BUF', team_city: null, team_name: null, result: 'loss' as const, result_at: null }
    const several = [row(1, 'GB', { result: 'win', more: [other] }), row(2, 'GB')]
    expect(idsOf(filterRows(several, { ...NO_FILTER, pick: parseFilter('BUF') }, games))).toEqual([1])
    expect(idsOf(filterRows(several, { ...NO_FILTER, result: 'loss' }, games))).toEqual([1])
    expect(idsOf(filterRows(several, { ...NO_FILTER, pick: parseFilter('BUF'), result: 'win' }, games))).toEqual([])
    const reuse = rowReuser()
    const before = reuse(several)
    expect(reuse([{ ...several[0]!, more: [{ ...other }] }, several[1]!])).toBe(before)
    expect(reuse([{ ...several[0]!, more: [{ ...other, result: 'win' }] }, several[1]!])).not.toBe(before)
  })

  it('are removed when they are selected again', () => {
    const dallas = parseFilter('DAL')
    expect(toggleFilter(ALL, dallas)).toEqual(dallas)
    expect(toggleFilter(dallas, parseFilter('DAL'))).toEqual(ALL)
    expect(toggleFilter(dallas, parseFilter('game:7'))).toEqual(parseFilter('game:7'))
  })
})

describe('ownFirst', () => {
  it('puts own rows first and keeps the order otherwise', () => {
    expect(
      idsOf(ownFirst([row(1, 'GB'), { ...row(2, 'GB'), isOwn: true }, row(3, 'DAL'), { ...row(4, null), isOwn: true }])),
    ).toEqual([2, 4, 1, 3])
    expect(ownFirst(rows)).toBe(rows)
  })
})

describe('sortRows', () => {
  it.each([
    ['entry', 'asc', [1, 2, 3, 4, 5]],
    ['entry', 'desc', [5, 4, 3, 2, 1]],
    ['team', 'asc', [3, 1, 4, 5, 2]],
    ['team', 'desc', [5, 1, 4, 3, 2]],
  ] as const)('sorts by %s, %s', (key, direction, ids) => {
    expect(idsOf(sortRows(rows, { key, direction }))).toEqual(ids)
  })
})

describe('rowReuser', () => {
  it('reuses equal rows and replaces changed ones', () => {
    const reuse = rowReuser()
    const first = reuse(rows)
    const again = reuse(rows.map((one) => ({ ...one })))
    expect(again).toBe(first)
    const changed = reuse(rows.map((one) => (one.team_abbr === 'GB' ? { ...one, result: 'win' as const } : { ...one })))
    expect(changed.map((one, i) => one === rows[i])).toEqual([false, true, true, false, true])
    expect(changed[0]?.result).toBe('win')
    expect(idsOf(reuse(rows.slice(1)))).toEqual([2, 3, 4, 5])
  })

  it.each([
    { entry_name: 'Other' },
    { team_abbr: 'SEA' },
    { result_at: '2026-11-22T21:00:00.000Z' },
    { is_override: true as const },
  ])('replaces a row that changed to %j', (change) => {
    const reuse = rowReuser()
    reuse(rows)
    expect(reuse([{ ...rows[0]!, ...change }])[0]).toMatchObject(change)
  })
})
