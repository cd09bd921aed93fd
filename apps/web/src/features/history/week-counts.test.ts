import type { SeasonEntry, SeasonView } from '@outlast/contract/live'
import { describe, expect, it } from 'vitest'
import { lastPlayedWeek, weekCounts } from './week-counts.ts'

const entry = (id: number, picks: Record<string, string>, over: Partial<SeasonEntry> = {}): SeasonEntry => ({
  id,
  name: `Entry ${id}`,
  user_name: 'A B',
  picks,
  missed: [],
  forgiven: [],
  eliminated_by_hand: null,
  auto: [],
  hidden_losses: [],
  created_position: 1,
  ...over,
})

const season = (entries: readonly SeasonEntry[]): SeasonView => ({
  season_year: 2026,
  missed_pick: 'survives',
  lives: 1,
  weeks: [
    {
      id: 1,
      week_number: 1,
      is_locked: true,
      results: { NE: 'loss' },
      is_complete: true,
      left_teams: [],
      lock_position: 100,
      first_lock_position: 100,
      played_lock_position: null,
    },
    {
      id: 2,
      week_number: 2,
      is_locked: true,
      results: { KC: 'win', LV: 'loss' },
      is_complete: false,
      left_teams: [],
      lock_position: 200,
      first_lock_position: 200,
      played_lock_position: null,
    },
    {
      id: 3,
      week_number: 3,
      is_locked: false,
      results: {},
      is_complete: false,
      left_teams: [],
      lock_position: null,
      first_lock_position: null,
      played_lock_position: null,
    },
  ],
  entries,
})

describe('weekCounts', () => {
  const view = season([
    entry(1, { 2: 'KC' }),
    entry(2, { 2: 'LV' }),
    entry(3, { 1: 'NE' }, { missed: [2] }),
    entry(4, { 2: 'BUF' }),
    entry(5, {}, { missed: [2] }),
    entry(6, { 2: 'LV' }, { forgiven: [{ week: 2, team: 'LV' }] }),
    entry(7, {}, { created_position: 250 }),
  ])
  const week = lastPlayedWeek(view)!

  it('counts the last locked week, without entries that joined after its lock', () => {
    expect(week.week_number).toBe(2)
    expect(weekCounts(view, week)).toMatchObject({ alive: 4, won: 1, playing: 1, noPick: 1 })
  })
  it('tells entries that lose their last life without a pick from those that survive without one', () => {
    const strict = { ...view, missed_pick: 'eliminated' } as const
    expect(weekCounts(strict, week)).toMatchObject({ alive: 4, noPick: 0, missed: 1 })
    // Entry 5 has two lives, and entry 3 lost its first one in week 1.
    expect(weekCounts({ ...strict, lives: 2 }, week)).toMatchObject({ noPick: 1, missed: 1 })
  })
  it('counts an entry with several picks once, by how they ended together', () => {
    const several = (own: string, more: readonly string[], changes = {}) => ({
      ...entry(8, { 2: own }, more.length === 0 ? { missed: [2] } : {}),
      more: { 2: more },
      ...changes,
    })
    const counted = (one: ReturnType<typeof several>, over: Partial<SeasonView> = {}) => {
      const weeks = view.weeks.map((other) => (other.week_number === 2 ? { ...other, picks: 2 } : other))
      const played = { ...view, weeks, lives: 3, entries: [one], ...over }
      const { alive: _, out: _out, ...counts } = weekCounts(played, lastPlayedWeek(played)!)
      return Object.entries(counts).filter(([, count]) => count > 0)
    }
    expect(counted(several('KC', ['BUF']))).toEqual([['playing', 1]])
    expect(counted(several('KC', ['LV']))).toEqual([])
    expect(counted(several('KC', []))).toEqual([['won', 1]])
    expect(counted(several('KC', []), { missed_pick: 'eliminated' })).toEqual([['won', 1]])
    expect(counted(several('KC', []), { missed_pick: 'eliminated', lives: 1 })).toEqual([['missed', 1]])
    expect(counted(several('LV', []), { missed_pick: 'eliminated', lives: 2, slot_loss: 'each' })).toEqual([['missed', 1]])
    expect(counted(several('LV', []), { missed_pick: 'eliminated', lives: 2 })).toEqual([])
  })
  it('names the entries that went out in it, and not those of earlier weeks', () => {
    expect(weekCounts(view, week).out).toEqual([{ id: 2, name: 'Entry 2' }])
    const late = entry(8, {}, { created_position: 250, eliminated_by_hand: 2 })
    expect(weekCounts({ ...view, entries: [...view.entries, late] }, week).out).toHaveLength(1)
  })
  it('finds no week before the first lock', () => {
    expect(lastPlayedWeek({ ...view, weeks: [] })).toBeUndefined()
  })
})
