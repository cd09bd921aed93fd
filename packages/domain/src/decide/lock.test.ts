import { pickAt } from '../state/entry-picks.ts'
import { describe, expect, it } from 'vitest'
import {
  createWeekLocked,
  entryId,
  entryStanding,
  forkPool,
  mainContest,
  merkleRoot,
  nextDeadline,
  type PoolState,
  runCommand,
  seasonOutcome,
  seasonResults,
  weekId,
} from '../index.ts'
import { isWeekClosed } from '../values/week.ts'
import { hashing } from '../../tests/hashing.ts'
import { admin, at, by, event, given, member, MEMBER, type CommandStep, OTHER, time, user } from '../../tests/specification.ts'
import { submitPick } from './picks.ts'
import {
  addWeek,
  AFTER_1,
  AFTER_2,
  createEntry,
  final,
  game,
  LOCK_1,
  LOCK_2,
  override,
  pick,
  pool,
  season,
  sync,
  timer,
} from '../../tests/pool.ts'

const eliminate = admin('AmendEntry', { entryId: 1, isEliminated: true })
const reinstate = admin('AmendEntry', { entryId: 1, isEliminated: false })

describe('WeekLocked', () => {
  it('records who entered the week, who had no pick, and the Merkle root by entry id', () => {
    const state = given(...pool, pick(1, 'BUF')).state()
    const commitment = pickAt(state.entries.get(entryId(1)), weekId(1), 1)!.commitment
    const root = merkleRoot(hashing, [
      { entryId: 1, commitment },
      { entryId: 2, commitment: null },
    ])
    given(...pool, pick(1, 'BUF'))
      .when(timer(LOCK_1))
      .thenEvents([
        'WeekLocked',
        { weekId: 1, lockTime: '2025-09-07T16:00:00.000Z', merkleRoot: root, entries: 2, picks: 1, missed: [2] },
      ])
  })
  it('includes a pick that an admin set', () => {
    given(...pool, override(1, 1, 'BUF'))
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { picks: 1, missed: [2] }])
  })
  it('counts only picks of that week', () => {
    given(...pool, pick(2, 'BUF'))
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { weekId: 1, entries: 2, picks: 0, missed: [1, 2] }])
  })
  it('orders entries by id on a fork', () => {
    const fork = forkPool(given(...pool).state())
    const send = ({ command, by: actor, at: now }: CommandStep) => runCommand(fork, { command, actor }, now, hashing).recorded
    send(member('RenameEntry', { entryId: 1, name: 'Uno' }))
    const root = merkleRoot(
      hashing,
      [1, 2].map((id) => ({ entryId: id, commitment: null })),
    )
    expect(send(timer(LOCK_1)).map(({ data }) => data)).toMatchObject([{ missed: [1, 2], merkleRoot: root }])
  })
  it('is recorded with the system as actor, whichever command came', () => {
    const { run } = given(...pool).when(at(LOCK_1, pick(2, 'BUF')))
    expect(run.recorded.map((event) => event.metadata.role)).toEqual(['system', 'member'])
  })
  it('is recorded even if the command is rejected', () => {
    given(...pool)
      .when(at(LOCK_1, pick(9, 'BUF')))
      .thenRejected('week_not_found')
      .thenRecorded(['WeekLocked'])
  })
  it('is recorded for several due weeks in the order of their lock times', () => {
    const swapped = [admin('SetLockTime', { weekId: 2, lockTime: '2025-09-06T16:00:00.000Z' })]
    given(...pool, ...swapped)
      .when(timer(AFTER_2))
      .thenEvents(['WeekLocked', { weekId: 2 }], ['WeekLocked', { weekId: 1 }])
  })
  it('is recorded for the earlier week first when lock times are equal', () => {
    const later = [...season.slice(0, 3), addWeek(2025, 2), addWeek(2025, 1), createEntry(2, 'One')]
    const together = admin('SetLockTime', { weekId: 1, lockTime: '2025-09-07T16:00:00.000Z' })
    const lost = [member('SubmitPick', { entryId: 1, weekId: 2, team: 'BUF', nonce: '00' }), sync(2, final('BUF-MIA', 0, 3))]
    given(...later, together, ...lost)
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { weekId: 2, entries: 1 }], ['WeekLocked', { weekId: 1, entries: 0, missed: [] }])
  })
})

