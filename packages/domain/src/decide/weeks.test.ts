import { describe, expect, it } from 'vitest'
import {
  calendarDayOf,
  currentWeek,
  DEFAULT_RULES,
  forkPool,
  instantFromMs,
  rulesForSeason,
  runCommand,
  currentSiteTime,
  weekId,
} from '../index.ts'
import { hashing } from '../../tests/hashing.ts'
import { admin, at, by, given, member, type Step, time, user, visitor } from '../../tests/specification.ts'
import {
  accounts,
  addWeek,
  AFTER_1,
  AFTER_2,
  enter,
  game,
  LOCK_1,
  LOCK_2,
  pick,
  pool,
  season,
  sync,
  timer,
} from '../../tests/pool.ts'

const lockAt = (lockTime: string, weekId = 1): Step => admin('SetLockTime', { weekId, lockTime })
const siteTime = (text: string, running = false): Step => admin('SetSiteTime', { siteTime: text, running })
const realTime: Step = admin('ClearSiteTime', {})
const MONDAY = '2025-09-08T16:00:00.000Z'

describe('§Rules 12: current week', () => {
  it('the first week added becomes current', () => {
    given(...accounts)
      .when(addWeek(2025, 3))
      .thenEvents(['WeekAdded', { weekId: 1, seasonYear: 2025, weekNumber: 3 }], ['CurrentWeekSet', { weekId: 1 }])
      .answering({ weekId: 1 })
    given(...accounts, addWeek(2025, 3))
      .when(addWeek(2025, 4))
      .thenEvents(['WeekAdded', { weekId: 2 }])
  })
  it('… also after a purge of all weeks', () => {
    given(...season, admin('PurgeWeeks', {}))
      .when(addWeek(2025, 1))
      .thenEvents(['WeekAdded', { weekId: 3 }], ['CurrentWeekSet', { weekId: 3 }])
  })
  it('Set Current Week moves it', () => {
    given(...season)
      .when(admin('SetCurrentWeek', { weekId: 2 }))
      .thenEvents(['CurrentWeekSet', { weekId: 2 }])
    given(...season)
      .when(admin('SetCurrentWeek', { weekId: 1 }))
      .thenNothing()
    given(...season)
      .when(admin('SetCurrentWeek', { weekId: 9 }))
      .thenRefused('week_not_found')
  })
  it('exactly one at any time', () => {
    const state = given(...season, admin('SetCurrentWeek', { weekId: 2 })).state()
    expect(currentWeek(state)?.id).toBe(2)
    expect(currentWeek(given(...accounts).state())).toBeUndefined()
  })
  it('the current week cannot be deleted', () => {
    given(...season)
      .when(admin('DeleteWeek', { weekId: 1 }))
      .thenRefused('cannot_delete_current_week')
    given(...season)
      .when(admin('DeleteWeek', { weekId: 2 }))
      .thenEvents(['WeekDeleted', { weekId: 2 }])
    given(...season)
      .when(admin('DeleteWeek', { weekId: 9 }))
      .thenRefused('week_not_found')
    given(...season)
      .when(admin('DeleteWeek', { weekId: 2, ifVersion: 1 }))
      .thenRefused('version_conflict')
  })
})

