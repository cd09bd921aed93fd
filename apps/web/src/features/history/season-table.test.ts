import type { SeasonView } from '@outlast/contract/live'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SORT } from './history-params.ts'
import { matchingIds } from './search-index.ts'
import { csvFileName, tableCsv } from './season-table-csv.ts'
import { picksOf } from '@outlast/views/season-rows'
import { type SeasonTable, type TableInput, seasonTable } from './season-table.ts'

const week = (week_number: number, results: Record<string, 'win' | 'loss'>, is_locked = true) => ({
  id: week_number,
  week_number,
  is_locked,
  results,
  is_complete: is_locked,
  left_teams: [],
  lock_position: is_locked ? 100 : null,
  first_lock_position: is_locked ? 100 : null,
  played_lock_position: null,
})

const entry = (id: number, name: string, user_name: string, picks: Record<string, string>, missed: number[] = []) => ({
  id,
  name,
  user_name,
  picks,
  missed,
  forgiven: [],
  eliminated_by_hand: null,
  auto: [],
  hidden_losses: [],
  created_position: 1,
})

const view: SeasonView = {
  season_year: 2025,
  missed_pick: 'survives',
  lives: 1,
  weeks: [week(1, { KC: 'win', DAL: 'loss' }), week(2, { KC: 'win', SF: 'loss', BUF: 'win' }), week(3, {}, false)],
  entries: [
    entry(4, '=cmd', 'Mallory M', { 1: 'KC', 2: 'SF' }),
    entry(1, 'Alpha', 'Mia Member', { 1: 'DAL' }),
    entry(2, 'Beta', 'Zoë Über', { 1: 'KC' }, [2]),
    entry(3, 'Émile', 'Mia Member', { 1: 'KC', 2: 'BUF' }),
  ],
}

const tableOf = (over: Partial<TableInput> = {}): SeasonTable =>
  seasonTable({ tab: 'matrix', view, search: '', sort: DEFAULT_SORT[over.tab ?? 'matrix'], ownEntryIds: new Set(), ...over })

const names = (table: SeasonTable): string[] =>
  table.rows.map((row) => ('team_abbr' in row ? row.team_abbr : typeof row.entry === 'string' ? row.entry : row.entry.name))

describe('matchingIds', () => {
  it.each([
    ['mia', [1, 3]],
    ['  MIA m ', [1, 3]],
    ['emile', [3]],
    ['uber', [2]],
    ['pha', [1]],
    ['alpha mia', []],
    ['.*', []],
  ])('finds entries by name or user: %j', (search, ids) => {
    expect([...(matchingIds(view.entries, search) ?? [])]).toEqual(ids)
  })

  it('returns null for an empty search', () => {
    expect(matchingIds(view.entries, '  ')).toBeNull()
  })
})

describe('Matrix table', () => {
  it('lists own entries, then alive ones, then the others, those that went out last first', () => {
    const own = { ownEntryIds: new Set([1]) }
    const { rows, openWeek } = tableOf(own) as Extract<SeasonTable, { tab: 'matrix' }>
    expect(rows.map((row) => [row.entry.name, row.isOwn, row.eliminatedWeek, row.entry.missed])).toEqual([
      ['Alpha', true, 1, []],
      ['Beta', false, null, [2]],
      ['Émile', false, null, []],
      ['=cmd', false, 2, []],
    ])
    expect(openWeek).toBe(3)
    expect(names(tableOf({ ...own, sort: { key: 'entry', direction: 'desc' } }))).toEqual(['Alpha', 'Émile', 'Beta', '=cmd'])
  })

  it('sorts by entry and by elimination, with alive entries last', () => {
    expect(names(tableOf({ sort: { key: 'entry', direction: 'desc' } }))).toEqual(['Émile', 'Beta', 'Alpha', '=cmd'])
    expect(names(tableOf({ sort: { key: 'eliminated', direction: 'asc' } }))).toEqual(['Alpha', '=cmd', 'Beta', 'Émile'])
    expect(names(tableOf({ sort: { key: 'eliminated', direction: 'desc' } }))).toEqual(['Beta', 'Émile', '=cmd', 'Alpha'])
  })

  it('contains only entries that match the search', () => {
    expect(names(tableOf({ search: 'mia' }))).toEqual(['Émile', 'Alpha'])
  })

  it('shows the missed weeks of each entry, also after entries that joined too late to take part', () => {
    const weeks = [week(1, { KC: 'win', DAL: 'loss' }), week(2, { KC: 'win' }, false)]
    const late = { ...entry(9, 'Late', 'Lou Late', {}, [1]), created_position: 200 }
    const entries = [late, entry(1, 'Alpha', 'Mia Member', { 1: 'DAL' }), entry(2, 'Beta', 'Zoë Über', { 1: 'KC' })]
    const { rows } = tableOf({ view: { ...view, weeks, entries } }) as Extract<SeasonTable, { tab: 'matrix' }>
    expect(rows.map((row) => [row.entry.name, row.isChampion, row.entry.missed])).toEqual([
      ['Beta', true, []],
      ['Alpha', false, []],
    ])
  })
})