it('createWeekLocked returns the lock that the pool records without automatic picks', () => {
  const before = given(...pool, pick(1, 'BUF'))
  const { recorded } = before.when(timer(LOCK_1)).run
  const state = before.state()
  expect(createWeekLocked(state, state.rounds.get(weekId(1))!, hashing)).toMatchObject({
    type: 'WeekLocked',
    data: recorded[0]?.data,
  })
})

it('isWeekClosed holds from the lock time on, or with a recorded lock', () => {
  const closed = (locked: boolean, time: number) => isWeekClosed({ locked, lockTime: 10 }, time)
  expect([closed(false, 9), closed(false, 10), closed(true, 9)]).toEqual([false, true, true])
})

describe('SubmitPick at the lock', () => {
  // Commands record due locks first. These tests check the second guard in the decider itself.
  const when = (text: string) => ({ actor: user(MEMBER), now: time(text), siteNow: time(text), hashing })
  const late = { entryId: entryId(1), weekId: weekId(1), team: 'KC', nonce: '00' }
  it('is rejected by the lock time even if the lock is not recorded', () => {
    const state = given(...pool).state()
    expect(submitPick(state, late, when('2025-09-07T15:59:59.999Z')).events).toHaveLength(1)
    for (const instant of [LOCK_1, AFTER_1]) expect(() => submitPick(state, late, when(instant))).toThrow('week_locked')
  })
  it('is rejected by the recorded lock even if the clock is before the lock time', () => {
    const state = given(...pool, timer(LOCK_1)).state()
    expect(() => submitPick(state, late, when('2025-09-07T15:59:59.999Z'))).toThrow('week_locked')
  })
})

describe('WeekLocked counts the entries that entered the week alive', () => {
  const lost = [pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 0, 3)))]
  it('without entries that were out since an earlier week', () => {
    given(...pool, ...lost)
      .when(timer(LOCK_2))
      .thenEvents(['WeekLocked', { weekId: 2, entries: 1, missed: [2] }])
  })
  it('without an eliminated entry that has a pick', () => {
    given(...pool, pick(2, 'KC'), ...lost)
      .when(timer(LOCK_2))
      .thenEvents(['WeekLocked', { entries: 1, picks: 0 }])
  })
  it('including entries that a Set All to Final of an old log eliminated before the lock', () => {
    given(...pool, pick(1, 'BUF'), sync(1, final('BUF-MIA', 0, 3)), event('GamesFinalizedByAdmin', { weekId: 1, gameIds: [1] }))
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { entries: 2, picks: 1 }])
  })
  it('without entries that an admin had eliminated before, also as of this week', () => {
    given(...pool, eliminate)
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { entries: 1, missed: [2] }])
    given(...pool, pick(1, 'BUF'), eliminate)
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { entries: 1, picks: 0, missed: [2] }])
  })
  it('including entries that were out in another season', () => {
    given(...pool, ...lost, at(AFTER_1, addWeek(2026, 1)))
      .when(timer('2026-09-15T00:00:00Z'))
      .thenEvents(['WeekLocked', { weekId: 2, entries: 1 }], ['WeekLocked', { weekId: 3, entries: 2 }])
  })
  it('without entries that were created after its first lock and did not pick, when it locks again', () => {
    const reopened = at(LOCK_1, admin('SetLockTime', { weekId: 1, lockTime: '2025-09-08T16:00:00.000Z' }))
    given(...pool, timer(LOCK_1), reopened, at(LOCK_1, createEntry(2, 'New')))
      .when(timer('2025-09-08T16:00:00Z'))
      .thenEvents(['WeekLocked', { entries: 2, picks: 0, missed: [1, 2] }])
  })
  it('including entries created while the week was reopened', () => {
    const reopened = at(LOCK_1, admin('SetLockTime', { weekId: 1, lockTime: '2025-09-08T16:00:00.000Z' }))
    const more = [timer(LOCK_1), reopened, at(LOCK_1, createEntry(2, 'New')), at(LOCK_1, by(user(2), pick(1, 'KC', 3)))]
    const outcome = given(...pool, ...more)
      .when(timer('2025-09-08T16:00:00Z'))
      .thenEvents(['WeekLocked', { entries: 3, picks: 1, missed: [1, 2] }])
    expect(outcome.state.rounds.get(weekId(1))!.locked).toMatchObject({
      position: outcome.state.position,
      at: '2025-09-08T16:00:00.000Z',
    })
  })
})

