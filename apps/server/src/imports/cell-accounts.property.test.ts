import { HttpError } from '../lib/http-error.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBalanced } from '../../tests/support/list-balance.ts'
import { checkList } from '../../tests/support/list-pool.ts'
import { readMemberList } from './member-list.ts'

const NAMES = [
  'Ann Archer',
  'Archer, Ann',
  'Bob Baker',
  'Bob Baker 2',
  'El Toro',
  'zimmer',
  'Zoë',
  'Nobody',
  'TOTAL',
  'Notes: x',
  '',
]
const CELLS = [
  'KC',
  'NO',
  'N.O.',
  'no',
  'Chiefs W',
  'BUF (L)',
  'LA',
  'NY',
  'KC/BUF',
  'Bils',
  'SF',
  'DAL',
  'Packers',
  '~~KC~~ SF',
  'KC @ DEN',
  '-',
  'x',
  'out',
  'none',
  'no pick',
  'BYE',
  'TBD',
  '✓',
  '✗',
  '?',
  'W',
  '27-20',
  '#N/A',
  '',
  '',
  '“KC”',
  'a;b',
  '\u00a0',
  '0',
]
const HEADINGS = ['1', '2', 'Week 3', 'Status', 'Out', 'W/L', 'Paid', '', 'Timestamp', 'Notes', 'Entry', 'Email', '9/28']
const OTHERS = [
  'alive',
  'out wk 2',
  'yes',
  '3',
  '9/6/2025 10:00:00',
  '$25',
  'bob@club.example',
  'Bob 1',
  'paid late',
  'W',
  'L',
  'T',
  '',
]

const cell = fc.oneof({ arbitrary: fc.constantFrom(...CELLS), weight: 5 }, { arbitrary: fc.constantFrom(...OTHERS), weight: 2 })
const noise = fc.string({ maxLength: 6 }).map((text) => text.replaceAll(/["\t\r\n]/gu, ''))
const anyCell = fc.oneof({ arbitrary: cell, weight: 9 }, { arbitrary: noise, weight: 1 })
const name = fc.constantFrom(...NAMES)

/** Lists with a column for each week, with a row for each pick, and with a column for each member. */
const list = fc.oneof(
  fc.record({
    head: fc.uniqueArray(fc.constantFrom(...HEADINGS), { minLength: 2, maxLength: 7 }).map((titles) => ['Name', ...titles, '4']),
    body: fc.array(
      fc.tuple(name, fc.array(anyCell, { maxLength: 10 })).map(([who, cells]) => [who, ...cells]),
      { minLength: 1, maxLength: 8 },
    ),
  }),
  fc.record({
    head: fc.constantFrom(
      ['Name', 'Week', 'Pick'],
      ['Timestamp', 'Name', 'Week', 'Pick', 'Result'],
      ['Email', 'Entry', 'Wk', 'Team', 'Notes'],
    ),
    body: fc.array(fc.array(fc.oneof(name, fc.constantFrom('1', 'Week 2', '3', '40'), anyCell), { minLength: 1, maxLength: 7 }), {
      minLength: 1,
      maxLength: 8,
    }),
  }),
  fc.record({
    head: fc.uniqueArray(name, { minLength: 1, maxLength: 5 }).map((names) => ['Week', ...names]),
    body: fc.array(
      fc
        .tuple(fc.constantFrom('1', '2', '3', 'x', ''), fc.array(anyCell, { maxLength: 6 }))
        .map(([week, cells]) => [week, ...cells]),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
  }),
)
const above = fc.oneof(fc.constant([]), fc.constant([['The club’s pool', '', 'updated 9/9']]))

async function read<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check()
  } catch (error) {
    // A list that cannot be read at all is refused with a sentence.
    if (error instanceof HttpError && error.code === 'import_unreadable') return undefined
    throw error
  }
}

const written = (rows: readonly (readonly string[])[]) => rows.map((cells) => cells.join('\t')).join('\n')
/** How many cells of a table have text. */
const filledIn = (rows: readonly (readonly string[])[]) =>
  rows
    .flat()
    .filter((text) => text.replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Z}\p{Cc}\p{Cf}\u2800\uFFF9-\uFFFB\s]/gu, '') !== '')
    .length

describe('the account of a list', () => {
  it('has each cell with text exactly once, and adds up; without any one of its cells it does not', async () => {
    let checked = 0
    await fc.assert(
      fc.asyncProperty(above, list, async (before, { head, body }) => {
        const rows = [...before, head, ...body]
        const found = await read(() => checkList(written(rows)))
        if (found === undefined) return
        checked += 1
        const { result, sent } = found
        const kinds = result.sheet.flatMap(({ as, cells }) => as.filter((kind, index) => kind !== '' && cells[index] !== ''))
        expect(kinds).toHaveLength(filledIn(rows))
        expect(isBalanced(result, sent)).toBe(true)
        for (const [line, { as, cells }] of result.sheet.entries()) {
          for (const index of as.keys()) {
            if (cells[index] === '') continue
            const sheet = result.sheet.map((other, at) => (at === line ? { ...other, as: other.as.with(index, '') } : other))
            expect(isBalanced({ ...result, sheet }, sent)).toBe(false)
          }
        }
      }),
      { numRuns: 150 },
    )
    expect(checked).toBeGreaterThan(40)
  })

  it('does not add up when a pick that was read is taken away, or one that was not', async () => {
    await fc.assert(
      fc.asyncProperty(list, async ({ head, body }) => {
        const found = await read(() => checkList(written([head, ...body])))
        if (found === undefined) return
        const { result, sent } = found
        for (const [line, { picks }] of result.rows.entries()) {
          for (const [index, { status }] of picks.entries()) {
            if (status === 'replaced') continue
            const without = result.rows.map((row, at) => (at === line ? { ...row, picks: picks.toSpliced(index, 1) } : row))
            expect(isBalanced({ ...result, rows: without }, sent)).toBe(false)
          }
        }
        for (const index of result.questions.keys())
          expect(isBalanced({ ...result, questions: result.questions.toSpliced(index, 1) }, sent)).toBe(false)
      }),
      { numRuns: 100 },
    )
  })

  it('has each cell of a list of members exactly once', async () => {
    const member = fc.tuple(
      name,
      fc.constantFrom('ann@club.example', 'bob@club.example', 'not an address', ''),
      fc.constantFrom('555-0102', 'n/a', 'call me', ''),
      fc.constantFrom('2', '2 entries', '“A”; “B”', 'yes', 'none', '-1', '', 'Best'),
      fc.constantFrom('', 'extra'),
    )
    await fc.assert(
      fc.asyncProperty(above, fc.array(member, { minLength: 1, maxLength: 8 }), async (before, body) => {
        const rows = [...before, ['name', 'email', 'mobile', 'entries'], ...body]
        const found = await read(() => readMemberList(written(rows)))
        if (found === undefined) return
        const kinds = found.sheet.flatMap(({ as, cells }) => as.filter((kind, index) => kind !== '' && cells[index] !== ''))
        expect(kinds).toHaveLength(filledIn(rows))
        const invalid = found.rows.filter(({ problem }) => problem !== null).length
        expect(found.questions).toHaveLength(invalid)
      }),
    )
  })
})
