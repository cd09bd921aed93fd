import { describe, expect, it } from 'vitest'
import { addWeek, AFTER_1, AFTER_2, createEntry, final, LOCK_1, LOCK_2, pick, pool, sync, timer } from '../../tests/pool.ts'
import { admin, at, by, given, type HistoryItem, member, OTHER, user } from '../../tests/specification.ts'
import {
  absencesFrom,
  entryId,
  entryStanding,
  isSeasonDecided,
  mainContest,
  type PoolState,
  renewableSeason,
  seasonOutcome,
  seasonResults,
} from '../index.ts'

const season = (state: PoolState) => seasonResults(state, mainContest(2025))
const otherPick = (week: number, team: string) => by(user(OTHER), pick(week, team, 2))
/** Tells whether the season is decided, by the quick way and by the outcome, which must agree. */
function decided(...facts: readonly HistoryItem[]): boolean {
  const state = given(...facts).state()
  const isDecided = isSeasonDecided(state, season(state))
  expect(seasonOutcome(state, season(state)).status === 'finished').toBe(isDecided)
  return isDecided
}

const played = [...pool, pick(1, 'BUF'), otherPick(1, 'MIA'), timer(LOCK_1)]
const oneLeft = [...played, at(AFTER_1, sync(1, final('BUF-MIA', 20, 3)))]
const late = (name: string) => at(AFTER_1, createEntry(2, name))

describe('a season', () => {
  it('is decided once one entry is left, however many joined after that', () => {
    expect(decided(...pool)).toBe(false)
    expect(decided(...played)).toBe(false)
    expect(decided(...oneLeft)).toBe(true)
    expect(decided(...oneLeft, late('Three'), late('Four'))).toBe(true)
  })
  it('is not decided while nobody of it is out, or two are left', () => {
    expect(decided(...pool.slice(0, -1), pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 20, 3))))).toBe(
      false,
    )
    const three = [...pool, createEntry(2, 'Three'), pick(1, 'BUF'), otherPick(1, 'MIA'), pick(1, 'KC', 3), timer(LOCK_1)]
    expect(decided(...three, at(AFTER_1, sync(1, final('BUF-MIA', 20, 3), final('KC-LAC', 20, 3))))).toBe(false)
  })
  it('is decided by an agreement, although those who share are alive', () => {
    const vote = (id: number, owner: number) => by(user(owner), member('CastSplitVote', { entryId: id, choice: 'share' }))
    const agreed = [
      ...pool,
      createEntry(1, 'Three'),
      admin('ChangeRules', { rules: { split: { atMost: 2, fromWeek: 2 }, missedPick: 'eliminated' } }),
      sync(1, final('BUF-MIA', 7, 3), final('KC-LAC', 7, 3)),
      pick(1, 'BUF'),
      otherPick(1, 'KC'),
      timer(LOCK_1),
      at(AFTER_1, admin('SetCurrentWeek', { weekId: 2 })),
      vote(1, 2),
      vote(2, OTHER),
    ]
    expect(decided(...agreed)).toBe(false)
    expect(decided(...agreed, timer('2025-09-13T16:00:00Z'))).toBe(true)
  })
})

describe('an entry that joined late takes part', () => {
  const absence = (id: number, ...facts: readonly HistoryItem[]) => {
    const state = given(...facts).state()
    return absencesFrom(state, season(state))(state.entries.get(entryId(id))!)
  }
  it('unless the season was decided before', () => {
    expect(absence(3, ...oneLeft, late('Three'))).toBe('season_decided')
    expect(absence(1, ...oneLeft, late('Three'))).toBeUndefined()
  })
  it('if it joined before the week that decided the season, although another one was complete already', () => {
    const three = [...pool, createEntry(2, 'Three'), pick(1, 'BUF'), otherPick(1, 'BUF'), pick(1, 'MIA', 3), timer(LOCK_1)]
    const second = [...three, at(AFTER_1, sync(1, final('BUF-MIA', 20, 3))), late('Four')]
    const week2 = [at(AFTER_1, pick(2, 'KC')), at(AFTER_1, otherPick(2, 'LAC')), timer(LOCK_2)]
    const end = [...second, ...week2, at(AFTER_2, sync(2, final('KC-LAC', 20, 3))), at(AFTER_2, createEntry(2, 'Five'))]
    expect([1, 4, 5].map((id) => absence(id, ...end))).toEqual([undefined, undefined, undefined])
    const out = at(AFTER_2, admin('AmendEntry', { entryId: 4, isEliminated: true }))
    const state = given(...end, out).state()
    expect(entryStanding(state, state.entries.get(entryId(4))!, season(state)).status).toBe('out')
    expect([1, 4, 5].map((id) => absence(id, ...end, out))).toEqual([undefined, undefined, 'season_decided'])
  })
})

describe('an entry can be renewed', () => {
  const start = (seasonYear: number) => admin('StartSeason', { seasonYear })
  const renewable = (...facts: readonly HistoryItem[]) => {
    const state = given(...facts).state()
    return renewableSeason(state, state.entries.get(entryId(1))!)
  }
  it('for the last season that an admin started, once', () => {
    expect(renewable(...pool)).toBeUndefined()
    expect(renewable(...pool, start(2026))).toBe(2026)
    expect(renewable(...pool, start(2026), start(2027))).toBe(2027)
    expect(renewable(...pool, start(2026), member('RenewEntry', { entryId: 1, byAdmin: false }))).toBeUndefined()
  })
  it('for none while the current week is of a season that nobody started', () => {
    const later = [...pool, start(2026), addWeek(2027, 1), admin('SetCurrentWeek', { weekId: 3 })]
    expect(renewable(...later)).toBeUndefined()
  })
})
