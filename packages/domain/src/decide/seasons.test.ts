import { describe, expect, it } from 'vitest'
import { mainContest, absencesFrom, entryId, paymentFor, participantsOf, seasonResults, type PoolState } from '../index.ts'
import { addWeek, AFTER_1, createEntry, final, LOCK_1, override, pick, pool, season, sync, timer } from '../../tests/pool.ts'
import { admin, at, by, type CommandStep, given, member, OTHER, user, visitor } from '../../tests/specification.ts'

const start = (seasonYear: number): CommandStep => admin('StartSeason', { seasonYear })
const renew = (id = 1): CommandStep => member('RenewEntry', { entryId: id, byAdmin: false })
const adminRenew = (id: number): CommandStep => admin('RenewEntry', { entryId: id, byAdmin: true })
const rules = (change: object): CommandStep => admin('ChangeRules', { rules: change })
const pay = (id: number): CommandStep => admin('SetPayment', { entryId: id, paymentType: 'cash', paidDate: null, isPaid: true })

const entry = (state: PoolState, id = 1) => state.entries.get(entryId(id))!
const inSeason = (state: PoolState, year: number) =>
  participantsOf(state, seasonResults(state, mainContest(year))).map((participant) => participant.entry.id)

/** Season 2026 was started, with its first week (id 3). */
const started = [...pool, start(2026), addWeek(2026, 1)]
const decided = [pick(1, 'BUF'), override(2, 1, 'MIA'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 20, 17)))]

describe('SetPastChampions (docs/rules.md §16.3)', () => {
  it('records a season before the pool, and rejects one with weeks here', () => {
    given(...pool)
      .when(admin('SetPastChampions', { seasonYear: 2019, digest: 'ab' }))
      .thenEvents(['PastChampionsSet', { seasonYear: 2019, digest: 'ab' }])
    given(...pool)
      .when(admin('SetPastChampions', { seasonYear: 2025, digest: 'ab' }))
      .thenRejected('season_played_here')
    given(...pool)
      .when(member('SetPastChampions', { seasonYear: 2019, digest: null }))
      .thenRejected('forbidden')
  })
})

describe('StartSeason (docs/rules.md §16.1)', () => {
  it('records the start and nothing else', () => {
    given(...pool)
      .when(start(2026))
      .thenEvents(['SeasonStarted', { seasonYear: 2026 }])
  })
  it('accepts a season whose weeks were added but hold no pick', () => {
    given(...pool, addWeek(2026, 1), admin('SetCurrentWeek', { weekId: 3 }))
      .when(start(2026))
      .thenEvents(['SeasonStarted', { seasonYear: 2026 }])
  })
  it('rejects a season that was started, holds a pick or has locked', () => {
    given(...pool, start(2026))
      .when(start(2026))
      .thenRejected('season_started')
    given(...pool, addWeek(2026, 1), pick(3, 'BUF'))
      .when(start(2026))
      .thenRejected('season_started')
    given(...pool, timer(LOCK_1))
      .when(start(2025))
      .thenRejected('season_started')
  })
  it('rejects a season that is not later than all others', () => {
    given(...pool)
      .when(start(2024))
      .thenRejected('season_not_next', { season: 2025 })
    given(...pool)
      .when(start(2025))
      .thenRejected('season_not_next', { season: 2025 })
    given(...pool, start(2027))
      .when(start(2026))
      .thenRejected('season_not_next', { season: 2027 })
  })
  it('rejects a pool without a season, members and visitors', () => {
    given(...pool.slice(0, 3))
      .when(start(2026))
      .thenRejected('no_current_week')
    given(...pool)
      .when(by(user(2), start(2026)))
      .thenRejected('forbidden')
    given(...pool)
      .when(by(visitor, start(2026)))
      .thenRejected('unauthenticated')
  })
  it('continues the rules of the current season', () => {
    const changed = [addWeek(2026, 1), timer(LOCK_1), admin('SetCurrentWeek', { weekId: 3 }), rules({ lives: 2 })]
    given(...season, rules({ lives: 3 }), ...changed, admin('SetCurrentWeek', { weekId: 1 }))
      .when(at(AFTER_1, start(2026)))
      .thenEvents(['SeasonStarted'], ['PoolRulesChanged', { rules: expect.objectContaining({ lives: 3 }) }])
  })
})

