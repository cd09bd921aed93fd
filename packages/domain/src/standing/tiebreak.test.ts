import { describe, expect, it } from 'vitest'
import {
  type EntryStanding,
  mainContest,
  seasonOutcome,
  seasonResults,
  type Tiebreak,
  type TeamAbbr,
  tieBreaker,
  weekId,
  type WeekResults,
} from '../index.ts'
import { AFTER_1, final, game, LOCK_1, override, pick, pool, sync, timer } from '../../tests/pool.ts'
import { admin, at, given } from '../../tests/specification.ts'

const teams = <V>(values: Readonly<Record<string, V>>) => new Map(Object.entries(values) as [TeamAbbr, V][])

/** A locked week, in which each team won or lost by so many points. */
const week = (
  number: number,
  leads: Readonly<Record<string, number>>,
  lockPosition: number | null = 10 * number,
): WeekResults => ({
  id: weekId(number),
  weekNumber: number,
  slots: 1,
  results: teams(Object.fromEntries(Object.entries(leads).map(([team, lead]) => [team, lead > 0 ? 'win' : 'loss'] as const))),
  margins: teams(Object.fromEntries(Object.entries(leads).map(([team, lead]) => [team, Math.abs(lead)]))),
  complete: true,
  lockPosition,
  firstLockPosition: lockPosition,
  playedLockPosition: null,
  agreement: null,
})

const entry = (entryId: number, picks: readonly string[], auto: readonly number[] = []): EntryStanding => ({
  entryId,
  joinedPosition: 1,
  standing: { status: 'out', losses: 1, livesLeft: 0, eliminatedWeek: 3, cause: 'loss', team: picks[2] as TeamAbbr },
  teamsOf: (id) => picks.slice(Number(id) - 1, Number(id)) as TeamAbbr[],
  countAuto: (id) => auto.filter((week) => week === Number(id)).length,
})

const ANN = entry(1, ['KC', 'BUF', 'NE'], [2])
const BEN = entry(2, ['SF', 'DAL', 'NE'])
const CLEO = entry(3, ['GB', 'LV', 'NYJ'])
const WEEKS = [week(1, { KC: 3, SF: 10, GB: 7 }), week(2, { BUF: 20, DAL: 13, LV: 7 }), week(3, { NE: -30, NYJ: -1 })]

const champions = (tiebreak: readonly Tiebreak[], { weeks = WEEKS, last = [ANN, BEN, CLEO], decided = 3 } = {}) =>
  tieBreaker({ tiebreak, weeks })(last, decided).map(({ entryId }) => entryId)

describe('docs/rules.md §6.2', () => {
  it.each<[readonly Tiebreak[], readonly number[]]>([
    [['share'], [1, 2, 3]],
    [['margin'], [1, 2]],
    [['margin', 'fewest_auto'], [2]],
    [['fewest_auto'], [2, 3]],
    [['fewest_auto', 'margin'], [2]],
    [
      ['margin', 'share', 'fewest_auto'],
      [1, 2],
    ],
    [
      ['share', 'margin'],
      [1, 2, 3],
    ],
  ])('%j makes %j the champions', (tiebreak, expected) => {
    expect(champions(tiebreak)).toEqual(expected)
  })

  it('counts only locked weeks up to the one that decided the season', () => {
    const later = week(4, { PHI: 40 })
    const last = [ANN, entry(3, ['GB', 'LV', 'NYJ', 'PHI'])]
    expect(champions(['margin'], { last, weeks: [...WEEKS, later] })).toEqual([1])
    expect(champions(['margin'], { last, weeks: [...WEEKS, later], decided: 4 })).toEqual([3])
    const open = [...WEEKS, week(4, { PHI: 40 }, null)]
    expect(champions(['margin'], { last, weeks: open, decided: 4 })).toEqual([1])
  })

  it('leaves a single entry alone, however badly it did', () => {
    expect(champions(['margin', 'fewest_auto'], { last: [CLEO] })).toEqual([3])
  })
})

it('counts the automatic picks of a pool’s entries, and not those that an admin set', () => {
  const rules = { tiebreak: ['fewest_auto', 'share'], missedPick: 'auto', autoPick: ['alphabetical'] }
  const facts = [
    ...pool,
    sync(1, game('BUF-MIA'), game('ARI-LAC')),
    admin('ChangeRules', { rules: rules as never }),
    pick(1, 'BUF'),
  ]
  const lost = at(AFTER_1, sync(1, final('BUF-MIA', 3, 20), final('ARI-LAC', 3, 20)))
  const champions = (...more: typeof facts) => {
    const state = given(...facts, timer(LOCK_1), ...more, lost).state()
    return seasonOutcome(state, seasonResults(state, mainContest(2025)))
  }
  expect(champions()).toEqual({ status: 'finished', weekNumber: 1, champions: [1] })
  expect(champions(at(LOCK_1, override(2, 1, 'BUF', 'by mail')))).toEqual({
    status: 'finished',
    weekNumber: 1,
    champions: [1, 2],
  })
})
