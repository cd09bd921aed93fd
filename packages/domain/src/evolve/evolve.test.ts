import { allPicks, pickAt } from '../state/entry-picks.ts'
import { describe, expect, it } from 'vitest'
import {
  mainContest,
  DEFAULT_RULES,
  entryId,
  EVENT_TYPES,
  evolve,
  evolveGames,
  type PoolEvent,
  type PoolState,
  rulesOf,
  scheduleWeekId,
  userId,
  weekId,
} from '../index.ts'
import { addWeek, createEntry, game, LOCK_1, pick, pool, sync, timer } from '../../tests/pool.ts'
import {
  admin,
  at,
  by,
  event,
  given,
  type HistoryItem,
  MEMBER,
  START,
  type CommandStep,
  user,
} from '../../tests/specification.ts'

/** The whole state except the position. */
const everything = (state: PoolState) =>
  JSON.stringify([
    ...[state.users, state.entries, state.entriesOfUser, state.contests, state.schedule, state.rounds].map((table) => [
      ...table.values(),
    ]),
    [state.currentWeekId, state.siteClock, state.rules, state.lastIds],
  ])

function folded(state: PoolState, one: PoolEvent): PoolState {
  const place = { position: state.position + 1, recordedAt: START, siteTime: START }
  evolve(state, { ...one, ...place, metadata: { actor: null, role: 'system' } } as never)
  return state
}

describe('evolve: an event about something that no longer exists changes only the position', () => {
  const missing = { entryId: 9, weekId: 9, pickId: 9_000_009 }
  it.each<PoolEvent>([
    event('AdminGranted', { userId: 9 }),
    event('AdminRevoked', { userId: 9 }),
    event('PasswordChanged', { userId: 9, by: 'self' }),
    event('LoginsEnded', { userId: 9 }),
    event('UserDeleted', { userId: 9 }),
    event('EntryRenamed', { entryId: 9, name: 'X' }),
    event('EntryDeleted', { entryId: 9 }),
    event('EntryEliminatedByHand', { entryId: 9, seasonYear: 2025, weekNumber: 1 }),
    event('EntryReinstated', { entryId: 9, seasonYear: 2025, forgiven: [] }),
    event('PaymentRecorded', { entryId: 9, paymentType: 'cash', paidDate: '2025-09-01' }),
    event('PaymentReversed', { entryId: 9 }),
    event('PickSubmitted', { ...missing, weekId: 1, team: 'KC', nonce: '00', commitment: '00' }),
    event('PickCleared', missing),
    event('AssignedPickWithdrawn', { pickId: 2_000_001, entryId: 2, weekId: 1 }),
    event('WeekDeleted', { weekId: 9 }),
    event('LockTimeChanged', { weekId: 9, lockTime: START, automatic: false }),
    event('WeekLocked', { weekId: 9, lockTime: START, merkleRoot: '00', entries: 0, picks: 0, missed: [9] }),
    event('WeekReopened', { weekId: 9, marked: true }),
    event('IneligibleTeamsSet', { weekId: 9, teams: [] }),
    event('PicksUnmasked', { weekId: 9 }),
    event('GameFinalized', { weekId: 9, gameId: 9, homeScore: 1, awayScore: 0, detail: null }),
  ])('$type', (one) => {
    const state = given(...pool, pick(1, 'BUF'), timer(LOCK_1)).state()
    const before = everything(state)
    const { position } = state
    folded(state, one)
    expect(everything(state)).toBe(before)
    expect(state.position).toBe(position + 1)
  })
})