describe('RenewEntry (docs/rules.md §16.2)', () => {
  it('lets the entry take part, unpaid, and keeps the payment of the season before', () => {
    const { state } = given(...pool, pay(1), start(2026))
      .when(renew())
      .thenEvents(['EntryRenewed', { entryId: 1, seasonYear: 2026 }])
    expect(inSeason(state, 2026)).toEqual([1])
    expect(entry(state)).toMatchObject({ name: 'One', payment: null })
    expect(paymentFor(entry(state), 2025)).toMatchObject({ type: 'cash' })
    expect(paymentFor(entry(state), 2026)).toBeNull()
  })
  it('records nothing for an entry that takes part already', () => {
    given(...started, renew())
      .when(renew())
      .thenEvents()
    given(...started, createEntry(2, 'New'))
      .when(renew(3))
      .thenEvents()
  })
  it('is for the owner and, with the admins’ command, for admins', () => {
    given(...started)
      .when(by(user(OTHER), renew()))
      .thenRejected('entry_not_found')
    given(...started)
      .when(by(user(OTHER), adminRenew(1)))
      .thenRejected('forbidden')
    given(...started)
      .when(adminRenew(2))
      .thenEvents(['EntryRenewed', { entryId: 2 }])
    given(...started)
      .when(adminRenew(9))
      .thenRejected('entry_not_found')
  })
  it('is rejected before a season was started', () => {
    given(...pool)
      .when(renew())
      .thenRejected('no_new_season')
    given(...pool, addWeek(2026, 1), admin('SetCurrentWeek', { weekId: 3 }))
      .when(renew())
      .thenRejected('no_new_season')
  })
  it('obeys the rules about further and late entries, which do not bind admins', () => {
    const one = [
      ...season,
      createEntry(2, 'One'),
      createEntry(2, 'Two'),
      rules({ maxEntriesPerMember: 1 }),
      start(2026),
      renew(1),
    ]
    given(...one)
      .when(renew(2))
      .thenRejected('too_many_entries')
    given(...one)
      .when(adminRenew(2))
      .thenEvents(['EntryRenewed'])
    const late = [rules({ lateEntries: 'closed' }), ...started.slice(pool.length)]
    const closed = admin('SetLockTime', { weekId: 3, lockTime: '2025-09-01T00:00:00.000Z' })
    given(...pool, ...late, closed)
      .when(renew())
      .thenRejected('late_entries_closed')
    given(...pool, ...late, closed)
      .when(adminRenew(1))
      .thenEvents(['EntryRenewed'])
  })
  it('counts only the entries of the new season against the limit', () => {
    given(...season, createEntry(2, 'One'), rules({ maxEntriesPerMember: 1 }), start(2026))
      .when(createEntry(2, 'Two'))
      .thenEvents(['EntryCreated'])
  })
})

describe('Taking part in a started season (docs/rules.md §16.2)', () => {
  it('lets only renewed and new entries pick', () => {
    given(...started)
      .when(pick(3, 'BUF'))
      .thenRejected('not_in_season', { season: 2026 })
    given(...started)
      .when(override(1, 3, 'BUF'))
      .thenRejected('not_in_season', { season: 2026 })
    given(...started, renew())
      .when(pick(3, 'BUF'))
      .thenEvents(['PickSubmitted'])
    given(...started, createEntry(2, 'New'))
      .when(pick(3, 'BUF', 3))
      .thenEvents(['PickSubmitted'])
  })
  it('leaves the season before to its own entries', () => {
    const state = given(...started, createEntry(2, 'New')).state()
    expect(inSeason(state, 2025)).toEqual([1, 2])
    expect(inSeason(state, 2026)).toEqual([3])
    given(...started, createEntry(2, 'New'))
      .when(pick(2, 'BUF', 3))
      .thenRejected('not_in_season')
    given(...started)
      .when(pick(2, 'BUF'))
      .thenEvents(['PickSubmitted'])
  })
  it('locks, assigns and randomizes picks for entries that take part only', () => {
    const locked = admin('SetLockTime', { weekId: 3, lockTime: '2025-09-01T00:00:00.000Z' })
    given(...pool, rules({ missedPick: 'auto' }), ...started.slice(pool.length), renew())
      .when(locked)
      .thenEvents(['LockTimeChanged'], ['PickAssigned', { entryId: 1 }], ['WeekLocked', { entries: 1, picks: 1, missed: [] }])
    given(...started, renew())
      .when(admin('RandomizePicks', { weekId: 3, overwrite: false, seed: '00'.repeat(32) }))
      .thenReply({ created: 1, updated: 0, skipped: 1 })
  })
  it('keeps an unpaid renewal apart from the season before', () => {
    const paid = [...pool, rules({ unpaidAfterWeek: 1 }), pay(1), start(2026), addWeek(2026, 2), renew()]
    given(...paid)
      .when(pick(2, 'BUF'))
      .thenEvents(['PickSubmitted'])
    given(...paid)
      .when(pick(3, 'BUF'))
      .thenRejected('entry_unpaid')
  })
  it('rejects an elimination by hand of an entry that takes no part', () => {
    given(...started, admin('SetCurrentWeek', { weekId: 3 }))
      .when(admin('AmendEntry', { entryId: 1, isEliminated: true }))
      .thenRejected('not_in_season')
  })
})

describe('Entries created after the deciding week (docs/rules.md §6)', () => {
  const late = [...pool, ...decided, at(AFTER_1, createEntry(2, 'Late'))]
  it('take no part in the season', () => {
    const state = given(...late).state()
    expect(inSeason(state, 2025)).toEqual([1, 2])
    expect(absencesFrom(state, seasonResults(state, mainContest(2025)))(entry(state, 3))).toBe('season_decided')
    given(...late)
      .when(at(AFTER_1, pick(2, 'KC', 3)))
      .thenRejected('season_decided')
    given(...late)
      .when(timer('2025-09-14T16:00:00Z'))
      .thenEvents(['WeekLocked', { entries: 1, missed: [1] }])
  })
  it('take part again when a correction undoes the decision', () => {
    given(...late, at(AFTER_1, admin('AmendEntry', { entryId: 2, isEliminated: false })))
      .when(at(AFTER_1, pick(2, 'KC', 3)))
      .thenEvents(['PickSubmitted'])
  })
  it('can be renewed for the next season', () => {
    const { state } = given(...late, at(AFTER_1, start(2026)))
      .when(at(AFTER_1, renew(3)))
      .thenEvents(['EntryRenewed', { entryId: 3, seasonYear: 2026 }])
    expect(inSeason(state, 2026)).toEqual([3])
  })
})
