import { describe, expect, it } from 'vitest'
import {
  mainContest,
  calendarDayOf,
  currentRound,
  DEFAULT_RULES,
  forkPool,
  instantFromMs,
  rulesOf,
  runCommand,
  currentSiteTime,
  weekId,
} from '../index.ts'
import { hashing, nonceOf } from '../../tests/hashing.ts'
import { admin, at, by, given, member, type CommandStep, time, user, visitor } from '../../tests/specification.ts'
import {
  accounts,
  addWeek,
  AFTER_1,
  AFTER_2,
  createEntry,
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

const lockAt = (lockTime: string, weekId = 1): CommandStep => admin('SetLockTime', { weekId, lockTime })
const siteTime = (text: string, running = false): CommandStep => admin('SetSiteTime', { siteTime: text, running })
const realTime: CommandStep = admin('ClearSiteTime', {})
const MONDAY = '2025-09-08T16:00:00.000Z'

describe('the current week (docs/rules.md §9.1)', () => {
  it('is the first week that is added', () => {
    given(...accounts)
      .when(addWeek(2025, 3))
      .thenEvents(['WeekAdded', { weekId: 1, seasonYear: 2025, weekNumber: 3 }], ['CurrentWeekSet', { weekId: 1 }])
      .thenReply({ weekId: 1 })
    given(...accounts, addWeek(2025, 3))
      .when(addWeek(2025, 4))
      .thenEvents(['WeekAdded', { weekId: 2 }])
  })
  it('is the first week that is added after a purge', () => {
    given(...season, admin('PurgeWeeks', {}))
      .when(addWeek(2025, 1))
      .thenEvents(['WeekAdded', { weekId: 3 }], ['CurrentWeekSet', { weekId: 3 }])
  })
  it('is changed by SetCurrentWeek', () => {
    given(...season)
      .when(admin('SetCurrentWeek', { weekId: 2 }))
      .thenEvents(['CurrentWeekSet', { weekId: 2 }])
    given(...season)
      .when(admin('SetCurrentWeek', { weekId: 1 }))
      .thenNoEvents()
    given(...season)
      .when(admin('SetCurrentWeek', { weekId: 9 }))
      .thenRejected('week_not_found')
  })
  it('is unique at any time', () => {
    const state = given(...season, admin('SetCurrentWeek', { weekId: 2 })).state()
    expect(currentRound(state)?.id).toBe(2)
    expect(currentRound(given(...accounts).state())).toBeUndefined()
  })
  it('cannot be deleted', () => {
    given(...season)
      .when(admin('DeleteWeek', { weekId: 1 }))
      .thenRejected('cannot_delete_current_week')
    given(...season)
      .when(admin('DeleteWeek', { weekId: 2 }))
      .thenEvents(['WeekDeleted', { weekId: 2 }])
    given(...season)
      .when(admin('DeleteWeek', { weekId: 9 }))
      .thenRejected('week_not_found')
    given(...season)
      .when(admin('DeleteWeek', { weekId: 2, ifVersion: 1 }))
      .thenRejected('version_conflict')
  })
})

describe('week commands', () => {
  it('AddWeek rejects a week that exists', () => {
    given(...season)
      .when(addWeek(2025, 2))
      .thenRejected('week_exists')
    given(...season, admin('DeleteWeek', { weekId: 2 }))
      .when(addWeek(2025, 2))
      .thenEvents(['WeekAdded', { weekId: 3 }])
    given(...season)
      .when(addWeek(2024, 2))
      .thenAccepted()
  })
  it('AddWeek uses the automatic lock time', () => {
    given(...accounts)
      .when(addWeek(2025, 1))
      .thenEvents(['WeekAdded', { lockTime: '2025-09-07T16:00:00.000Z' }], ['CurrentWeekSet'])
  })
  it('AddWeek moves the lock to a time that the admin chose, unless it is the automatic one', () => {
    const add = (lockTime: string) => admin('AddWeek', { seasonYear: 2025, weekNumber: 3, lockTime })
    given(...season)
      .when(add(MONDAY))
      .thenEvents(['WeekAdded', { weekId: 3 }], ['LockTimeChanged', { weekId: 3, lockTime: MONDAY, automatic: false }])
    given(...season)
      .when(add('2025-09-21T16:00:00.000Z'))
      .thenEvents(['WeekAdded', { weekId: 3, lockTime: '2025-09-21T16:00:00.000Z' }])
  })
  it('AddWeek locks the week at once if its lock time has passed', () => {
    given(...accounts, addWeek(2025, 2))
      .when(at(AFTER_1, addWeek(2025, 1)))
      .thenEvents(['WeekAdded'], ['WeekLocked', { weekId: 2, entries: 0 }])
  })
  it('reject members and visitors', () => {
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
      admin('QueueBroadcast', { audience: 'all', accounts: [1, 2, 3] }),
    ]) {
      given(...season)
        .when(by(user(2), step))
        .thenRejected('forbidden')
      given(...season)
        .when(by(visitor, step))
        .thenRejected('unauthenticated')
    }
  })
  it('PurgeWeeks counts the removed weeks, games and picks', () => {
    given(...pool, pick(1, 'BUF'), sync(1, game('BUF-MIA'), game('KC-LAC')))
      .when(admin('PurgeWeeks', {}))
      .thenEvents(['WeeksPurged', { weeks: 2, games: 2, picks: 1 }])
      .thenReply({ weeks: 2, games: 2, picks: 1 })
    given(...accounts)
      .when(admin('PurgeWeeks', {}))
      .thenNoEvents()
      .thenReply({ weeks: 0, games: 0, picks: 0 })
    given(...pool, pick(1, 'BUF'), admin('PurgeWeeks', {}))
      .when(admin('PurgeUsersAndEntries', {}))
      .thenReply({ users: 2, entries: 2, picks: 0 })
  })
  it('QueueBroadcast records only the number of recipients', () => {
    const { run } = given(...season)
      .when(admin('QueueBroadcast', { audience: 'all', accounts: [1, 2, 3, 9] }))
      .thenReply({ userIds: [1, 2, 3] })
    expect(run.recorded.map(({ data }) => data)).toStrictEqual([{ recipients: 3 }])
    given(...pool)
      .when(admin('QueueBroadcast', { audience: 'admins', accounts: [1, 2, 3] }))
      .thenEvents(['BroadcastQueued', { recipients: 1, audience: 'admins' }])
  })
  it('LockDueWeeks records only the locks that are due', () => {
    given(...season)
      .when(timer('2025-09-07T15:59:59.999Z'))
      .thenNoEvents()
    given(...season)
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { weekId: 1 }])
    given(...season)
      .when(timer(AFTER_2))
      .thenEvents(['WeekLocked', { weekId: 1 }], ['WeekLocked', { weekId: 2 }])
  })
})

