import type { Instant, WeekId } from '@outlast/domain'
import { beforeAll, describe, expect, it } from 'vitest'
import { agreedPool } from '../../tests/random-pool.ts'
import { RecordedPool } from '../../tests/recorded-pool.ts'
import { keep, source, sourceOf } from '../../tests/source.ts'
import { outcomesIn } from '../entry/entry-picks.ts'
import { seasonView } from '../season/season-view.ts'
import { pastWeeks } from './past-weeks.ts'
import { rosterIn, weekView } from './week-view.ts'
import { weekGames, weekInfos } from './weeks.ts'

const roundOf = (id: number) => source().pool.rounds.get(id as WeekId)!
const gamesOf = (id: number) => weekGames(source(), roundOf(id))
const weekInfo = (id: number) => weekInfos(source()).find((week) => week.id === id)
let pool: RecordedPool
beforeAll(() => {
  pool = createPool()
  keep(pool)
})

const ADMIN = 1
const SUNDAY_1 = '2025-09-07T17:00:00.000Z' as Instant
const SUNDAY_2 = '2025-09-14T17:00:00.000Z' as Instant

/**
 * Weeks 1 and 2 of 2025 are locked, 3 and the first of 2026 are open, which is the current one. Entry 2 fell in week 1; 3 came
 * between the locks and 4 after both.
 */
function createPool(): RecordedPool {
  const pool = new RecordedPool()
  pool.register()
  pool.addEntry(pool.register(), 'beta')
  pool.addEntry(pool.register(), 'Alpha')
  for (const number of [1, 2, 3]) pool.addWeek(2025, number)
  pool.addWeek(2026, 1)
  pool.sync(2, { 'KC-LAC': null }, SUNDAY_2)
  pool.sync(1, { 'SF-GB': null }, SUNDAY_1)
  pool.sync(1, { 'DAL-NYG': null }, '2025-09-07T16:30:00.000Z' as Instant)
  pool.pick(1, 1, 'SF')
  pool.pick(2, 1, 'GB')
  pool.pick(2, 2, 'KC')
  pool.lock(1)
  pool.sync(1, { 'SF-GB': [7, 3] }, SUNDAY_1)
  pool.addEntry(3, 'Gamma')
  pool.pick(3, 2, 'LAC')
  pool.lock(2)
  pool.addEntry(3, 'delta')
  pool.runAccepted('OverridePick', { entryId: 1, weekId: 2, team: 'KC', nonce: pool.nonce(), reason: 'a mail' }, ADMIN)
  pool.runAccepted('SetCurrentWeek', { weekId: 4 }, ADMIN)
  pool.runAccepted('SetIneligibleTeams', { weekId: 3, teams: ['KC'] }, ADMIN)
  pool.runAccepted('UnmaskPicks', { weekId: 3, reason: 'a quarrel' }, ADMIN, 'a quarrel')
  return pool
}

describe('weekInfos', () => {
  it('returns all weeks, newest first', () => {
    expect(weekInfos(source()).map((week) => week.id)).toEqual([4, 3, 2, 1])
  })

  it('returns every public field', () => {
    const lock = pool.events.find((event) => event.type === 'WeekLocked')
    const added = pool.events.filter((event) => event.type === 'WeekAdded')
    const unmasked = pool.events.find((event) => event.type === 'PicksUnmasked')
    const open = { is_locked: false, locked_at: null, merkle_root: null }
    const fresh = { ineligible_teams: [], reopened_after_reveal: false, reopenings: 0, unmasked: false, unmask_reason: null }
    expect(weekInfo(1)).toEqual({
      ...fresh,
      id: 1,
      season_year: 2025,
      week_number: 1,
      is_current: false,
      lock_time: '2025-09-07T16:00:00.000Z',
      lock_is_automatic: true,
      is_locked: true,
      locked_at: lock?.siteTime,
      merkle_root: lock?.data.merkleRoot,
      created_at: added[0]?.recordedAt,
      version: lock?.position,
    })
    expect(weekInfo(3)).toMatchObject({
      ...open,
      ineligible_teams: ['KC'],
      unmasked: true,
      unmask_reason: 'a quarrel',
      version: unmasked?.position,
    })
    expect(weekInfo(4)).toMatchObject({ ...open, ...fresh, season_year: 2026, is_current: true })
  })

  it('pastWeeks: returns locked weeks and the current one with their number of picks', () => {
    const weeks = pastWeeks(source()).map((week) => [week.id, week.is_current, week.pick_count])
    expect(weeks).toEqual([
      [4, true, 0],
      [2, false, 2],
      [1, false, 2],
    ])
  })
})