describe('evolve', () => {
  const entryOf = (state: PoolState, id = 1) => state.entries.get(entryId(id))!
  const weekOf = (state: PoolState, id = 1) => state.rounds.get(weekId(id))!

  it('keeps the time of the first pick and the version of the last change', () => {
    const [first] = allPicks(entryOf(given(...pool, pick(1, 'BUF')).state()))
    const again = given(...pool, pick(1, 'BUF'), pick(2, 'KC'), at('2025-09-02T00:00:00Z', pick(1, 'MIA'))).state()
    const changed = pickAt(entryOf(again), weekId(1), 1)
    expect(changed).toMatchObject({ team: 'MIA', createdAt: START, version: again.position })
    expect(first!.createdAt).toBe(START)
    expect(entryOf(again).picks).toHaveLength(2)
  })

  it('records a missed week when a pick is removed after the lock, but not before', () => {
    const clear = admin('RemovePick', { pickId: 1_000_001 })
    expect(entryOf(given(...pool, pick(1, 'BUF'), clear).state()).missedWeeks).toEqual([])
    const late = given(...pool, pick(1, 'BUF'), timer(LOCK_1), at(LOCK_1, clear)).state()
    expect(entryOf(late)).toMatchObject({ picks: [], missedWeeks: [{ weekId: 1, lock: weekOf(late).locked!.position }] })
  })

  it('keeps the picks of other weeks when one is cleared', () => {
    const state = given(...pool, pick(1, 'BUF'), pick(2, 'KC'), admin('RemovePick', { pickId: 1_000_001 })).state()
    expect(allPicks(entryOf(state)).map((one) => one.team)).toEqual(['KC'])
  })

  it('keeps one elimination by hand per season and ends only the reinstated season’s', () => {
    const out = (seasonYear: number, weekNumber: number) => event('EntryEliminatedByHand', { entryId: 1, seasonYear, weekNumber })
    const twice = given(...pool, out(2025, 1), out(2026, 3), out(2025, 2))
    expect(entryOf(twice.state()).eliminatedByHand).toEqual([
      { contestId: 2026, weekNumber: 3 },
      { contestId: 2025, weekNumber: 2 },
    ])
    const back = twice.and(event('EntryReinstated', { entryId: 1, seasonYear: 2025, forgiven: [{ weekId: 1, team: 'KC' }] }))
    expect(entryOf(back.state())).toMatchObject({
      eliminatedByHand: [{ contestId: 2026, weekNumber: 3 }],
      waivedLosses: [{ weekId: 1, team: 'KC' }],
    })
    const more = back.and(event('EntryReinstated', { entryId: 1, seasonYear: 2026, forgiven: [{ weekId: 2, team: null }] }))
    expect(entryOf(more.state()).waivedLosses).toHaveLength(2)
  })

  it('updates the version of an entry when the entry changes, but not when it picks', () => {
    const state = given(...pool).state()
    const { version, updatedAt } = entryOf(state)
    expect(entryOf(given(...pool, pick(1, 'BUF')).state())).toMatchObject({ version, updatedAt })
    const renamed = given(...pool, at('2025-09-02T00:00:00Z', admin('AmendEntry', { entryId: 1, name: 'Uno' }))).state()
    expect(entryOf(renamed)).toMatchObject({
      name: 'Uno',
      version: renamed.position,
      updatedAt: '2025-09-02T00:00:00.000Z',
      namePositions: [version, renamed.position],
    })
  })

  it('adds a week that is open and has an automatic lock', () => {
    expect(weekOf(given(...pool).state(), 2)).toEqual({
      id: 2,
      contestId: 2025,
      scheduleId: 2,
      seasonYear: 2025,
      weekNumber: 2,
      lockTime: '2025-09-14T16:00:00.000Z',
      lockIsAutomatic: true,
      picks: null,
      locked: null,
      firstLock: null,
      ineligibleTeams: [],
      unmasked: false,
      unmaskReason: null,
      reopenings: 0,
      summaryDigest: null,
      splitResult: null,
      reopenedAfterReveal: false,
      createdAt: START,
      version: 6,
    })
  })

  it('updates the version of a week when the week changes, but not when its games do', () => {
    const steps: CommandStep[] = [
      admin('SetLockTime', { weekId: 1, lockTime: '2025-09-08T16:00:00.000Z' }),
      admin('SetIneligibleTeams', { weekId: 1, teams: ['BUF'] }),
      admin('UnmaskPicks', { weekId: 1, reason: 'a quarrel' }),
      timer('2025-09-08T16:00:00Z'),
      at('2025-09-08T17:00:00Z', admin('SetLockTime', { weekId: 1, lockTime: '2025-09-09T16:00:00.000Z' })),
    ]
    for (const n of steps.keys()) {
      const state = given(...pool, ...steps.slice(0, n + 1)).state()
      expect(weekOf(state).version).toBe(state.position)
    }
    expect(weekOf(given(...pool, ...steps.slice(0, 3)).state())).toMatchObject({
      lockIsAutomatic: false,
      ineligibleTeams: ['BUF'],
      unmasked: true,
      unmaskReason: 'a quarrel',
    })
    expect(weekOf(given(...pool, pick(1, 'BUF'), ...steps).state())).toMatchObject({
      reopenings: 1,
      reopenedAfterReveal: true,
      locked: null,
    })
    expect(weekOf(given(...pool, event('PicksUnmasked', { weekId: 1 })).state()).unmaskReason).toBeNull()
    const synced = given(...pool, sync(1, game('BUF-MIA'))).state()
    expect(weekOf(synced).version).toBe(weekOf(given(...pool).state()).version)
  })

  it('updates the version of a week that closes without some of its games', () => {
    const state = given(
      ...pool,
      sync(1, game('BUF-MIA')),
      event('WeekClosed', { weekId: 1, gameIds: [1], picks: 'survive' }),
    ).state()
    expect(weekOf(state).version).toBe(state.position)
    expect(weekOf(state, 2).version).toBeLessThan(state.position)
  })

  it('keeps the mark “reopened after reveal” permanently', () => {
    const reopened = (marked: boolean) => event('WeekReopened', { weekId: 1, marked })
    const state = given(...pool, reopened(true), reopened(false)).state()
    expect(weekOf(state)).toMatchObject({ reopenings: 2, reopenedAfterReveal: true })
    expect(weekOf(given(...pool, reopened(false)).state()).reopenedAfterReveal).toBe(false)
  })

  it('freezes the rules of a season at its first lock and unfreezes them when no lock is left', () => {
    const lock = (id: number) =>
      event('WeekLocked', { weekId: id, lockTime: START, merkleRoot: '00', entries: 0, picks: 0, missed: [] })
    const strict = event('PoolRulesChanged', {
      rules: { ...DEFAULT_RULES, missedPick: 'eliminated' },
    })
    const ruleIn = (year: number, ...events: readonly PoolEvent[]) =>
      rulesOf(given(...pool, addWeek(2026, 1), ...events).state(), mainContest(year)).missedPick
    expect(ruleIn(2025, lock(1), strict)).toBe('survives')
    expect(ruleIn(2026, lock(1), strict)).toBe('eliminated')
    expect(ruleIn(2025, lock(1), strict, lock(2))).toBe('survives')
    const reopened = event('WeekReopened', { weekId: 1, marked: false })
    expect(ruleIn(2025, lock(1), strict, reopened)).toBe('eliminated')
    expect(ruleIn(2025, lock(1), lock(2), strict, reopened)).toBe('survives')
    expect(ruleIn(2025, lock(1), lock(3), strict, reopened)).toBe('eliminated')
    expect(ruleIn(2025, lock(1), strict, event('WeekDeleted', { weekId: 1 }))).toBe('eliminated')
    expect(ruleIn(2025, lock(1), strict, event('WeeksPurged', { weeks: 3, games: 0, picks: 0 }))).toBe('eliminated')
  })

  it('removes the entries of a deleted account, and in a purge everything except admin accounts', () => {
    const more = [createEntry(MEMBER, 'More'), by(user(1), createEntry(1, 'Mine'))]
    const deleted = given(...pool, ...more, admin('DeleteUser', { userId: MEMBER })).state()
    expect([...deleted.entries.entries()].map(([id]) => id)).toEqual([2, 4])
    expect([...deleted.users.entries()].map(([id]) => id)).toEqual([1, 3])
    expect(deleted.entriesOfUser.get(userId(MEMBER))).toBeUndefined()
    const purged = given(...pool, ...more, admin('PurgeUsersAndEntries', {})).state()
    expect([purged.entries.isEmpty(), [...purged.users.entries()].map(([id]) => id)]).toEqual([true, [1]])
    expect(purged.entriesOfUser.get(userId(1))).toBeUndefined()
    expect(purged.users.get(userId(1))?.formerNamePositions).toEqual([10])
  })

  it('forgets a login that ended after 31 days, when no token of it can be valid any more', () => {
    const end = (day: string, sessionId: string) => at(day, admin('EndSession', { sessionId, exists: true }))
    const ended = (...steps: readonly CommandStep[]) =>
      given(...pool, ...steps)
        .state()
        .users.get(userId(1))
        ?.endedSessions?.map(({ id }) => id)
    const first = end('2025-09-01T12:00:00Z', 'one')
    expect(ended(first, end('2025-10-02T11:59:59.999Z', 'two'))).toEqual(['one', 'two'])
    expect(ended(first, end('2025-10-02T12:00:00Z', 'two'))).toEqual(['two'])
  })

  it('ends the requests and claims of an entry with it, and all of them in a purge', () => {
    const asked = [
      event('BuybackRequested', { entryId: 1, seasonYear: 2025, loss: { weekId: 1, team: 'BUF' } }),
      ...[1, 2].map((entryId) => event('PaymentClaimed', { entryId, paymentType: null })),
    ]
    const open = (...more: readonly HistoryItem[]) => {
      const { requestedBuybacks, paymentClaims } = given(...pool, ...asked, ...more).state()
      return [requestedBuybacks, paymentClaims].map((table) => [...table.entries()].map(([id]) => id))
    }
    expect(open()).toEqual([[1], [1, 2]])
    expect(open(event('EntryDeleted', { entryId: 1 }))).toEqual([[], [2]])
    expect(open(event('UsersAndEntriesPurged', { users: 2, entries: 2, picks: 0 }))).toEqual([[], []])
  })

  it('keeps the pinned summary when another week’s is unpinned', () => {
    const summary = (week: number, isPinned: boolean) => event('WeekSummaryChanged', { weekId: week, digest: null, isPinned })
    const pinned = given(...pool, summary(1, true))
    expect(pinned.and(summary(2, false)).state().pinnedSummary).toBe(1)
    expect(pinned.and(summary(1, false)).state().pinnedSummary).toBeNull()
    expect(pinned.and(summary(2, true)).state().pinnedSummary).toBe(2)
  })

  it('empties the schedule with a purge of all weeks', () => {
    const { schedule, rounds, contests } = given(...pool, sync(1, game('BUF-MIA')), admin('PurgeWeeks', {})).state()
    expect([schedule.isEmpty(), rounds.isEmpty(), contests.isEmpty()]).toEqual([true, true, true])
  })

  it('corrects the score of a game that is not final without calling it corrected', () => {
    const corrected = event('ScoreCorrected', { weekId: 1, gameId: 1, homeScore: 7, awayScore: 3, detail: null })
    const games = (...more: readonly HistoryItem[]) =>
      given(...pool, sync(1, game('BUF-MIA')), ...more)
        .state()
        .schedule.get(scheduleWeekId(1))?.games
    expect(games(corrected)).toMatchObject([{ status: 'scheduled', homeScore: 7, awayScore: 3 }])
    expect(games(corrected)?.[0]).not.toHaveProperty('phase')
    const final = event('GameFinalized', { weekId: 1, gameId: 1, homeScore: 0, awayScore: 3, detail: null })
    expect(games(final, corrected)).toMatchObject([{ status: 'final', homeScore: 7, phase: 'corrected' }])
  })

  it('evolveGames leaves the games as they are after an event about something else', () => {
    const { games } = given(...pool, sync(1, game('BUF-MIA')))
      .state()
      .schedule.get(scheduleWeekId(1))!
    expect(evolveGames({ id: scheduleWeekId(1), games }, [event('UserApproved', { userId: 1 })])).toBe(games)
  })

  it('keeps the owner’s other entries when one is deleted', () => {
    const state = given(...pool, createEntry(MEMBER, 'More'), admin('RemoveEntry', { entryId: 1 })).state()
    expect(state.entriesOfUser.get(userId(MEMBER))).toEqual([3])
  })

  it('never reuses ids', () => {
    const { lastIds } = given(
      ...pool,
      sync(1, game('BUF-MIA'), game('KC-LAC')),
      admin('RemoveEntry', { entryId: 2 }),
      admin('DeleteWeek', { weekId: 2 }),
      admin('DeleteUser', { userId: 3 }),
    ).state()
    expect(lastIds).toEqual({ user: 3, entry: 2, week: 2, game: 2, invitation: 0 })
    const older = folded(given(...pool).state(), event('EntryCreated', { entryId: 1, userId: 2, name: 'One' }))
    expect(older.lastIds.entry).toBe(2)
  })

  it('sets the site clock to frozen, running and real', () => {
    const set = (running: boolean) => event('SiteTimeSet', { siteTime: '2025-10-01T00:00:00.000Z', running })
    const moment = '2025-10-01T00:00:00.000Z'
    expect(given(...pool, set(false)).state().siteClock).toEqual({ mode: 'frozen', at: moment })
    expect(given(...pool, set(true)).state().siteClock).toEqual({ mode: 'running', at: moment, since: START })
    expect(given(...pool, set(true), event('SiteTimeCleared', {})).state().siteClock).toEqual({ mode: 'real' })
  })

  it('handles every event type', () => {
    expect(EVENT_TYPES.length).toBeGreaterThan(35)
    expect(new Set(EVENT_TYPES).size).toBe(EVENT_TYPES.length)
  })
})