describe('weeks', () => {
  it('the same season and week again is refused', () => {
    given(...season)
      .when(addWeek(2025, 2))
      .thenRefused('week_exists')
    given(...season, admin('DeleteWeek', { weekId: 2 }))
      .when(addWeek(2025, 2))
      .thenEvents(['WeekAdded', { weekId: 3 }])
    given(...season)
      .when(addWeek(2024, 2))
      .accepted()
  })
  it('§Rules 4: default lock is automatic', () => {
    given(...accounts)
      .when(addWeek(2025, 1))
      .thenEvents(['WeekAdded', { lockTime: '2025-09-07T16:00:00.000Z' }], ['CurrentWeekSet'])
  })
  it('a week added after its lock locks at once', () => {
    given(...accounts, addWeek(2025, 2))
      .when(at(AFTER_1, addWeek(2025, 1)))
      .thenEvents(['WeekAdded'], ['WeekLocked', { weekId: 2, entries: 0 }])
  })
  it('only an admin', () => {
    for (const step of [
      addWeek(2025, 9),
      admin('DeleteWeek', { weekId: 2 }),
      admin('SetCurrentWeek', { weekId: 2 }),
      lockAt(MONDAY),
      siteTime(MONDAY),
      realTime,
      admin('PurgeWeeks', {}),
      admin('SetIneligibleTeams', { weekId: 1, teams: [] }),
      admin('ChangeRules', { rules: {} }),
      admin('QueueBroadcast', { recipients: 3 }),
    ]) {
      given(...season)
        .when(by(user(2), step))
        .thenRefused('forbidden')
      given(...season)
        .when(by(visitor, step))
        .thenRefused('unauthenticated')
    }
  })
  it('a purge of all weeks counts what goes; picks go with them', () => {
    given(...pool, pick(1, 'BUF'), sync(1, game('BUF-MIA'), game('KC-LAC')))
      .when(admin('PurgeWeeks', {}))
      .thenEvents(['WeeksPurged', { weeks: 2, games: 2, picks: 1 }])
      .answering({ weeks: 2, games: 2, picks: 1 })
    given(...accounts)
      .when(admin('PurgeWeeks', {}))
      .thenNothing()
      .answering({ weeks: 0, games: 0, picks: 0 })
    given(...pool, pick(1, 'BUF'), admin('PurgeWeeks', {}))
      .when(admin('PurgeUsersAndEntries', {}))
      .answering({ users: 2, entries: 2, picks: 0 })
  })
  it('a broadcast is recorded by its count alone', () => {
    given(...season)
      .when(admin('QueueBroadcast', { recipients: 3 }))
      .thenEvents(['BroadcastQueued', { recipients: 3 }])
  })
  it('the timer records the locks that are due, and nothing else', () => {
    given(...season)
      .when(timer('2025-09-07T15:59:59.999Z'))
      .thenNothing()
    given(...season)
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { weekId: 1 }])
    given(...season)
      .when(timer(AFTER_2))
      .thenEvents(['WeekLocked', { weekId: 1 }], ['WeekLocked', { weekId: 2 }])
  })
})

describe('ineligible teams', () => {
  const set = (...teams: string[]): Step => admin('SetIneligibleTeams', { weekId: 1, teams })
  it('any case and style, each once, in order', () => {
    given(...season)
      .when(set('was', 'BUF', 'wsh', 'buf '))
      .thenEvents(['IneligibleTeamsSet', { weekId: 1, teams: ['BUF', 'WSH'] }])
    given(...season, set('BUF', 'WSH'))
      .when(set('WSH', 'BUF'))
      .thenNothing()
    given(...season, set('BUF'))
      .when(set())
      .thenEvents(['IneligibleTeamsSet', { teams: [] }])
  })
  it('known teams only, and the present version', () => {
    given(...season)
      .when(set('BUF', 'xxx'))
      .thenRefused('unknown_team', { team: 'XXX' })
    given(...pool)
      .when(admin('SetIneligibleTeams', { weekId: 1, teams: [' xyz '] }))
      .thenRefused('unknown_team', { team: 'XYZ' })
    given(...season)
      .when(admin('SetIneligibleTeams', { weekId: 1, teams: [], ifVersion: 1 }))
      .thenRefused('version_conflict')
    given(...season)
      .when(admin('SetIneligibleTeams', { weekId: 9, teams: [] }))
      .thenRefused('week_not_found')
  })
})

