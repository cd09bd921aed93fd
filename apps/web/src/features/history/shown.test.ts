import type { SeasonView } from '@outlast/contract/live'
import { describe, expect, it } from 'vitest'
import { USUAL_SORT } from './history-params.ts'
import { matching } from './search-index.ts'
import { type Shown, type ShownInput, shownOf } from './shown.ts'
import { csvName, shownCsv } from './shown-csv.ts'

const week = (week_number: number, results: Record<string, 'win' | 'loss'>, is_locked = true) => ({
  id: week_number,
  week_number,
  is_locked,
  results,
  is_complete: is_locked,
})

const entry = (id: number, name: string, user_name: string, picks: Record<string, string>, missed: number[] = []) => ({
  id,
  name,
  user_name,
  picks,
  missed,
  forgiven: [],
  eliminated_by_hand: null,
  hidden_losses: [],
})

const view: SeasonView = {
  season_year: 2025,
  missed_pick: 'survives',
  weeks: [week(1, { KC: 'win', DAL: 'loss' }), week(2, { KC: 'win', SF: 'loss', BUF: 'win' }), week(3, {}, false)],
  entries: [
    entry(4, '=cmd', 'Mallory M', { 1: 'KC', 2: 'SF' }),
    entry(1, 'Alpha', 'Mia Member', { 1: 'DAL' }),
    entry(2, 'Beta', 'Zoë Über', { 1: 'KC' }, [2]),
    entry(3, 'Émile', 'Mia Member', { 1: 'KC', 2: 'BUF' }),
  ],
}

const shown = (over: Partial<ShownInput> = {}): Shown =>
  shownOf({ tab: 'matrix', view, search: '', sort: USUAL_SORT[over.tab ?? 'matrix'], own: new Set(), ...over })

const names = (one: Shown): string[] =>
  one.rows.map((row) => ('team_abbr' in row ? row.team_abbr : typeof row.entry === 'string' ? row.entry : row.entry.name))

describe('the search', () => {
  it.each([
    ['mia', [1, 3]],
    ['  MIA m ', [1, 3]],
    ['emile', [3]],
    ['uber', [2]],
    ['pha', [1]],
    ['alpha mia', []],
    ['.*', []],
  ])('finds entries by their name or their user: %j', (search, ids) => {
    expect([...(matching(view.entries, search) ?? [])]).toEqual(ids)
  })

  it('for nothing is none', () => {
    expect(matching(view.entries, '  ')).toBeNull()
  })
})

describe('the Matrix', () => {
  it('has all entries in the order of the pool, and marks the own and the champion', () => {
    const { rows } = shown({ own: new Set([3]) }) as Extract<Shown, { tab: 'matrix' }>
    expect(rows.map((row) => [row.entry.name, row.isOwn, row.isChampion])).toEqual([
      ['=cmd', false, false],
      ['Alpha', false, false],
      ['Beta', false, false],
      ['Émile', true, false],
    ])
    expect(rows[2]?.missed).toEqual([2])
  })

  it('sorts by entry and by elimination; those alive come after all weeks', () => {
    expect(names(shown({ sort: { key: 'entry', direction: 'desc' } }))).toEqual(['Émile', 'Beta', 'Alpha', '=cmd'])
    expect(names(shown({ sort: { key: 'eliminated', direction: 'asc' } }))).toEqual(['Alpha', '=cmd', 'Beta', 'Émile'])
    expect(names(shown({ sort: { key: 'eliminated', direction: 'desc' } }))).toEqual(['Beta', 'Émile', '=cmd', 'Alpha'])
  })

  it('leaves out what is not searched for', () => {
    expect(names(shown({ search: 'mia' }))).toEqual(['Alpha', 'Émile'])
  })
})

describe('the Leaderboard', () => {
  it('keeps the ranks among all when searched', () => {
    const { rows } = shown({ tab: 'leaderboard', search: 'mia' }) as Extract<Shown, { tab: 'leaderboard' }>
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
    expect(names(shown({ tab: 'leaderboard', sort: { key, direction } }))).toEqual(order)
  })
})

describe('Team Usage', () => {
  it('counts the picks of the entries that were found, in the weeks that are locked', () => {
    const all = shown({ tab: 'usage' }) as Extract<Shown, { tab: 'usage' }>
    expect(all.weeks).toEqual([1, 2])
    expect(all.rows.map((row) => [row.team_abbr, row.total, row.percent, row.most])).toEqual([
      ['KC', 3, 50, 3],
      ['BUF', 1, 16.7, 3],
      ['DAL', 1, 16.7, 3],
      ['SF', 1, 16.7, 3],
    ])
    const found = shown({ tab: 'usage', search: 'mia', sort: { key: 'team', direction: 'desc' } })
    expect(found.rows).toMatchObject([
      { team_abbr: 'KC', total: 1, percent: 33.3 },
      { team_abbr: 'DAL', total: 1 },
      { team_abbr: 'BUF', total: 1 },
    ])
  })
})

describe('the exported file', () => {
  const lines = (over: Partial<ShownInput>): string[] => shownCsv(shown(over)).slice(1).trimEnd().split('\r\n')

  it('has the Matrix as it is shown', () => {
    expect(lines({ sort: { key: 'eliminated', direction: 'desc' } })).toEqual([
      'Entry,User,Eliminated,Week 1,Week 2,Week 3',
      'Beta,Zoë Über,Alive,KC win,no pick,',
      'Émile,Mia Member,Alive,KC win,BUF win,',
      "'=cmd,Mallory M,Week 2,KC win,SF loss,",
      'Alpha,Mia Member,Week 1,DAL loss,,',
    ])
  })

  it('has the Leaderboard and Team Usage as they are shown', () => {
    expect(lines({ tab: 'leaderboard', search: 'mia' })).toEqual([
      'Rank,Entry,User,Wins,Losses,Eliminated',
      '1,Émile,Mia Member,2,0,Alive',
      '4,Alpha,Mia Member,0,1,Week 1',
    ])
    expect(lines({ tab: 'usage' }).slice(0, 3)).toEqual(['Team,Total,Percent,Week 1,Week 2', 'KC,3,50,3,0', 'BUF,1,16.7,0,1'])
  })

  it('tells who is champion, and is named after what it holds', () => {
    const won = { ...view, entries: view.entries.slice(0, 3) }
    const weeks = won.weeks.slice(0, 2)
    expect(lines({ tab: 'leaderboard', view: { ...won, weeks } })[1]).toBe('1,Beta,Zoë Über,1,0,Champion')
    expect(csvName(shown({ tab: 'usage' }), 2025)).toBe('outlast-usage-2025.csv')
  })
})