describe('Leaderboard table', () => {
  it('marks shared ranks among all entries, and puts own entries on top with their rank', () => {
    const entries = [...view.entries, entry(5, 'Double', 'Dan', { 1: 'DAL' })]
    const input = { tab: 'leaderboard', view: { ...view, entries }, ownEntryIds: new Set([1, 2]) } as const
    const rows = (over: Partial<TableInput>) => {
      const table = tableOf({ ...input, ...over }) as Extract<SeasonTable, { tab: 'leaderboard' }>
      return table.rows.map(({ rank, isTied, entry: name }) => `${rank}${isTied ? '=' : ''} ${name}`)
    }
    expect(rows({})).toEqual(['2 Beta', '4= Alpha', '1 Émile', '3 =cmd', '4= Double'])
    expect(rows({ search: 'alpha' })).toEqual(['4= Alpha'])
    expect(rows({ ownEntryIds: new Set(), sort: { key: 'rank', direction: 'desc' } })[0]).toMatch(/^4= /)
  })

  it('keeps ranks among all entries when searched', () => {
    const { rows } = tableOf({ tab: 'leaderboard', search: 'mia' }) as Extract<SeasonTable, { tab: 'leaderboard' }>
    expect(rows.map((row) => [row.rank, row.entry])).toEqual([
      [1, 'Émile'],
      [4, 'Alpha'],
    ])
  })

  it.each([
    ['rank', 'desc', ['Alpha', '=cmd', 'Beta', 'Émile']],
    ['entry', 'asc', ['=cmd', 'Alpha', 'Beta', 'Émile']],
    ['wins', 'desc', ['Émile', 'Beta', '=cmd', 'Alpha']],
    ['losses', 'asc', ['Émile', 'Beta', '=cmd', 'Alpha']],
    ['eliminated', 'asc', ['Alpha', '=cmd', 'Émile', 'Beta']],
  ] as const)('sorts by %s %s', (key, direction, order) => {
    expect(names(tableOf({ tab: 'leaderboard', sort: { key, direction } }))).toEqual(order)
  })
})

describe('Team Usage table', () => {
  it('counts picks of matching entries in locked weeks', () => {
    const all = tableOf({ tab: 'usage' }) as Extract<SeasonTable, { tab: 'usage' }>
    expect(all.weeks).toEqual([1, 2])
    expect(all.rows.map((row) => [row.team_abbr, row.total, row.percent, row.highestCount])).toEqual([
      ['KC', 3, 50, 3],
      ['BUF', 1, 16.7, 3],
      ['DAL', 1, 16.7, 3],
      ['SF', 1, 16.7, 3],
    ])
    const found = tableOf({ tab: 'usage', search: 'mia', sort: { key: 'team', direction: 'desc' } })
    expect(found.rows).toMatchObject([
      { team_abbr: 'KC', total: 1, percent: 33.3 },
      { team_abbr: 'DAL', total: 1 },
      { team_abbr: 'BUF', total: 1 },
    ])
  })
})