describe('SetIneligibleTeams', () => {
  const set = (...teams: string[]): CommandStep => admin('SetIneligibleTeams', { weekId: 1, teams })
  it('accepts any case and style, and records each team once in order', () => {
    given(...season)
      .when(set('was', 'BUF', 'wsh', 'buf '))
      .thenEvents(['IneligibleTeamsSet', { weekId: 1, teams: ['BUF', 'WSH'] }])
    given(...season, set('BUF', 'WSH'))
      .when(set('WSH', 'BUF'))
      .thenNoEvents()
    given(...season, set('BUF'))
      .when(set())
      .thenEvents(['IneligibleTeamsSet', { teams: [] }])
  })
  it('rejects unknown teams and stale versions', () => {
    given(...season)
      .when(set('BUF', 'xxx'))
      .thenRejected('unknown_team', { team: 'XXX' })
    given(...pool)
      .when(admin('SetIneligibleTeams', { weekId: 1, teams: [' xyz '] }))
      .thenRejected('unknown_team', { team: 'XYZ' })
    given(...season)
      .when(admin('SetIneligibleTeams', { weekId: 1, teams: [], ifVersion: 1 }))
      .thenRejected('version_conflict')
    given(...season)
      .when(admin('SetIneligibleTeams', { weekId: 9, teams: [] }))
      .thenRejected('week_not_found')
  })
})