describe('§Rules 2: reopening', () => {
  it('lock_time moved later: WeekReopened, with the mark', () => {
    given(...season, timer(LOCK_1))
      .when(at(LOCK_1, lockAt(MONDAY)))
      .thenEvents(
        ['LockTimeChanged', { weekId: 1, lockTime: MONDAY, automatic: false }],
        ['WeekReopened', { weekId: 1, marked: true }],
      )
  })
  it('… not when site time is past the new lock_time as well', () => {
    given(...season, timer(LOCK_1))
      .when(at(AFTER_1, lockAt(MONDAY)))
      .thenEvents(['LockTimeChanged'])
  })
  it('… nor when it is exactly the new lock_time: from it on, picks are closed', () => {
    given(...pool, timer(LOCK_1))
      .when(at(MONDAY, lockAt(MONDAY)))
      .thenEvents(['LockTimeChanged'])
  })
  it('… and not when the week was open', () => {
    given(...season)
      .when(lockAt(MONDAY))
      .thenEvents(['LockTimeChanged'])
  })
  it('picks hide and open again', () => {
    given(...pool, timer(LOCK_1), at(LOCK_1, lockAt(MONDAY)))
      .when(at(LOCK_1, pick(1, 'BUF')))
      .thenEvents(['PickSubmitted'])
  })
  it('… until the new lock', () => {
    given(...pool, timer(LOCK_1), at(LOCK_1, lockAt(MONDAY)))
      .when(at(MONDAY, pick(1, 'BUF')))
      .thenRefused('week_locked')
      .recorded(['WeekLocked', { weekId: 1, lockTime: MONDAY }])
  })
  it('lock_time moved before site time locks at once', () => {
    given(...season)
      .when(lockAt('2025-08-01T00:00:00.000Z'))
      .thenEvents(['LockTimeChanged'], ['WeekLocked', { weekId: 1 }])
  })
  it('site time set back reopens every week that lies ahead again, without the mark', () => {
    given(...season, timer(AFTER_2))
      .when(at(AFTER_2, siteTime('2025-09-01T00:00:00.000Z')))
      .thenEvents(['SiteTimeSet'], ['WeekReopened', { weekId: 1, marked: false }], ['WeekReopened', { weekId: 2, marked: false }])
    given(...season, timer(AFTER_2))
      .when(at(AFTER_2, siteTime('2025-09-08T00:00:00.000Z')))
      .thenEvents(['SiteTimeSet'], ['WeekReopened', { weekId: 2 }])
  })
  it('in the order of the weeks, whatever a batch did to them before', () => {
    const fork = forkPool(given(...season, timer(AFTER_2)).state())
    const send = (step: Step) => runCommand(fork, { command: step.command, actor: step.by }, time(AFTER_2), hashing).recorded
    send(admin('SetIneligibleTeams', { weekId: 1, teams: ['BUF'] }))
    const reopened = send(siteTime('2025-09-01T00:00:00.000Z')).filter((event) => event.type === 'WeekReopened')
    expect(reopened.map((event) => event.data.weekId)).toEqual([1, 2])
  })
  it('site time cleared reopens what it had locked, without the mark: a rehearsal', () => {
    given(...season, siteTime('2025-09-10T00:00:00.000Z'))
      .when(realTime)
      .thenEvents(['SiteTimeCleared'], ['WeekReopened', { weekId: 1, marked: false }])
  })
  it('lock_time moved later under an override leaves no mark', () => {
    given(...season, siteTime('2025-09-07T17:00:00.000Z'))
      .when(lockAt(MONDAY))
      .thenEvents(['LockTimeChanged'], ['WeekReopened', { marked: false }])
  })
  it('only the present version of the week', () => {
    given(...season)
      .when(admin('SetLockTime', { weekId: 1, lockTime: MONDAY, ifVersion: 1 }))
      .thenRefused('version_conflict')
    given(...season)
      .when(lockAt(MONDAY, 9))
      .thenRefused('week_not_found')
  })
  it('the lock time it has is no event; auto goes back to Sunday noon', () => {
    given(...season, lockAt(MONDAY))
      .when(lockAt(MONDAY))
      .thenNothing()
    given(...season, lockAt(MONDAY))
      .when(lockAt('auto'))
      .thenEvents(['LockTimeChanged', { lockTime: '2025-09-07T16:00:00.000Z', automatic: true }])
    given(...season)
      .when(lockAt('auto'))
      .thenNothing()
    given(...season)
      .when(lockAt('2025-09-07T16:00:00.000Z'))
      .thenEvents(['LockTimeChanged', { automatic: false }])
  })
})

describe('§Rules 3: site-time override', () => {
  const stateAfter = (...steps: readonly Step[]) => given(...season, ...steps).state()
  it('freezes the clock at the chosen instant', () => {
    given(...season)
      .when(siteTime(MONDAY))
      .thenEvents(['SiteTimeSet', { siteTime: MONDAY, running: false }], ['WeekLocked', { weekId: 1 }])
    expect(currentSiteTime(stateAfter(siteTime(MONDAY)), time(AFTER_2))).toBe(MONDAY)
  })
  it('running lets it run on from there', () => {
    const running = stateAfter(at('2025-09-01T00:00:00Z', siteTime(MONDAY, true)))
    expect(currentSiteTime(running, time('2025-09-01T01:00:00.500Z'))).toBe('2025-09-08T17:00:00.500Z')
  })
  it('running reaches a lock by itself', () => {
    const running = at('2025-09-01T00:00:00Z', siteTime('2025-09-07T15:00:00.000Z', true))
    given(...season, running)
      .when(timer('2025-09-01T00:59:59.999Z'))
      .thenNothing()
    given(...season, running)
      .when(timer('2025-09-01T01:00:00Z'))
      .thenEvents(['WeekLocked', { weekId: 1 }])
  })
  it('until cleared', () => {
    expect(currentSiteTime(stateAfter(siteTime(MONDAY), realTime), time(AFTER_2))).toBe(time(AFTER_2))
    given(...season)
      .when(realTime)
      .thenNothing()
  })
  it('each event records both the real time and the site time', () => {
    const { run } = given(...pool, siteTime('2025-09-02T00:00:00.000Z')).when(at('2025-09-05T00:00:00Z', pick(1, 'BUF')))
    expect(run.recorded[0]).toMatchObject({ recordedAt: '2025-09-05T00:00:00.000Z', siteTime: '2025-09-02T00:00:00.000Z' })
  })
  it('… as they are when it is recorded: the override itself still at the old site time, what follows at the new', () => {
    const { run } = given(...season).when(siteTime(MONDAY))
    expect(run.recorded.map((event) => event.siteTime)).toEqual(['2025-09-01T12:00:00.000Z', MONDAY])
  })
  it('a running clock that leaves the calendar stands still at its end', () => {
    const state = given(...season, siteTime('9999-12-31T23:00:00.000Z', true)).state()
    expect(currentSiteTime(state, time(AFTER_2))).toBe('9999-12-31T23:59:59.999Z')
    expect(() => calendarDayOf(instantFromMs(253402300799999))).not.toThrow()
  })
})

