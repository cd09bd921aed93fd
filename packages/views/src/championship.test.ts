import { describe, expect, it } from 'vitest'
import { seasonEntry, seasonView, seasonWeek } from '@outlast/contract/live/test-support'
import { championshipOf } from './index.ts'

const RESULTS = [
  { KC: 'win', LAC: 'loss' },
  { SF: 'win', SEA: 'loss' },
  { DEN: 'win', LV: 'loss' },
] as const
const week = (number: 1 | 2 | 3) =>
  seasonWeek(number, { is_locked: true, is_complete: true, results: RESULTS[number - 1]!, lock_position: 100 * number })
const weeks = [week(1), week(2), week(3)]

describe('championshipOf', () => {
  it('is null while two entries are alive', () => {
    const entries = [seasonEntry(1, 'A', { picks: { 1: 'KC' } }), seasonEntry(2, 'B', { picks: { 1: 'KC' } })]
    expect(championshipOf(seasonView({ weeks, entries }))).toBeNull()
  })

  it('tells the champion’s weeks up to the deciding one, and none after it', () => {
    const view = seasonView({
      weeks,
      entries: [
        seasonEntry(1, 'Winner', { picks: { 1: 'KC', 2: 'SF', 3: 'LV' }, auto: [2] }),
        seasonEntry(2, 'Second', { picks: { 1: 'KC', 2: 'SEA' } }),
        seasonEntry(3, 'Third', { picks: { 1: 'LAC' } }),
        seasonEntry(4, 'Late', { created_position: 250 }),
      ],
    })
    expect(championshipOf(view)).toEqual({
      seasonYear: view.season_year,
      weekNumber: 2,
      entries: 3,
      hasSurvivor: true,
      champions: [
        {
          entry_id: 1,
          entry_name: 'Winner',
          user_name: view.entries[0]?.user_name,
          weeks_survived: 2,
          picks: [
            { week_number: 1, team_abbr: 'KC', result: 'win' },
            { week_number: 2, team_abbr: 'SF', result: 'win', is_auto: true },
          ],
        },
      ],
    })
  })

  it('tells the other picks of a week with several', () => {
    const view = seasonView({
      weeks,
      entries: [
        seasonEntry(1, 'Winner', { picks: { 1: 'KC', 2: 'SF' }, more: { 1: ['SF'] }, auto: [1], auto_teams: ['SF'] }),
        seasonEntry(2, 'Second', { picks: { 1: 'KC', 2: 'SEA' } }),
      ],
    })
    expect(championshipOf(view)?.champions[0]?.picks[0]).toEqual({
      week_number: 1,
      team_abbr: 'KC',
      result: 'win',
      more: [{ team_abbr: 'SF', result: 'tbd', is_auto: true }],
    })
    expect(championshipOf(view)?.champions[0]?.picks[1]).not.toHaveProperty('more')
  })

  it('does not count the week in which the entries that share the title fell', () => {
    const view = seasonView({
      weeks,
      entries: [
        seasonEntry(1, 'A', { picks: { 1: 'KC', 2: 'SEA' } }),
        seasonEntry(2, 'B', { picks: { 2: 'SEA' } }),
        seasonEntry(3, 'C', { picks: { 1: 'LAC' } }),
      ],
    })
    const championship = championshipOf(view)
    expect(championship).toMatchObject({ weekNumber: 2, hasSurvivor: false })
    expect(championship?.champions.map(({ entry_name, weeks_survived }) => [entry_name, weeks_survived])).toEqual([
      ['A', 1],
      ['B', 1],
    ])
    expect(championship?.champions[1]?.picks).toEqual([
      { week_number: 1, team_abbr: null, result: null },
      { week_number: 2, team_abbr: 'SEA', result: 'loss' },
    ])
  })
})