describe('reopening a week (docs/rules.md §2.4)', () => {
  it('records WeekReopened with the mark when the lock time moves to the future', () => {
    given(...pool, pick(1, 'BUF'), timer(LOCK_1))
      .when(at(LOCK_1, lockAt(MONDAY)))
      .thenEvents(
        ['LockTimeChanged', { weekId: 1, lockTime: MONDAY, automatic: false }],
        ['WeekReopened', { weekId: 1, marked: true }],
      )
  })
  it('does not happen when the new lock time has passed too', () => {
    given(...season, timer(LOCK_1))
      .when(at(AFTER_1, lockAt(MONDAY)))
      .thenEvents(['LockTimeChanged'])
  })
  it('does not happen when site time equals the new lock time', () => {
    given(...pool, timer(LOCK_1))
      .when(at(MONDAY, lockAt(MONDAY)))
      .thenEvents(['LockTimeChanged'])
  })
  it('does not happen when the week was open', () => {
    given(...season)
      .when(lockAt(MONDAY))
      .thenEvents(['LockTimeChanged'])
  })
  it('hides the picks and makes them changeable', () => {
    given(...pool, timer(LOCK_1), at(LOCK_1, lockAt(MONDAY)))
      .when(at(LOCK_1, pick(1, 'BUF')))
      .thenEvents(['PickSubmitted'])
  })
  it('lasts until the new lock', () => {
    given(...pool, timer(LOCK_1), at(LOCK_1, lockAt(MONDAY)))
      .when(at(MONDAY, pick(1, 'BUF')))
      .thenRejected('week_locked')
      .thenRecorded(['WeekLocked', { weekId: 1, lockTime: MONDAY }])
  })
  it('SetLockTime locks the week at once when the new time has passed', () => {
    given(...season)
      .when(lockAt('2025-08-01T00:00:00.000Z'))
      .thenEvents(['LockTimeChanged'], ['WeekLocked', { weekId: 1 }])
  })
  it('happens without the mark for every week whose lock time is ahead of a new site time', () => {
    given(...season, timer(AFTER_2))
      .when(at(AFTER_2, siteTime('2025-09-01T00:00:00.000Z')))
      .thenEvents(['SiteTimeSet'], ['WeekReopened', { weekId: 1, marked: false }], ['WeekReopened', { weekId: 2, marked: false }])
    given(...season, timer(AFTER_2))
      .when(at(AFTER_2, siteTime('2025-09-08T00:00:00.000Z')))
      .thenEvents(['SiteTimeSet'], ['WeekReopened', { weekId: 2 }])
  })
  it('happens in the order of the ids on a fork', () => {
    const fork = forkPool(given(...season, timer(AFTER_2)).state())
    const send = (step: CommandStep) =>
      runCommand(fork, { command: step.command, actor: step.by }, time(AFTER_2), hashing).recorded
    send(admin('SetIneligibleTeams', { weekId: 1, teams: ['BUF'] }))
    const reopened = send(siteTime('2025-09-01T00:00:00.000Z')).filter((event) => event.type === 'WeekReopened')
    expect(reopened.map((event) => event.data.weekId)).toEqual([1, 2])
  })
  it('withdraws the automatic picks in the order of the entries on a fork', () => {
    const fork = forkPool(given(...pool, admin('ChangeRules', { rules: { missedPick: 'auto' } }), timer(LOCK_1)).state())
    const send = ({ command, by: actor }: CommandStep) => runCommand(fork, { command, actor }, time(LOCK_1), hashing).recorded
    send(admin('AmendEntry', { entryId: 1, name: 'Uno' }))
    expect(send(lockAt(MONDAY)).map(({ data }) => data)).toMatchObject([
      { weekId: 1, lockTime: MONDAY },
      { weekId: 1, marked: false },
      { entryId: 1, weekId: 1 },
      { entryId: 2, weekId: 1 },
    ])
  })
  it('happens without the mark when clearing site time ends a rehearsal', () => {
    given(...season, siteTime('2025-09-10T00:00:00.000Z'))
      .when(realTime)
      .thenEvents(['SiteTimeCleared'], ['WeekReopened', { weekId: 1, marked: false }])
  })
  describe('after a reveal of a member’s pick', () => {
    const rehearsed = '2025-09-07T17:00:00.000Z'
    const randomized = admin('RandomizePicks', { weekId: 1, overwrite: true, seed: nonceOf(5) })
    it.each([
      ['the lock time moves', [pick(1, 'BUF'), timer(LOCK_1)], at(LOCK_1, lockAt(MONDAY))],
      ['the lock time moves during an override', [pick(1, 'BUF'), siteTime(rehearsed)], lockAt(MONDAY)],
      ['site time is set back', [pick(1, 'BUF'), timer(LOCK_1)], at(LOCK_1, siteTime('2025-09-01T00:00:00.000Z'))],
      ['an override ends', [pick(1, 'BUF'), siteTime(rehearsed)], realTime],
      ['an admin overrode the pick', [pick(1, 'BUF'), override(1, 1, 'KC'), siteTime(rehearsed)], realTime],
      ['the pick is replaced after the lock', [pick(1, 'BUF'), siteTime(rehearsed), randomized], realTime],
      ['the member changed a random pick', [randomized, pick(1, 'BUF'), pick(1, 'KC'), siteTime(rehearsed)], realTime],
    ] as const)('records the mark: %s', (_, history, step) => {
      const { run } = given(...pool, ...history).when(step)
      expect(run.recorded.at(-1)).toMatchObject({ type: 'WeekReopened', data: { weekId: 1, marked: true } })
    })
    it.each([
      ['the week has no picks', []],
      ['all picks are random', [randomized]],
      ['all picks are random or an admin’s', [randomized, override(1, 1, 'KC')]],
      ['random picks replaced the member’s', [pick(1, 'BUF'), randomized]],
    ] as const)('leaves no mark: %s', (_, history) => {
      for (const step of [realTime, lockAt(MONDAY)]) {
        const { run } = given(...pool, ...history, siteTime(rehearsed)).when(step)
        expect(run.recorded.at(-1)).toMatchObject({ type: 'WeekReopened', data: { weekId: 1, marked: false } })
      }
    })
  })
  it('SetLockTime rejects a stale version', () => {
    given(...season)
      .when(admin('SetLockTime', { weekId: 1, lockTime: MONDAY, ifVersion: 1 }))
      .thenRejected('version_conflict')
    given(...season)
      .when(lockAt(MONDAY, 9))
      .thenRejected('week_not_found')
  })
  it('SetLockTime records nothing for the same time, and auto restores Sunday noon', () => {
    given(...season, lockAt(MONDAY))
      .when(lockAt(MONDAY))
      .thenNoEvents()
    given(...season, lockAt(MONDAY))
      .when(lockAt('auto'))
      .thenEvents(['LockTimeChanged', { lockTime: '2025-09-07T16:00:00.000Z', automatic: true }])
    given(...season)
      .when(lockAt('auto'))
      .thenNoEvents()
    given(...season)
      .when(lockAt('2025-09-07T16:00:00.000Z'))
      .thenEvents(['LockTimeChanged', { automatic: false }])
  })
})

