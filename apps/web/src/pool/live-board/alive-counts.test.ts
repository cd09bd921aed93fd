import { gameInfo, seasonEntry, seasonView, seasonWeek, weekEntry, weekInfo, weekView } from '@outlast/contract/live/test-support'
import type { SeasonEntry, SeasonView } from '@outlast/contract/live'
import { aliveInWeek, weekSurvivorsOf } from '@outlast/views'
import { describe, expect, it } from 'vitest'
import { type AliveCounts, aliveCountsOf } from './alive-counts.ts'

const final = (home: string, away: string, homeScore: number, awayScore: number) =>
  gameInfo({
    espn_id: home,
    home_team_abbr: home,
    away_team_abbr: away,
    status: 'final',
    home_score: homeScore,
    away_score: awayScore,
  })
const GAMES = [
  final('KC', 'TB', 20, 10),
  final('LV', 'DEN', 3, 10),
  gameInfo({ espn_id: 'BUF', home_team_abbr: 'BUF', away_team_abbr: 'MIA' }),
].map((game, i) => ({ ...game, id: i + 1 }))

/** Week 2 as the live views have it: the entries that began it, and those that an admin gave a pick. */
function moment(entries: readonly SeasonEntry[], over: Partial<SeasonView> = {}) {
  const began = entries.filter(
    ({ picks, missed, created_position: joined }) => picks[2] !== undefined || missed.includes(2) || joined < 200,
  )
  const weeks = [
    seasonWeek(1, { is_locked: true, is_complete: true, results: { NE: 'loss' } }),
    seasonWeek(2, { is_locked: true, is_complete: false, results: { KC: 'win', TB: 'loss', LV: 'loss', DEN: 'win' } }),
  ]
  const season = seasonView({ missed_pick: 'survives', lives: 1, weeks, entries, ...over })
  const picks = season.weeks[1]?.picks
  const view = weekView({
    week: weekInfo({ id: 2, week_number: 2, is_locked: true, ...(picks !== undefined && { picks }) }),
    games: GAMES,
    entries: began.map(({ id, name, picks: own, more }) =>
      weekEntry(id, name, {
        team: own[2] ?? null,
        ...(more?.[2] !== undefined && {
          more: more[2].map((team, i) => ({ slot: i + 2, team, is_override: false, is_auto: false })),
        }),
      }),
    ),
  })
  return { view, season }
}

const picked = (id: number, team: string, over: Partial<SeasonEntry> = {}) =>
  seasonEntry(id, `Entry ${id}`, { picks: { 2: team }, missed: [], created_position: 1, ...over })
const missed = (id: number, over: Partial<SeasonEntry> = {}) =>
  seasonEntry(id, `Entry ${id}`, { picks: {}, missed: [2], created_position: 1, ...over })
const late = (id: number, over: Partial<SeasonEntry> = {}) =>
  seasonEntry(id, `Entry ${id}`, { picks: {}, missed: [], created_position: 500, ...over })

describe('aliveCountsOf', () => {
  const entries = [
    picked(1, 'KC'),
    picked(2, 'LV'),
    missed(3),
    picked(4, 'BUF'),
    picked(6, 'LV', { forgiven: [{ week: 2, team: 'LV' }] }),
    late(7),
  ]

  it('counts those that began the last locked week, and those that joined after its lock', () => {
    const { view, season } = moment(entries)
    expect(aliveCountsOf(view, season)).toEqual({
      alive: 5,
      out: 1,
      later: 1,
      won: 1,
      tied: 0,
      playing: 1,
      noPick: 1,
      missed: 0,
    })
    expect([...weekSurvivorsOf(view, season).out.keys()]).toEqual([2])
    expect(aliveInWeek(view, season).map(({ id }) => id)).toEqual([1, 3, 4, 6, 7])
  })

  it('tells entries that lose their last life without a pick from those that survive without one', () => {
    const strict = moment(entries, { missed_pick: 'eliminated' })
    expect(aliveCountsOf(strict.view, strict.season)).toMatchObject({ noPick: 0, missed: 1 })
    const lives = moment(entries, { missed_pick: 'eliminated', lives: 2 })
    expect(aliveCountsOf(lives.view, lives.season)).toMatchObject({ noPick: 1, missed: 0 })
  })

  it('counts an entry with a pick that an admin made after it joined too late by that pick', () => {
    const { view, season } = moment([...entries, late(8, { picks: { 2: 'KC' } })])
    expect(aliveCountsOf(view, season)).toMatchObject({ alive: 6, later: 1, won: 2 })
  })

  it('counts an entry with several picks once, by how they ended together', () => {
    const weeks = [
      seasonWeek(1, { is_locked: true, is_complete: true, results: { NE: 'loss' } }),
      seasonWeek(2, { is_locked: true, results: { KC: 'win', LV: 'loss' }, picks: 2 }),
    ]
    const counted = (own: string, more: readonly string[], over: Partial<SeasonView> = {}) => {
      const one = picked(8, own, { more: { 2: more }, missed: more.length === 0 ? [2] : [] })
      const { view, season } = moment([one], { weeks, lives: 3, ...over })
      const { alive: _, out: __, ...counts }: AliveCounts = aliveCountsOf(view, season)
      return Object.entries(counts).filter(([, count]) => count > 0)
    }
    expect(counted('KC', ['BUF'])).toEqual([['playing', 1]])
    expect(counted('KC', ['LV'])).toEqual([])
    expect(counted('KC', [])).toEqual([['won', 1]])
    expect(counted('KC', [], { missed_pick: 'eliminated' })).toEqual([['won', 1]])
    expect(counted('KC', [], { missed_pick: 'eliminated', lives: 1 })).toEqual([['missed', 1]])
    expect(counted('LV', [], { missed_pick: 'eliminated', lives: 2, slot_loss: 'each' })).toEqual([['missed', 1]])
    expect(counted('LV', [], { missed_pick: 'eliminated', lives: 2 })).toEqual([])
  })
})