describe('§Rules 10: pool rules until the season’s first lock', () => {
  const strict: Step = admin('ChangeRules', { rules: { missedPick: 'eliminated' } })
  it('defaults are what the specification describes', () => {
    expect(DEFAULT_RULES).toEqual({ missedPick: 'survives', teamLock: 'week', maxEntriesPerMember: null, lateEntries: 'allowed' })
    expect(rulesForSeason(given().state(), 2025)).toEqual(DEFAULT_RULES)
  })
  it('can be set before, one by one, and say all of them', () => {
    given(...season)
      .when(strict)
      .thenEvents(['PoolRulesChanged', { rules: { ...DEFAULT_RULES, missedPick: 'eliminated' } }])
    given(...season, strict)
      .when(admin('ChangeRules', { rules: { maxEntriesPerMember: 3 } }))
      .thenEvents(['PoolRulesChanged', { rules: { ...DEFAULT_RULES, missedPick: 'eliminated', maxEntriesPerMember: 3 } }])
    given(...season, strict)
      .when(strict)
      .thenNothing()
    given(...accounts)
      .when(strict)
      .thenEvents(['PoolRulesChanged'])
  })
  it('are read-only from the first lock on', () => {
    given(...season)
      .when(at(LOCK_1, strict))
      .thenRefused('rules_locked')
      .recorded(['WeekLocked'])
    given(...season, timer(LOCK_1))
      .when(at(AFTER_1, admin('ChangeRules', { rules: {} })))
      .thenRefused('rules_locked')
  })
  it('open again when no lock of the season stands: a rehearsal leaves no trace', () => {
    given(...season, siteTime(MONDAY), realTime)
      .when(strict)
      .accepted()
    given(...season, siteTime('2025-09-15T00:00:00.000Z'), siteTime(MONDAY))
      .when(strict)
      .thenRefused('rules_locked')
    given(...season, siteTime(MONDAY), admin('SetCurrentWeek', { weekId: 2 }), admin('DeleteWeek', { weekId: 1 }))
      .when(strict)
      .accepted()
  })
  it('the next season may have others; the one that locked keeps its own, through its later locks too', () => {
    const next = [timer(LOCK_1), at(AFTER_1, addWeek(2026, 1)), at(AFTER_1, admin('SetCurrentWeek', { weekId: 3 }))]
    const facts = [...season, ...next, at(AFTER_1, strict)]
    for (const state of [given(...facts).state(), given(...facts, timer(LOCK_2)).state()]) {
      expect([rulesForSeason(state, 2025).missedPick, rulesForSeason(state, 2026).missedPick]).toEqual(['survives', 'eliminated'])
    }
  })
  it('a purge of all weeks opens them', () => {
    given(...season, timer(LOCK_1), at(AFTER_1, admin('PurgeWeeks', {})))
      .when(at(AFTER_1, strict))
      .accepted()
  })
})

it('a deleted week takes its losses and its games with it', () => {
  const state = given(
    ...season,
    enter(2, 'One'),
    member('SubmitPick', { entryId: 1, weekId: 2, team: 'BUF', nonce: '00' }),
    admin('DeleteWeek', { weekId: 2 }),
  ).state()
  expect(state.weeks.get(weekId(2))).toBeUndefined()
  given(...season, admin('DeleteWeek', { weekId: 2 }))
    .when(timer(LOCK_2))
    .thenEvents(['WeekLocked', { weekId: 1 }])
})