describe('a week that takes several picks', () => {
  const several: SeasonView = {
    ...view,
    weeks: [{ ...week(1, { KC: 'win', DAL: 'loss' }), picks: 2 }, week(2, {}, false)],
    entries: [{ ...entry(1, 'Alpha', 'Mia Member', { 1: 'KC' }), more: { 1: ['DAL'] }, auto: [1], auto_teams: ['DAL'] }],
    lives: 2,
  }

  it('has all picks of an entry in its cell and in the CSV file', () => {
    const table = tableOf({ view: several }) as Extract<SeasonTable, { tab: 'matrix' }>
    expect(table.slots).toEqual([2, 1])
    expect(picksOf(table.rows[0]!, 1)).toEqual([
      { team: 'KC', result: 'win', isAuto: false },
      { team: 'DAL', result: 'loss', isAuto: true },
    ])
    expect(picksOf(table.rows[0]!, 2)).toEqual([])
    expect(tableCsv(table)).toContain('"KC win, DAL loss (automatic)"')
    const both = { ...several, entries: [{ ...several.entries[0]!, auto: [1, 1], auto_teams: ['KC', 'DAL'] }] }
    expect(tableCsv(tableOf({ view: both }))).toContain('"KC win (automatic), DAL loss (automatic)"')
  })

  it('counts each pick in the leaderboard and in the usage of teams', () => {
    expect(tableOf({ tab: 'leaderboard', view: several }).rows).toMatchObject([{ wins: 1, losses: 1 }])
    expect(tableOf({ tab: 'usage', view: several }).rows).toMatchObject([
      { team_abbr: 'DAL', total: 1, percent: 50 },
      { team_abbr: 'KC', total: 1, percent: 50 },
    ])
  })
})

describe('CSV export', () => {
  const lines = (over: Partial<TableInput>): string[] => tableCsv(tableOf(over)).trimEnd().split('\r\n')

  it('contains the Matrix as shown', () => {
    expect(lines({ sort: { key: 'eliminated', direction: 'desc' } })).toEqual([
      'Entry,User,Eliminated,Week 1,Week 2,Week 3',
      'Beta,Zoë Über,Alive,KC win,no pick,',
      'Émile,Mia Member,Alive,KC win,BUF win,',
      "'=cmd,Mallory M,Week 2,KC win,SF loss,",
      'Alpha,Mia Member,Week 1,DAL loss,,',
    ])
  })

  it('contains the Leaderboard and Team Usage as shown', () => {
    expect(lines({ tab: 'leaderboard', search: 'mia' })).toEqual([
      'Rank,Entry,User,Wins,Losses,Eliminated',
      '1,Émile,Mia Member,2,0,Alive',
      '4,Alpha,Mia Member,0,1,Week 1',
    ])
    expect(lines({ tab: 'usage' }).slice(0, 3)).toEqual(['Team,Total,Percent,Week 1,Week 2', 'KC,3,50,3,0', 'BUF,1,16.7,0,1'])
  })

  it('contains the lives and marks automatic picks, in a season with several lives', () => {
    const several = { ...view, lives: 2, entries: [{ ...entry(1, 'Alpha', 'Mia Member', { 1: 'DAL' }), auto: [1] }] }
    expect(lines({ view: several })).toEqual([
      'Entry,User,Eliminated,Lives,Week 1,Week 2,Week 3',
      'Alpha,Mia Member,Alive,1,DAL loss (automatic),,',
    ])
    expect(lines({ tab: 'leaderboard', view: several })).toEqual([
      'Rank,Entry,User,Wins,Losses,Eliminated,Lives',
      '1,Alpha,Mia Member,0,1,Alive,1',
    ])
  })

  it('marks the champion, and is named after the tab and season', () => {
    const won = { ...view, entries: view.entries.slice(0, 3) }
    const weeks = won.weeks.slice(0, 2)
    expect(lines({ tab: 'leaderboard', view: { ...won, weeks } })[1]).toBe('1,Beta,Zoë Über,1,0,Champion')
    expect(csvFileName(tableOf({ tab: 'usage' }), 2025)).toBe('outlast-usage-2025.csv')
  })
})