describe('an entry that is out when a week locks', () => {
  const rules = (change: object): CommandStep => admin('ChangeRules', { rules: change as never })
  const classic = rules({ preset: 'classic' })
  const standingOf = (state: PoolState, id = 1) =>
    entryStanding(state, state.entries.get(entryId(id))!, seasonResults(state, mainContest(2025)))
  const moveLock = (when: string, weekId: number, lockTime: string) => at(when, admin('SetLockTime', { weekId, lockTime }))
  const BOTH_WON = [final('BUF-MIA', 20, 3), final('KC-LAC', 20, 3)]

  it('by hand, and comes back later, has not missed the week', () => {
    const games = sync(1, game('BUF-MIA'), game('KC-LAC'))
    const back = at(AFTER_1, reinstate)
    const { state } = given(...pool, classic, games, by(user(OTHER), pick(1, 'KC', 2)), eliminate, timer(LOCK_1), back)
      .when(at(AFTER_1, sync(1, ...BOTH_WON)))
      .thenAccepted()
    expect(standingOf(state).status).toBe('alive')
    expect(seasonOutcome(state, seasonResults(state, mainContest(2025))).status).toBe('running')
  })
  it('by a loss in a later week that locked first, and comes back by a correction, has not missed it', () => {
    const on = (kickoff: string) => ({ kickoff: `${kickoff}T17:00:00.000Z` })
    const later = moveLock('2025-09-01T12:00:00Z', 1, '2025-09-16T16:00:00.000Z')
    const { state } = given(
      ...pool,
      classic,
      later,
      sync(1, game('BUF-MIA', on('2025-09-16'))),
      sync(2, game('KC-LAC', on('2025-09-14'))),
      pick(2, 'KC'),
      timer(LOCK_2),
      at('2025-09-15T01:00:00Z', sync(2, final('KC-LAC', 3, 20, on('2025-09-14')))),
      timer('2025-09-16T16:00:00Z'),
      at('2025-09-17T01:00:00Z', sync(1, final('BUF-MIA', 20, 3, on('2025-09-16')))),
    )
      .when(at('2025-09-17T02:00:00Z', sync(2, final('KC-LAC', 23, 20, on('2025-09-14')))))
      .thenAccepted()
    expect(standingOf(state).status).toBe('alive')
  })
  it('gets no automatic pick, also not the one that a rehearsal gave it', () => {
    const auto = rules({ missedPick: 'auto', autoPick: ['alphabetical'] })
    const site = (siteTime: string) => admin('SetSiteTime', { siteTime, running: false })
    const rehearsed = [site(LOCK_1.replace('Z', '.000Z')), timer('2025-09-01T12:00:01Z'), admin('ClearSiteTime', {})]
    const games = sync(1, game('BUF-MIA'), game('KC-LAC'))
    const history = given(...pool, auto, games, ...rehearsed)
    expect(history.state().entries.get(entryId(1))!.assigned).toHaveLength(1)
    history
      .and(eliminate)
      .when(timer(LOCK_1))
      .thenEvents(['PickAssigned', { entryId: 2 }], ['WeekLocked', { entries: 1, missed: [] }])
  })
  it('is in a week that locks again if it went out after the earlier locks, and misses it again', () => {
    const trip = [moveLock(AFTER_1, 1, '2025-09-20T16:00:00.000Z'), moveLock(AFTER_1, 1, LOCK_1.replace('Z', '.000Z'))]
    for (const picked of [[pick(1, 'BUF')], []]) {
      const events = given(...pool, classic, ...picked, timer(LOCK_1), at(AFTER_1, eliminate), trip[0]!).when(trip[1]!).run
        .recorded
      const missed = picked.length > 0 ? [2] : [1, 2]
      expect(events.find(({ type }) => type === 'WeekLocked')?.data).toMatchObject({ entries: 2, picks: picked.length, missed })
    }
  })
  it('by hand was not in the week, although it has a pick there, so that nobody falls by its return', () => {
    const wipeOut = rules({ wipeOut: { reviveAtMost: 1 } })
    const games = sync(1, game('BUF-MIA'), game('KC-LAC'))
    const planned = [by(user(OTHER), createEntry(OTHER, 'Three')), pick(1, 'KC'), by(user(OTHER), pick(1, 'BUF', 2))]
    const third = by(user(OTHER), pick(1, 'BUF', 3))
    const { state } = given(...pool, wipeOut, games, ...planned, third, eliminate, timer(LOCK_1), at(AFTER_1, reinstate))
      .when(at(AFTER_1, sync(1, final('BUF-MIA', 3, 20), final('KC-LAC', 20, 3))))
      .thenAccepted()
    expect([1, 2, 3].map((id) => standingOf(state, id).status)).toEqual(['alive', 'alive', 'alive'])
  })
  it('is in the lock of an older version, as its count of picks shows', () => {
    const early = given(...pool, override(2, 2, 'KC'), override(1, 2, 'KC'), pick(1, 'BUF'))
    const lost = [
      timer(LOCK_1),
      at(AFTER_1, sync(1, final('BUF-MIA', 0, 3))),
      at(AFTER_1, admin('SetCurrentWeek', { weekId: 2 })),
    ]
    const history = early.and(...lost, at(AFTER_1, admin('AmendEntry', { entryId: 2, isEliminated: true })))
    const state = history.state()
    const lockOf = (hasOut: boolean) => createWeekLocked(state, state.rounds.get(weekId(2))!, hashing, hasOut).data
    expect([lockOf(true).picks, lockOf(false).picks]).toEqual([1, 0])
    const absentAfter = (hasOut: boolean) =>
      history
        .and(event('WeekLocked', lockOf(hasOut)))
        .state()
        .rounds.get(weekId(2))!.locked!.absent
    expect([absentAfter(true), absentAfter(false)]).toEqual([[1], [1, 2]])
  })
})

describe('nextDeadline', () => {
  const instant = (text: string) => time(text)
  it('is the first kickoff or lock of an open week that is still to come', () => {
    const state = given(
      ...pool,
      sync(1, game('BUF-MIA', { kickoff: instant('2025-09-05T00:20:00.000Z') }), game('KC-LAC')),
    ).state()
    const next = (siteNow: string) => nextDeadline(state, instant(siteNow))
    expect(next('2025-09-05T00:19:59.999Z')).toBe('2025-09-05T00:20:00.000Z')
    expect(next('2025-09-05T00:20:00.000Z')).toBe('2025-09-07T16:00:00.000Z')
    expect(next('2025-09-07T16:00:00.000Z')).toBe('2025-09-07T17:00:00.000Z')
    expect(next('2025-09-07T17:00:00.000Z')).toBe('2025-09-14T16:00:00.000Z')
    expect(next('2025-09-14T16:00:00.000Z')).toBeUndefined()
  })
  it('ignores locked weeks', () => {
    expect(
      nextDeadline(given(...pool, sync(1, game('BUF-MIA')), timer(LOCK_1)).state(), instant('2025-09-07T16:00:00.000Z')),
    ).toBe('2025-09-14T16:00:00.000Z')
  })
})