describe('weekGames and outcomesIn', () => {
  const names = (games: readonly { readonly espn_id: string }[] | undefined) => games?.map((game) => game.espn_id.slice(2))

  it('returns a week’s games by kickoff', () => {
    expect(names(gamesOf(1))).toEqual(['DAL-NYG', 'SF-GB'])
    expect(gamesOf(1).map(({ id }) => id)).toEqual([3, 2])
    expect(gamesOf(3)).toEqual([])
  })

  it('returns every field that the feed reported', () => {
    const final = pool.events.find((event) => event.type === 'GameFinalized')
    expect(gamesOf(1)[1]).toEqual({
      id: 2,
      espn_id: '1-SF-GB',
      start_time: SUNDAY_1,
      kickoff_known: true,
      home_team_abbr: 'SF',
      away_team_abbr: 'GB',
      home_score: 7,
      away_score: 3,
      status: 'final',
      detail: 'Final',
      final_by_admin: false,
      result_at: final?.siteTime,
      phase: null,
      unread: [],
      result_unread: false,
      by_hand: false,
      decided_by: null,
    })
  })

  it('says which admin decided about a game and why, until the game is returned to the scoreboard', () => {
    const set = { gameId: 1, status: 'postponed' as const, reason: 'a storm' }
    const deciders = (step: () => void) => {
      step()
      const [game] = gamesOf(2)
      return [game?.by_hand, game?.decided_by]
    }
    expect(deciders(() => pool.runAccepted('SetGame', set, ADMIN))).toEqual([true, { name: 'First L1', reason: 'a storm' }])
    const score = { gameId: 1, status: 'final' as const, homeScore: 3, awayScore: 0, reason: 'played after all' }
    expect(deciders(() => pool.runAccepted('SetGame', score, ADMIN))).toEqual([
      true,
      { name: 'First L1', reason: 'played after all' },
    ])
    // The undo is the newest decision, and has no reason of its own.
    expect(deciders(() => pool.runAccepted('UndoAction', { nonce: pool.nonce() }, ADMIN))).toEqual([
      true,
      { name: 'First L1', reason: null },
    ])
    expect(deciders(() => pool.runAccepted('ReturnGame', { gameId: 1 }, ADMIN))).toEqual([false, null])
  })

  it('returns the outcome of a pick of a team', () => {
    const outcome = (id: number, team: string) => {
      const { result, result_at } = outcomesIn(source(), roundOf(id))(team)
      return { result, result_at }
    }
    const final = pool.events.find((event) => event.type === 'GameFinalized')
    expect(outcome(1, 'SF')).toEqual({ result: 'win', result_at: final?.siteTime })
    expect(outcome(1, 'GB')).toEqual({ result: 'loss', result_at: final?.siteTime })
    expect(outcome(2, 'KC')).toEqual({ result: 'tbd', result_at: null })
  })
})

describe('the entries of a week', () => {
  const beta = { id: 1, name: 'beta', team: 'SF', is_override: false, is_auto: false }
  const alpha = { id: 2, name: 'Alpha', team: 'GB', is_override: false, is_auto: false }
  const nobody = (id: number, name: string) => ({ id, name, team: null, is_override: false, is_auto: false })

  it('returns rows by name, without entries created after the lock', () => {
    expect(weekView(source(), 1)?.entries).toEqual([alpha, beta])
    expect(weekView(source(), 1)?.pick_count).toBe(2)
  })

  it('neither lists nor counts an entry that was already out, although it has a pick', () => {
    const view = weekView(source(), 2)
    expect(view?.entries).toEqual([
      { ...beta, team: 'KC', is_override: true },
      { ...nobody(3, 'Gamma'), team: 'LAC' },
    ])
    expect(view?.pick_count).toBe(2)
  })

  it('returns every living entry without a team before the lock', () => {
    expect(weekView(source(), 3)).toMatchObject({
      week: { id: 3 },
      pick_count: 0,
      games: [],
      entries: [nobody(1, 'beta'), nobody(4, 'delta'), nobody(3, 'Gamma')],
    })
  })

  it('is undefined if there is no such week', () => expect(weekView(source(), 99)).toBeUndefined())

  it('roster: returns all entries and whether each takes part', () => {
    const of = (id: number) => rosterIn(seasonView(source(), 2025), roundOf(id))
    expect(of(2).map((entry) => [entry.id, entry.name, entry.isIn])).toEqual([
      [2, 'Alpha', false],
      [1, 'beta', true],
      [4, 'delta', false],
      [3, 'Gamma', true],
    ])
    expect(of(1).map((entry) => entry.isIn)).toEqual([true, true, false, false])
  })
})

describe('the entries of a decided season', () => {
  /** Returns the names in each week. */
  function namesByWeek(played: RecordedPool): (readonly string[])[] {
    const { rounds } = played.state
    return Array.from(rounds.values(), ({ id }) => (weekView(sourceOf(played.state), id)?.entries ?? []).map(({ name }) => name))
  }

  function decidedInWeek1(): RecordedPool {
    const played = new RecordedPool()
    played.register()
    for (const name of ['Ann', 'Ben']) played.addEntry(played.register(), name)
    for (const number of [1, 2]) played.addWeek(2025, number)
    played.sync(1, { 'KC-LAC': null }, SUNDAY_1)
    played.pick(1, 1, 'KC')
    played.pick(2, 1, 'LAC')
    played.lock(1)
    played.addEntry(3, 'Between')
    return played
  }

  it('leaves out an entry that joined after the lock of the week that decided it', () => {
    const played = decidedInWeek1()
    expect(namesByWeek(played)).toEqual([
      ['Ann', 'Ben'],
      ['Ann', 'Ben', 'Between'],
    ])
    played.sync(1, { 'KC-LAC': [7, 3] }, SUNDAY_1)
    expect(namesByWeek(played)).toEqual([['Ann', 'Ben'], ['Ann']])
    played.addEntry(3, 'Late')
    expect(namesByWeek(played)).toEqual([['Ann', 'Ben'], ['Ann']])
  })

  it('leaves out an entry that joined after a vote on sharing had closed', () => {
    const played = agreedPool(1, 0)
    played.addWeek(2025, 3)
    expect(namesByWeek(played)).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b'],
      ['a', 'b'],
    ])
    played.addEntry(3, 'Late')
    expect(namesByWeek(played)).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  it('lists nobody after a wipe-out that ended it, nor an entry that joined since its lock', () => {
    const played = decidedInWeek1()
    played.sync(1, { 'KC-LAC': [3, 3] }, SUNDAY_1)
    expect(namesByWeek(played)).toEqual([['Ann', 'Ben'], []])
  })
})