describe('site-time override (docs/rules.md §2.5)', () => {
  const stateAfter = (...steps: readonly CommandStep[]) => given(...season, ...steps).state()
  it('freezes the clock at the chosen instant', () => {
    given(...season)
      .when(siteTime(MONDAY))
      .thenEvents(['SiteTimeSet', { siteTime: MONDAY, running: false }], ['WeekLocked', { weekId: 1 }])
    expect(currentSiteTime(stateAfter(siteTime(MONDAY)), time(AFTER_2))).toBe(MONDAY)
  })
  it('continues from the chosen instant with running', () => {
    const running = stateAfter(at('2025-09-01T00:00:00Z', siteTime(MONDAY, true)))
    expect(currentSiteTime(running, time('2025-09-01T01:00:00.500Z'))).toBe('2025-09-08T17:00:00.500Z')
  })
  it('reaches a lock while it is running', () => {
    const running = at('2025-09-01T00:00:00Z', siteTime('2025-09-07T15:00:00.000Z', true))
    given(...season, running)
      .when(timer('2025-09-01T00:59:59.999Z'))
      .thenNoEvents()
    given(...season, running)
      .when(timer('2025-09-01T01:00:00Z'))
      .thenEvents(['WeekLocked', { weekId: 1 }])
  })
  it('lasts until it is cleared', () => {
    expect(currentSiteTime(stateAfter(siteTime(MONDAY), realTime), time(AFTER_2))).toBe(time(AFTER_2))
    given(...season)
      .when(realTime)
      .thenNoEvents()
  })
  it('records both real time and site time in each event', () => {
    const { run } = given(...pool, siteTime('2025-09-02T00:00:00.000Z')).when(at('2025-09-05T00:00:00Z', pick(1, 'BUF')))
    expect(run.recorded[0]).toMatchObject({ recordedAt: '2025-09-05T00:00:00.000Z', siteTime: '2025-09-02T00:00:00.000Z' })
  })
  it('records the override at the old site time and later events at the new one', () => {
    const { run } = given(...season).when(siteTime(MONDAY))
    expect(run.recorded.map((event) => event.siteTime)).toEqual(['2025-09-01T12:00:00.000Z', MONDAY])
  })
  it('stops a running clock at the end of the calendar', () => {
    const state = given(...season, siteTime('9999-12-31T23:00:00.000Z', true)).state()
    expect(currentSiteTime(state, time(AFTER_2))).toBe('9999-12-31T23:59:59.999Z')
    expect(() => calendarDayOf(instantFromMs(253402300799999))).not.toThrow()
  })
})

