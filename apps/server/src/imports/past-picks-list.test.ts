import { describe, expect, it } from 'vitest'
import { readPastPicks } from './past-picks-list.ts'

const rowsOf = (csv: string) => readPastPicks(csv, 2025).rows
const teamsIn = (csv: string) => rowsOf(csv).map(({ picks }) => picks.map(({ weekNumber, team }) => [weekNumber, team]))
const teamOf = (cell: string) => rowsOf(`entry,1\nOne,${cell}`)[0]?.picks[0]?.team

describe('readPastPicks', () => {
  it('reads a heading with many blanks at once', () => {
    const start = performance.now()
    expect(readPastPicks(`name,1,2${' '.repeat(30_000)}x\nAnn,KC,BUF`, 2026).rows).toHaveLength(1)
    expect(performance.now() - start).toBeLessThan(2_000)
  })
  it('reads a row per entry with a column for each week, in any style of heading', () => {
    const csv = 'Entry Name;E-Mail;Paid;Week 1;W2;wk. 3;#4\nAnn’s best;ann@club.example;yes;KC;Bills;;San Francisco'
    expect(rowsOf(csv)).toMatchObject([{ line: 2, email: 'ann@club.example', entryName: 'Ann’s best' }])
    expect(teamsIn(csv)).toEqual([
      [
        [1, 'KC'],
        [2, 'BUF'],
        [4, 'SF'],
      ],
    ])
  })

  it('reads a row per pick, pasted from a spreadsheet', () => {
    const csv = 'email\tweek\tteam\nann@club.example\t1\tKC\nann@club.example\tWeek 2\tbuf\nann@club.example\tfinal\tSF'
    expect(teamsIn(csv)).toEqual([[[1, 'KC']], [[2, 'BUF']], [[undefined, 'SF']]])
  })

  it.each([
    ['was', 'WSH'],
    ['Kansas City Chiefs', 'KC'],
    ['kansas  city', 'KC'],
    ['49ers', 'SF'],
    ['KC (W)', 'KC'],
    ['BUF [lost]', 'BUF'],
    ['New York', undefined],
    ['Los Angeles Rams', 'LAR'],
    ['Chefs', undefined],
  ])('understands %s as %s', (cell, team) => {
    expect(teamOf(cell)).toBe(team)
  })

  it.each(['', '-', '–', 'x', 'No pick', 'OUT', 'n/a'])('takes %j for a week without a pick', (cell) => {
    expect(rowsOf(`entry,1,2\nOne,${cell},KC`)[0]?.picks).toHaveLength(1)
  })

  it.each([
    ['week,team\n1,KC', 'The list needs a line with the names of its columns'],
    ['entry,paid\nOne,yes', 'The list needs a line with the names of its columns'],
    ['entry,1,week 1\nOne,KC,BUF', 'The header names week 1 twice'],
    ['entry,1', 'The list has no picks below its header'],
    [`entry,1${',x'.repeat(1_000)}${'\nOne'.repeat(1_000)}`, 'A list can have 1000000 cells at most'],
    [`entry,1\n${'One,KC\n'.repeat(10_001)}`, 'A list can have 10000 rows at most'],
    ['entry,1\n"One,KC', /^The list cannot be read: /],
  ])('rejects a list that it cannot check: %#', (csv, reason) => {
    expect(() => rowsOf(csv)).toThrow(reason)
  })
})
