import type { AdminPickRow } from '@outlast/contract'
import { describe, expect, it } from 'vitest'
import {
  eligibleEntries,
  describeLoaded,
  entriesWithoutRow,
  type PickRow,
  toPickRow,
  resultText,
  sortRows,
  addMissingRows,
} from './pick-rows.ts'

const row = (entryId: number, more: Partial<PickRow> = {}): PickRow => ({
  entryId,
  entryName: `Entry ${entryId}`,
  userName: 'Mia',
  email: 'mia@club.example',
  mobile: null,
  pickId: entryId * 1_000_000 + 1,
  team: 'KC',
  more: [],
  picked: null,
  isComplete: true,
  isHidden: false,
  isOverride: false,
  isAuto: false,
  result: 'tbd',
  ...more,
})
const ids = (rows: readonly PickRow[]) => rows.map(({ entryId }) => entryId)
const listed = (more: Partial<AdminPickRow>) =>
  ({ id: 1_000_001, entry_id: 1, team_abbr: 'KC', result: 'tbd', ...more }) as AdminPickRow
const results = new Map([
  ['KC', 'win'],
  ['DAL', 'loss'],
] as const)

describe('picks table rows', () => {
  it('take their results from the live games', () => {
    expect(toPickRow(listed({}), results).result).toBe('win')
    expect(toPickRow(listed({ team_abbr: 'GB' }), results).result).toBe('tbd')
    expect(toPickRow(listed({ team_abbr: null, hidden: true }), results)).toMatchObject({
      isHidden: true,
      result: 'tbd',
      pickId: 1_000_001,
    })
    expect(toPickRow(listed({ id: 'nopick-1', team_abbr: null, no_pick: true }), results)).toMatchObject({
      pickId: null,
      result: null,
    })
    expect([resultText('win'), resultText(null)]).toEqual(['WIN', '–'])
  })

  it('have the picks of a week with several, and how many there are', () => {
    const other = { team_city: null, team_name: null, result: 'tbd', result_at: null } as const
    const more = ['DAL', 'GB'].map((team_abbr, i) => ({ id: 2 + i, slot: 2 + i, team_abbr, ...other }))
    const open = toPickRow(listed({ team_abbr: null, hidden: true, picked: 1 }), results, 3)
    expect(open).toMatchObject({ isHidden: true, more: [], picked: '1 of 3', isComplete: false })
    expect(toPickRow(listed({ more, picked: 3 }), results, 3)).toMatchObject({
      team: 'KC',
      more: [
        { team: 'DAL', result: 'loss' },
        { team: 'GB', result: 'tbd' },
      ],
      picked: '3 of 3',
      isComplete: true,
    })
    expect(toPickRow(listed({}), results)).toMatchObject({ picked: null, isComplete: true })
    expect(ids(sortRows([row(1, { picked: '2 of 2' }), row(2, { picked: '1 of 2' })], 'no-pick'))).toEqual([2, 1])
  })

  it('sort by each order, keeping equal rows in order', () => {
    const rows = [
      row(1, { userName: 'b', email: 'z@x' }),
      row(2, { pickId: null, entryName: 'a' }),
      row(3, { userName: 'A', email: 'a@x' }),
    ]
    expect(ids(sortRows(rows, 'default'))).toEqual([1, 2, 3])
    expect(ids(sortRows(rows, 'no-pick'))).toEqual([2, 1, 3])
    expect(ids(sortRows(rows, 'entry'))).toEqual([2, 1, 3])
    expect(ids(sortRows(rows, 'user'))).toEqual([3, 1, 2])
    expect(ids(sortRows(rows, 'email'))).toEqual([3, 2, 1])
  })

  it('contain each added entry once', () => {
    expect(ids(addMissingRows([row(1), row(2)], [row(2), row(3)]))).toEqual([1, 2, 3])
  })
})

describe('eligible entries', () => {
  const entries = [1, 2, 3, 4].map((id) => ({ id, is_eliminated: id === 4 }))

  it('are alive, have no pick and have no row yet', () => {
    const rows = [row(1), row(2, { pickId: null })]
    const eligible = eligibleEntries(entries, rows, (entry) => entry.is_eliminated)
    expect(eligible.map(({ id }) => id)).toEqual([2, 3])
    expect(entriesWithoutRow(eligible, rows).map(({ id }) => id)).toEqual([3])
  })

  it('are counted in the message after loading', () => {
    expect(describeLoaded(2, 5, 0)).toBe('No eligible entries to add (eligible=2, table=5)')
    expect(describeLoaded(2, 5, 1)).toBe('Loaded 1 eligible entries without picks')
  })
})