describe('ChangeRules (docs/rules.md §7)', () => {
  const strict: CommandStep = admin('ChangeRules', { rules: { missedPick: 'eliminated' } })
  it('has the documented defaults', () => {
    expect(DEFAULT_RULES).toMatchObject({
      missedPick: 'survives',
      lock: 'sunday_noon',
      teamLock: 'week',
      maxEntriesPerMember: null,
      lateEntries: 'allowed',
      lives: 1,
      buyback: null,
      entryFeeCents: null,
      unpaidAfterWeek: null,
      potPublic: false,
      preset: 'specification',
    })
    expect(rulesOf(given().state(), mainContest(2025))).toEqual(DEFAULT_RULES)
  })
  it('moves the automatic lock of every open week with the rule `lock`, and none that an admin chose', () => {
    const onMonday = admin('ChangeRules', { rules: { lock: { day: 'monday', time: '20:15' } } })
    given(...season)
      .when(onMonday)
      .thenEvents(
        ['PoolRulesChanged'],
        ['LockTimeChanged', { weekId: 1, lockTime: '2025-09-09T00:15:00.000Z', automatic: true }],
        ['LockTimeChanged', { weekId: 2, lockTime: '2025-09-16T00:15:00.000Z', automatic: true }],
      )
    const chosen = admin('SetLockTime', { weekId: 1, lockTime: time('2025-09-06T16:00:00.000Z') })
    given(...season, chosen)
      .when(onMonday)
      .thenEvents(['PoolRulesChanged'], ['LockTimeChanged', { weekId: 2 }])
    given(...season, onMonday)
      .when(addWeek(2025, 3))
      .thenEvents(['WeekAdded', { lockTime: '2025-09-23T00:15:00.000Z' }])
  })
  it('lets a lock follow the first kickoff when the league moves it', () => {
    const byKickoff = admin('ChangeRules', { rules: { lock: 'first_kickoff' } })
    const thursday = game('PHI-DAL', { kickoff: time('2025-09-05T00:20:00.000Z') })
    given(...season, sync(1, thursday))
      .when(byKickoff)
      .thenEvents(
        ['PoolRulesChanged'],
        ['LockTimeChanged', { weekId: 1, lockTime: thursday.kickoff }],
        ['LockTimeChanged', { weekId: 2, lockTime: '2025-09-11T16:00:00.000Z' }],
      )
    const later = { ...thursday, kickoff: time('2025-09-05T23:20:00.000Z') }
    given(...season, byKickoff, sync(1, thursday))
      .when(sync(1, later))
      .thenEvents(['GamesSynced'], ['LockTimeChanged', { weekId: 1, lockTime: later.kickoff, automatic: true }])
  })
  it('changes single rules before the first lock and records all of them', () => {
    given(...season)
      .when(strict)
      .thenEvents(['PoolRulesChanged', { rules: { ...DEFAULT_RULES, missedPick: 'eliminated', preset: 'custom' } }])
    given(...season, strict)
      .when(admin('ChangeRules', { rules: { maxEntriesPerMember: 3 } }))
      .thenEvents([
        'PoolRulesChanged',
        { rules: { ...DEFAULT_RULES, missedPick: 'eliminated', maxEntriesPerMember: 3, preset: 'custom' } },
      ])
    given(...season, strict)
      .when(strict)
      .thenNoEvents()
    given(...accounts)
      .when(strict)
      .thenEvents(['PoolRulesChanged'])
  })
  it('is refused where two rules do not fit together (§7.3)', () => {
    given(...season)
      .when(admin('ChangeRules', { rules: { entryFeeCents: 2500 } }))
      .thenRejected('rules_conflict', {
        because: 'An entry fee needs a currency: name it by its three letters, like USD',
        field: 'currency',
      })
    given(...season)
      .when(admin('ChangeRules', { rules: { missedPick: 'auto', maxAutoPicks: 0 } }))
      .thenRejected('rules_conflict')
  })
  it('records an explicit choice of the rules that already apply, once', () => {
    const choice = admin('ChangeRules', { rules: { preset: 'specification' } })
    given(...season)
      .when(choice)
      .thenEvents(['PoolRulesChanged', { rules: DEFAULT_RULES, chosen: true }])
    given(...season, choice)
      .when(choice)
      .thenNoEvents()
  })
  it('is rejected from the season’s first lock on', () => {
    given(...season)
      .when(at(LOCK_1, strict))
      .thenRejected('rules_locked')
      .thenRecorded(['WeekLocked'])
    given(...season, timer(LOCK_1))
      .when(at(AFTER_1, admin('ChangeRules', { rules: {} })))
      .thenRejected('rules_locked')
  })
  it('is accepted again when no week of the season is locked, as after a rehearsal', () => {
    given(...season, siteTime(MONDAY), realTime)
      .when(strict)
      .thenAccepted()
    given(...season, siteTime('2025-09-15T00:00:00.000Z'), siteTime(MONDAY))
      .when(strict)
      .thenRejected('rules_locked')
    given(...season, siteTime(MONDAY), admin('SetCurrentWeek', { weekId: 2 }), admin('DeleteWeek', { weekId: 1 }))
      .when(strict)
      .thenAccepted()
  })
  it('keeps the rules of a locked season when the next season’s change', () => {
    const next = [timer(LOCK_1), at(AFTER_1, addWeek(2026, 1)), at(AFTER_1, admin('SetCurrentWeek', { weekId: 3 }))]
    const facts = [...season, ...next, at(AFTER_1, strict)]
    for (const state of [given(...facts).state(), given(...facts, timer(LOCK_2)).state()]) {
      expect([rulesOf(state, mainContest(2025)).missedPick, rulesOf(state, mainContest(2026)).missedPick]).toEqual([
        'survives',
        'eliminated',
      ])
    }
  })
  it('is accepted again after a purge of all weeks', () => {
    given(...season, timer(LOCK_1), at(AFTER_1, admin('PurgeWeeks', {})))
      .when(at(AFTER_1, strict))
      .thenAccepted()
  })
})

it('DeleteWeek removes the week’s losses and games', () => {
  const state = given(
    ...season,
    createEntry(2, 'One'),
    member('SubmitPick', { entryId: 1, weekId: 2, team: 'BUF', nonce: '00' }),
    admin('DeleteWeek', { weekId: 2 }),
  ).state()
  expect(state.rounds.get(weekId(2))).toBeUndefined()
  given(...season, admin('DeleteWeek', { weekId: 2 }))
    .when(timer(LOCK_2))
    .thenEvents(['WeekLocked', { weekId: 1 }])
})
