import { describe, expect, it } from 'vitest'
import { pickAt } from '../state/entry-picks.ts'
import { PICK_CHANGES } from '../state/pick-budget.ts'
import {
  fromHex,
  type PoolState,
  pickCommitment,
  type EntryId,
  entryId,
  pickIdOf,
  type Position,
  type TeamAbbr,
  type WeekId,
  weekId,
} from '../index.ts'
import { hashing, nonceOf } from '../../tests/hashing.ts'
import {
  admin,
  ADMIN,
  at,
  by,
  given,
  member,
  OTHER,
  type CommandStep,
  type HistoryItem,
  system,
  user,
  visitor,
} from '../../tests/specification.ts'
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
  sync,
  timer,
} from '../../tests/pool.ts'

const firstPick = (state: PoolState) => pickAt(state.entries.get(entryId(1)), weekId(1), 1)!
const idOf = (entry: number, week: number) => pickIdOf(entryId(entry), weekId(week), 1)
const change = (team: string, pickId: number = idOf(1, 1)): CommandStep =>
  member('ChangePick', { pickId, team, nonce: nonceOf(3) })
const clear = (pickId: number = idOf(1, 1)): CommandStep => member('ClearPick', { pickId })
const remove = (pickId: number = idOf(1, 1)): CommandStep => admin('RemovePick', { pickId })
const JUST_BEFORE = '2025-09-07T15:59:59.999Z'
const frozen = (siteTime: string): CommandStep => admin('SetSiteTime', { siteTime, running: false })

describe('SubmitPick, ChangePick and ClearPick', () => {
  it('records entry, week, team and commitment', () => {
    const data = { pickId: idOf(1, 1), entryId: 1, weekId: 1, team: 'BUF', nonce: nonceOf(1) }
    const commitment = pickCommitment(hashing, nonceOf(1), 1 as EntryId, 1 as WeekId, 'BUF' as TeamAbbr)
    given(...pool)
      .when(pick(1, 'BUF'))
      .thenEvents(['PickSubmitted', { ...data, commitment }])
      .thenReply({ pickId: idOf(1, 1), created: true })
    expect(fromHex(commitment)).toHaveLength(32)
  })
  it('accept abbreviations in any case and style', () => {
    given(...pool)
      .when(pick(1, ' was '))
      .thenEvents(['PickSubmitted', { team: 'WSH' }])
  })
  it('reject an unknown team', () => {
    given(...pool)
      .when(pick(1, 'XXX'))
      .thenRejected('unknown_team')
    given(...pool, pick(1, 'BUF'))
      .when(change('TBD'))
      .thenRejected('unknown_team')
  })
  it('replace the pick when the entry picks again in the same week', () => {
    given(...pool, pick(1, 'BUF'))
      .when(pick(1, 'MIA'))
      .thenEvents(['PickSubmitted', { team: 'MIA' }])
      .thenReply({ pickId: idOf(1, 1), created: false })
  })
  it('accept the team that the entry has already picked without an event', () => {
    for (const current of [pick(1, 'BUF'), override(1, 1, 'BUF')]) {
      given(...pool, current)
        .when(pick(1, 'buf'))
        .thenNoEvents()
        .thenReply({ pickId: idOf(1, 1), created: false })
      given(...pool, current)
        .when(change(' buf'))
        .thenNoEvents()
        .thenReply({ pickId: idOf(1, 1), entryId: 1, weekId: 1, team: 'BUF' })
    }
  })
  it('accept no pick after the lock or with a stale version, even if it changes nothing', () => {
    given(...pool, pick(1, 'BUF'))
      .when(at(LOCK_1, pick(1, 'BUF')))
      .thenRejected('week_locked')
    given(...pool, pick(1, 'BUF'))
      .when(member('SubmitPick', { entryId: 1, weekId: 1, team: 'BUF', nonce: nonceOf(4), ifVersion: 1 }))
      .thenRejected('version_conflict')
  })
  it('accept a pick that changes nothing although its team could not be picked any more', () => {
    given(...pool, pick(1, 'BUF'), admin('SetIneligibleTeams', { weekId: 1, teams: ['BUF'] }))
      .when(pick(1, 'BUF'))
      .thenNoEvents()
  })
  it('OverridePick records an event also for the same team, so that its absence reveals nothing', () => {
    given(...pool, pick(1, 'BUF'))
      .when(override(1, 1, 'BUF'))
      .thenEvents(['PickOverridden', { team: 'BUF' }])
  })
  it('change and clear a pick', () => {
    given(...pool, pick(1, 'BUF'))
      .when(change('MIA'))
      .thenEvents(['PickSubmitted', { pickId: idOf(1, 1), entryId: 1, weekId: 1, team: 'MIA' }])
    given(...pool, pick(1, 'BUF'))
      .when(clear())
      .thenEvents(['PickCleared', { pickId: idOf(1, 1), entryId: 1, weekId: 1 }])
    given(...pool, pick(1, 'BUF'), clear())
      .when(clear())
      .thenRejected('pick_not_found')
  })
  it('accept any open week, not only the current one', () => {
    given(...pool)
      .when(pick(2, 'BUF'))
      .thenEvents(['PickSubmitted', { weekId: 2 }])
  })
  it('keep one pick per week', () => {
    given(...pool, pick(1, 'BUF'))
      .when(pick(2, 'KC'))
      .thenAccepted()
      .thenReply({ pickId: idOf(1, 2), created: true })
    given(...pool, pick(1, 'BUF'))
      .when(admin('RemovePick', { pickId: idOf(1, 2) }))
      .thenRejected('pick_not_found')
    given(...pool, pick(2, 'KC'), pick(1, 'BUF'))
      .when(admin('RemovePick', { pickId: idOf(1, 1) }))
      .thenEvents(['PickCleared', { pickId: idOf(1, 1), weekId: 1 }])
  })
  it('ChangePick returns the pick and its new team', () => {
    given(...pool, pick(1, 'BUF'))
      .when(change('kc'))
      .thenAccepted()
      .thenReply({ pickId: idOf(1, 1), entryId: 1, weekId: 1, team: 'KC' })
  })
  it('reject unknown entries, weeks and picks', () => {
    given(...pool)
      .when(pick(9, 'BUF'))
      .thenRejected('week_not_found')
    given(...pool)
      .when(pick(1, 'BUF', 9))
      .thenRejected('entry_not_found')
    for (const id of [0, -1, 7, idOf(9, 1), idOf(1, 9), Number.MAX_SAFE_INTEGER]) {
      given(...pool)
        .when(change('BUF', id))
        .thenRejected('pick_not_found')
    }
  })
  it('reject another member’s entry as unknown, also for an admin', () => {
    const withPick = [...pool, pick(1, 'BUF')]
    for (const actor of [user(OTHER), user(ADMIN)]) {
      given(...withPick)
        .when(by(actor, pick(1, 'MIA')))
        .thenRejected('entry_not_found')
      given(...withPick)
        .when(by(actor, change('MIA')))
        .thenRejected('pick_not_found')
      given(...withPick)
        .when(by(actor, clear()))
        .thenRejected('pick_not_found')
    }
  })
  it('reject visitors and invalid tokens without revealing whether the pick exists', () => {
    for (const actor of [visitor, system, user(9), user(2, 0)]) {
      for (const facts of [pool, [...pool, pick(1, 'BUF')]]) {
        given(...facts)
          .when(by(actor, change('MIA')))
          .thenRejected('unauthenticated')
        given(...facts)
          .when(by(actor, clear()))
          .thenRejected('unauthenticated')
      }
    }
  })
  it('reject visitors and the pool itself', () => {
    for (const actor of [visitor, system])
      given(...pool)
        .when(by(actor, pick(1, 'MIA')))
        .thenRejected('unauthenticated')
  })
  it('reject a stale version with version_conflict', () => {
    const { version } = firstPick(given(...pool, pick(1, 'BUF')).state())
    const versioned = (ifVersion: number) =>
      member('ChangePick', { pickId: idOf(1, 1), team: 'MIA', nonce: nonceOf(3), ifVersion })
    given(...pool, pick(1, 'BUF'))
      .when(versioned(version))
      .thenAccepted()
    given(...pool, pick(1, 'BUF'), pick(1, 'KC'))
      .when(versioned(version))
      .thenRejected('version_conflict')
    given(...pool, pick(1, 'BUF'))
      .when(member('ClearPick', { pickId: idOf(1, 1), ifVersion: 1 }))
      .thenRejected('version_conflict')
    given(...pool)
      .when(member('SubmitPick', { entryId: 1, weekId: 1, team: 'BUF', nonce: nonceOf(1), ifVersion: 7 }))
      .thenRejected('version_conflict')
    // Version 0: only if there is no pick yet.
    const first = (team: string) => member('SubmitPick', { entryId: 1, weekId: 1, team, nonce: nonceOf(1), ifVersion: 0 })
    given(...pool)
      .when(first('BUF'))
      .thenAccepted()
    for (const team of ['KC', 'BUF']) {
      given(...pool, pick(1, 'BUF'))
        .when(first(team))
        .thenRejected('version_conflict')
    }
    given(...pool, pick(1, 'BUF'), timer(LOCK_1))
      .when(at(AFTER_1, admin('RemovePick', { pickId: idOf(1, 1), ifVersion: 1 })))
      .thenRejected('version_conflict')
  })
})

describe('the budget of pick changes (docs/rules.md §3.7)', () => {
  const limitedPick = (team: string, week = 1) =>
    member('SubmitPick', { entryId: entryId(1), weekId: weekId(week), team, nonce: nonceOf(3), isLimited: true })
  const limitedClear = member('ClearPick', { pickId: idOf(1, 1), isLimited: true })
  const changes = Array.from({ length: PICK_CHANGES }, (_, n) => limitedPick(n % 2 === 0 ? 'MIA' : 'BUF'))
  const spent = [...pool, pick(1, 'BUF'), ...changes]

  it('limits changes of the ranking, which is free the first time', () => {
    const rank = (...teams: readonly string[]) =>
      member('SetRanking', { entryId: entryId(1), teams, nonce: nonceOf(4), isLimited: true })
    given(...spent)
      .when(rank('KC', 'BUF'))
      .thenEvents(['RankingSet'])
    given(...spent, rank('KC', 'BUF'))
      .when(rank('BUF', 'KC'))
      .thenRejected('too_many_pick_changes')
    given(...spent, rank('KC', 'BUF'))
      .when(rank('KC', 'BUF'))
      .thenNoEvents()
    const ranked = Array.from({ length: PICK_CHANGES }, (_, n) => (n % 2 === 0 ? rank('KC') : rank('BUF')))
    given(...pool, pick(1, 'BUF'), rank('SF'), ...ranked)
      .when(limitedPick('MIA'))
      .thenRejected('too_many_pick_changes')
  })
  it('allows a day’s changes at once and then rejects changes and clears', () => {
    given(...pool, pick(1, 'BUF'), ...changes.slice(1))
      .when(limitedPick('KC'))
      .thenEvents(['PickSubmitted'])
    for (const command of [limitedPick('KC'), limitedClear])
      given(...spent)
        .when(command)
        .thenRejected('too_many_pick_changes')
  })
  it('keeps the pick, and accepts it again without an event', () => {
    given(...spent)
      .when(limitedPick('BUF'))
      .thenNoEvents()
  })
  it('always allows the first pick of a week', () => {
    given(...spent)
      .when(limitedPick('KC', 2))
      .thenEvents(['PickSubmitted'])
  })
  it('does not apply without limits', () => {
    given(...spent)
      .when(pick(1, 'KC'))
      .thenEvents(['PickSubmitted'])
    given(...spent)
      .when(clear())
      .thenEvents(['PickCleared'])
    const rank = (team: string) => member('SetRanking', { entryId: 1, teams: [team], nonce: nonceOf(4) })
    given(...spent, rank('KC'))
      .when(rank('BUF'))
      .thenEvents(['RankingSet'])
  })
  it('says how many changes there are, and when the next one is possible', () => {
    given(...spent)
      .when(at('2025-09-01T12:00:30Z', limitedPick('KC')))
      .thenRejected('too_many_pick_changes', { changes: 96, minutes: 15, retryAfter: 870 })
  })
  it('is not used up by an admin’s overrides', () => {
    const overrides = Array.from({ length: PICK_CHANGES }, (_, n) => override(1, 1, n % 2 === 0 ? 'MIA' : 'BUF'))
    given(...pool, pick(1, 'BUF'), ...overrides)
      .when(limitedPick('KC'))
      .thenEvents(['PickSubmitted'])
  })
})

describe('picks around the lock (docs/rules.md §2.2)', () => {
  const withPick = [...pool, pick(1, 'BUF')]
  it('are accepted up to the last millisecond', () => {
    given(...withPick)
      .when(at(JUST_BEFORE, change('MIA')))
      .thenEvents(['PickSubmitted'])
  })
  it.each([
    ['SubmitPick', pick(1, 'MIA')],
    ['ChangePick', change('MIA')],
    ['ClearPick', clear()],
  ])('%s is rejected at the lock time and records WeekLocked', (_what, step) => {
    given(...withPick)
      .when(at(LOCK_1, step))
      .thenRejected('week_locked')
      .thenRecorded(['WeekLocked', { weekId: 1 }])
    given(...withPick, timer(LOCK_1))
      .when(at(AFTER_1, step))
      .thenRejected('week_locked')
      .thenRecorded()
  })
  it('the first command at or after the lock time records WeekLocked before its own events', () => {
    given(...pool)
      .when(at(LOCK_1, pick(2, 'BUF')))
      .thenEvents(['WeekLocked', { weekId: 1 }], ['PickSubmitted', { weekId: 2 }])
  })
  it('are rejected in a locked week whatever the clock says', () => {
    // The real clock cannot go back, but a log may be replayed by a machine whose clock is behind.
    given(...pool, timer(LOCK_1))
      .when(at(JUST_BEFORE, pick(1, 'BUF')))
      .thenRejected('week_locked')
  })
  it('depend on site time, not real time', () => {
    given(...pool, frozen('2025-09-07T16:00:00.000Z'))
      .when(pick(1, 'BUF'))
      .thenRejected('week_locked')
    given(...pool, frozen('2025-09-07T15:59:59.999Z'))
      .when(at(AFTER_1, pick(1, 'BUF')))
      .thenEvents(['PickSubmitted'])
  })
})

describe('an eliminated entry (docs/rules.md §5.5)', () => {
  const out = [...pool, pick(1, 'BUF'), pick(2, 'KC'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 0, 3)))]
  it.each([
    ['pick', pick(2, 'MIA')],
    ['change', change('MIA', idOf(1, 2))],
    ['clear', clear(idOf(1, 2))],
  ])('cannot %s', (_what, step) => {
    given(...out)
      .when(at(AFTER_1, step))
      .thenRejected('entry_eliminated')
  })
  it('can pick again when it is reinstated', () => {
    given(...out, at(AFTER_1, admin('AmendEntry', { entryId: 1, isEliminated: false })))
      .when(at(AFTER_1, pick(2, 'MIA')))
      .thenAccepted()
  })
  it('can still pick while its loss is hidden by an open week', () => {
    given(...pool, pick(1, 'BUF'), sync(1, final('BUF-MIA', 0, 3)))
      .when(pick(2, 'KC'))
      .thenAccepted()
  })
  it('can pick in the next season', () => {
    given(...out, at(AFTER_1, addWeek(2026, 1)))
      .when(at(AFTER_1, pick(3, 'BUF')))
      .thenAccepted()
  })
})

describe('used teams (docs/rules.md §1.2)', () => {
  const used = [...pool, pick(1, 'BUF')]
  it('are rejected in another week of the season', () => {
    given(...used)
      .when(pick(2, 'BUF'))
      .thenRejected('team_used', { team: 'BUF', week: 1 })
    given(...used)
      .when(pick(2, 'buf'))
      .thenRejected('team_used')
  })
  it('do not affect another entry', () => {
    given(...used)
      .when(by(user(OTHER), pick(2, 'BUF', 2)))
      .thenAccepted()
  })
  it('can be picked again in the same week', () => {
    given(...used)
      .when(pick(1, 'BUF'))
      .thenAccepted()
  })
  it('are freed by a change', () => {
    given(...used, change('MIA'))
      .when(pick(2, 'BUF'))
      .thenAccepted()
    given(...used, change('MIA'))
      .when(pick(2, 'MIA'))
      .thenRejected('team_used')
  })
  it('are freed by clearing', () => {
    given(...used, clear())
      .when(pick(2, 'BUF'))
      .thenAccepted()
  })
  it('are freed when the week is deleted', () => {
    given(...used, admin('SetCurrentWeek', { weekId: 2 }), admin('DeleteWeek', { weekId: 1 }))
      .when(pick(2, 'BUF'))
      .thenAccepted()
  })
  it('are available in another season', () => {
    given(...used, addWeek(2026, 1))
      .when(pick(3, 'BUF'))
      .thenAccepted()
  })
})

describe('byes (docs/rules.md §3.2)', () => {
  const synced = [...pool, sync(1, game('BUF-MIA'), game('KC-LAC', { status: 'cancelled' }))]
  it('reject a team without a game in a week with games', () => {
    given(...synced)
      .when(pick(1, 'DAL'))
      .thenRejected('team_on_bye', { team: 'DAL' })
    given(...synced)
      .when(pick(1, 'MIA'))
      .thenAccepted()
  })
  it('reject a team whose game is cancelled, which would be a week without risk', () => {
    given(...synced)
      .when(pick(1, 'KC'))
      .thenRejected('game_cancelled', { team: 'KC', away: 'LAC', home: 'KC' })
  })
  it('keep the pick of a game that is cancelled later, which can be sent again and changed', () => {
    const before = [...pool, sync(1, game('BUF-MIA'), game('KC-LAC')), pick(1, 'KC')]
    const cancelled = sync(1, game('KC-LAC', { status: 'cancelled' }))
    given(...before, cancelled)
      .when(pick(1, 'KC'))
      .thenNoEvents()
    given(...before, cancelled)
      .when(pick(1, 'BUF'))
      .thenAccepted()
    given(...before, cancelled, pick(1, 'BUF'))
      .when(pick(1, 'KC'))
      .thenRejected('game_cancelled')
  })
  it('reject a team whose game is postponed without a new kickoff, and keep a pick of it that was made before', () => {
    const postponed = sync(1, game('BUF-MIA', { status: 'postponed' }))
    given(...pool, postponed)
      .when(pick(1, 'BUF'))
      .thenRejected('game_postponed', { team: 'BUF', away: 'MIA', home: 'BUF' })
    const before = [...pool, sync(1, game('BUF-MIA'), game('KC-LAC')), pick(1, 'BUF'), postponed]
    given(...before)
      .when(pick(1, 'BUF'))
      .thenNoEvents()
    given(...before, pick(1, 'KC'))
      .when(pick(1, 'BUF'))
      .thenRejected('game_postponed')
    given(...before)
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { picks: 1, missed: [2] }])
  })
  it('accept a team whose postponed game has a new kickoff, or is replaced by another one', () => {
    const postponed = sync(1, game('BUF-MIA', { status: 'postponed' }))
    const later = game('BUF-MIA', { kickoff: '2025-09-09T17:00:00.000Z' })
    given(...pool, postponed, sync(1, later))
      .when(pick(1, 'BUF'))
      .thenAccepted()
    given(...pool, sync(1, game('BUF-MIA', { status: 'postponed' }), game('BUF-NE')))
      .when(pick(1, 'BUF'))
      .thenAccepted()
  })
  it('let an admin set a postponed game', () => {
    given(...pool, sync(1, game('BUF-MIA', { status: 'postponed' })))
      .when(override(1, 1, 'BUF'))
      .thenAccepted()
  })
  it('accept all 32 teams in a week without games', () => {
    given(...synced)
      .when(pick(2, 'DAL'))
      .thenAccepted()
  })
})

describe('ineligible teams', () => {
  const withIneligible = [...pool, admin('SetIneligibleTeams', { weekId: 1, teams: ['BUF', 'was'] })]
  it('are rejected in that week only', () => {
    given(...withIneligible)
      .when(pick(1, 'BUF'))
      .thenRejected('team_ineligible', { team: 'BUF' })
    given(...withIneligible)
      .when(pick(1, 'WSH'))
      .thenRejected('team_ineligible')
    given(...withIneligible)
      .when(pick(2, 'BUF'))
      .thenAccepted()
  })
  it('keep a pick whose team becomes ineligible later', () => {
    const { state } = given(...pool, pick(1, 'BUF')).when(admin('SetIneligibleTeams', { weekId: 1, teams: ['BUF'] }))
    expect(state.entries.get(entryId(1))!.picks).toMatchObject([{ team: 'BUF' }])
  })
})

describe('team_lock (docs/rules.md §7.1)', () => {
  const thursday = '2025-09-05T00:20:00.000Z'
  const later = '2025-09-05T00:21:00Z'
  const games = sync(
    1,
    game('BUF-MIA', { kickoff: thursday }),
    game('KC-LAC'),
    game('GB-DET', { kickoff: thursday, kickoffKnown: false }),
  )
  const kickoff = [...pool, admin('ChangeRules', { rules: { teamLock: 'kickoff' } }), games]

  it('week: only the week’s lock closes picks', () => {
    given(...pool, games)
      .when(at(later, pick(1, 'BUF')))
      .thenAccepted()
    given(...pool, games, pick(1, 'BUF'))
      .when(at(later, clear()))
      .thenAccepted()
  })
  it('kickoff: rejects a team whose game has kicked off', () => {
    given(...kickoff)
      .when(at(thursday, pick(1, 'BUF')))
      .thenRejected('team_kicked_off')
    given(...kickoff)
      .when(at('2025-09-05T00:19:59.999Z', pick(1, 'BUF')))
      .thenAccepted()
    given(...kickoff)
      .when(at(later, pick(1, 'KC')))
      .thenAccepted()
  })
  it('kickoff: rejects giving up a team whose game has kicked off', () => {
    const held = [...kickoff, pick(1, 'BUF')]
    given(...held)
      .when(at(later, change('KC')))
      .thenRejected('pick_kicked_off')
    given(...held)
      .when(at(later, pick(1, 'KC')))
      .thenRejected('pick_kicked_off')
    given(...held)
      .when(at(later, clear()))
      .thenRejected('pick_kicked_off')
    given(...held)
      .when(change('KC'))
      .thenAccepted()
  })
  it('kickoff: accepts the same team again after its kickoff', () => {
    given(...kickoff, pick(1, 'BUF'))
      .when(at(later, pick(1, 'BUF')))
      .thenNoEvents()
  })
  it('kickoff: accepts any team in a week without games', () => {
    given(...kickoff)
      .when(at(later, pick(2, 'BUF')))
      .thenAccepted()
  })
  it('kickoff: accepts a team with a placeholder kickoff', () => {
    given(...kickoff)
      .when(at(later, pick(1, 'GB')))
      .thenAccepted()
  })
  it('kickoff: rejects a team whose game is in progress before its kickoff time', () => {
    given(...kickoff, sync(1, game('KC-LAC', { status: 'in_progress', homeScore: 0, awayScore: 0 })))
      .when(pick(1, 'KC'))
      .thenRejected('team_kicked_off')
  })
  it('kickoff: lets a member leave a team whose game is postponed', () => {
    given(...kickoff, pick(1, 'BUF'), sync(1, game('BUF-MIA', { kickoff: thursday, status: 'postponed' })))
      .when(at(later, pick(1, 'GB')))
      .thenAccepted()
  })
  it('kickoff: does not bind an admin', () => {
    given(...kickoff, pick(1, 'BUF'))
      .when(at(later, override(1, 1, 'GB', 'a call')))
      .thenAccepted()
    given(...kickoff, pick(1, 'BUF'))
      .when(at(later, admin('RemovePick', { pickId: idOf(1, 1), reason: 'a call' })))
      .thenAccepted()
  })
})

describe('OverridePick (docs/rules.md §3.3)', () => {
  it('needs no reason before the lock', () => {
    given(...pool)
      .when(override(1, 1, 'buf'))
      .thenEvents(['PickOverridden', { entryId: 1, team: 'BUF', source: 'override' }])
      .thenReply({ pickId: idOf(1, 1), created: true })
    given(...pool, pick(1, 'BUF'))
      .when(override(1, 1, 'MIA'))
      .thenAccepted()
      .thenReply({ pickId: idOf(1, 1), created: false })
  })
  it('rejects every version before the lock, so that the right one reveals nothing', () => {
    const { version } = firstPick(given(...pool, pick(1, 'BUF')).state())
    for (const ifVersion of [version, version - 1, '*' as const])
      given(...pool, pick(1, 'BUF'))
        .when(admin('OverridePick', { entryId: 1, weekId: 1, team: 'KC', nonce: nonceOf(2), ifVersion }))
        .thenRejected('version_hidden')
  })
  it('rejects a stale version after the lock, so that an admin does not undo what another one just corrected', () => {
    const locked = given(...pool, pick(1, 'BUF'), timer(LOCK_1))
    const { version } = firstPick(locked.state())
    const overrideIf = (ifVersion: Position | '*') =>
      at(AFTER_1, admin('OverridePick', { entryId: 1, weekId: 1, team: 'KC', nonce: nonceOf(2), reason: 'a call', ifVersion }))
    locked.when(overrideIf((version - 1) as Position)).thenRejected('version_conflict')
    locked.when(overrideIf(version)).thenEvents(['PickOverridden'])
    locked.when(overrideIf('*')).thenEvents(['PickOverridden'])
    given(...pool, timer(LOCK_1))
      .when(overrideIf(version))
      .thenRejected('version_conflict')
  })
  it('needs a reason after the lock', () => {
    given(...pool, timer(LOCK_1))
      .when(at(AFTER_1, override(1, 1, 'BUF')))
      .thenRejected('reason_required')
    given(...pool)
      .when(at(LOCK_1, override(1, 1, 'BUF', '')))
      .thenRejected('reason_required')
    const outcome = given(...pool)
      .when(at(AFTER_1, override(1, 1, 'BUF', 'mail lost')))
      .thenEvents(['WeekLocked'], ['PickOverridden'])
    expect(outcome.run.recorded[1]!.metadata).toMatchObject({ actor: ADMIN, role: 'admin', reason: 'mail lost' })
  })
  it('rejects used teams and byes', () => {
    given(...pool, pick(2, 'BUF'))
      .when(override(1, 1, 'BUF'))
      .thenRejected('team_used')
    given(...pool, sync(1, game('KC-LAC')))
      .when(override(1, 1, 'BUF'))
      .thenRejected('team_on_bye', { team: 'BUF' })
    given(...pool)
      .when(override(1, 1, 'XXX'))
      .thenRejected('unknown_team')
  })
  it('records a rejection because of a hidden pick and does not name the week', () => {
    const hidden = [...pool, pick(2, 'BUF')]
    given(...hidden)
      .when(override(1, 1, 'BUF'))
      .thenRejected('team_used', { team: 'BUF' })
      .thenRecorded(['OverrideRefused', { entryId: 1, weekId: 1 }])
    const { run } = given(...hidden).when(override(1, 1, 'BUF', 'a mail'))
    expect(run.recorded[0]!.metadata).toStrictEqual({ actor: ADMIN, role: 'admin', reason: 'a mail' })
    given(...pool, pick(1, 'BUF'), timer(LOCK_1))
      .when(at(AFTER_1, override(1, 2, 'BUF')))
      .thenRejected('team_used', { team: 'BUF', week: 1 })
      .thenRecorded()
  })
  it('is rejected by a hidden pick of the same team, season and existing week only', () => {
    given(...pool, pick(2, 'BUF'))
      .when(override(1, 1, 'KC'))
      .thenAccepted()
    given(...pool, pick(1, 'BUF'), pick(2, 'KC'))
      .when(override(1, 1, 'BUF'))
      .thenAccepted()
    given(...pool, addWeek(2026, 1), pick(3, 'BUF'))
      .when(override(1, 1, 'BUF'))
      .thenAccepted()
    given(...pool, pick(2, 'BUF'), admin('DeleteWeek', { weekId: 2 }))
      .when(override(1, 1, 'BUF'))
      .thenAccepted()
  })
  it('names the week of the admin’s own hidden pick', () => {
    const own = [...pool, createEntry(ADMIN, 'Mine'), by(user(ADMIN), pick(2, 'BUF', 3))]
    given(...own)
      .when(override(3, 1, 'BUF'))
      .thenRejected('team_used', { team: 'BUF', week: 2 })
      .thenRecorded()
  })
  it('accepts ineligible teams and eliminated entries', () => {
    given(...pool, admin('SetIneligibleTeams', { weekId: 1, teams: ['BUF'] }))
      .when(override(1, 1, 'BUF'))
      .thenAccepted()
    given(...pool, admin('AmendEntry', { entryId: 1, isEliminated: true }))
      .when(override(1, 1, 'BUF'))
      .thenAccepted()
  })
  it('rejects members, visitors, unknown entries and unknown weeks', () => {
    given(...pool)
      .when(by(user(2), override(1, 1, 'BUF')))
      .thenRejected('forbidden')
    given(...pool)
      .when(by(visitor, override(1, 1, 'BUF')))
      .thenRejected('unauthenticated')
    given(...pool)
      .when(override(9, 1, 'BUF'))
      .thenRejected('entry_not_found')
    given(...pool)
      .when(override(1, 9, 'BUF'))
      .thenRejected('week_not_found')
  })
})

describe('a result that is known (docs/rules.md §3.3)', () => {
  const thursday = { kickoff: '2025-09-05T00:20:00.000Z' }
  const THURSDAY = '2025-09-05T01:00:00Z'
  const FRIDAY = '2025-09-05T12:00:00Z'
  /** On Friday, Thursday's game of week 1 is over and Sunday's is to come. */
  const played: readonly HistoryItem[] = [
    ...pool,
    sync(1, game('BUF-MIA', thursday), game('KC-LAC')),
    at(FRIDAY, sync(1, final('BUF-MIA', 23, 19, thursday))),
  ]
  const rules = (changed: object) => admin('ChangeRules', { rules: changed as never })

  it('is entered before the lock only with a reason, for winner and loser alike, under every team_lock', () => {
    for (const teamLock of ['week', 'kickoff'] as const) {
      for (const team of ['BUF', 'MIA']) {
        given(...played, rules({ teamLock }))
          .when(at(FRIDAY, override(1, 1, team)))
          .thenRejected('reason_required')
          .thenRecorded()
        given(...played, rules({ teamLock }))
          .when(at(FRIDAY, override(1, 1, team, 'phoned on Thursday')))
          .thenEvents(['PickOverridden', { team, hasBegun: true }], ['BegunGamePicked', { weekId: 1 }])
      }
    }
  })
  it('counts from the kickoff on, whether or not the game is over', () => {
    const scheduled = given(...pool, sync(1, game('BUF-MIA', thursday), game('KC-LAC')))
    scheduled.when(at('2025-09-05T00:19:59.999Z', override(1, 1, 'BUF'))).thenEvents(['PickOverridden'])
    scheduled.when(at(THURSDAY, override(1, 1, 'BUF'))).thenRejected('reason_required')
    given(...pool, sync(1, game('BUF-MIA', { ...thursday, status: 'postponed' }), game('KC-LAC')))
      .when(at(THURSDAY, override(1, 1, 'BUF')))
      .thenEvents(['PickOverridden'])
  })
  it('is not given out with a team that plays later, to an entry without a pick', () => {
    const { run } = given(...played).when(at(FRIDAY, override(1, 1, 'KC')))
    expect(run.recorded.map(({ type, data }) => [type, 'hasBegun' in data])).toEqual([['PickOverridden', false]])
  })
  it('may be what a pick gives up, so replacing and deleting need a reason alike, whatever the hidden pick', () => {
    for (const held of ['BUF', 'LAC']) {
      const picked = given(...played.slice(0, -1), pick(1, held), ...played.slice(-1))
      for (const step of [override(1, 1, 'KC'), remove()]) picked.when(at(FRIDAY, step)).thenRejected('reason_required')
      const replaced = picked.when(at(FRIDAY, override(1, 1, 'KC', 'a mail'))).thenEvents(['PickOverridden', { team: 'KC' }])
      expect(replaced.run.recorded.map(({ data }) => 'hasBegun' in data)).toEqual([false])
      const deleted = picked.when(at(FRIDAY, admin('RemovePick', { pickId: idOf(1, 1), reason: 'a mail' })))
      expect(deleted.thenEvents(['PickCleared']).run.recorded.map(({ data }) => 'hasBegun' in data)).toEqual([false])
    }
  })
  it('is said of what an admin sets and deletes after the lock', () => {
    const locked = given(...played, at(FRIDAY, pick(1, 'LAC')), timer(LOCK_1))
    const events = (...steps: readonly CommandStep[]) =>
      steps.map((step) => locked.when(at(LOCK_1, step)).run.recorded.map(({ type, data }) => [type, 'hasBegun' in data]))
    expect(events(override(1, 1, 'BUF', 'a mail'), override(1, 1, 'KC', 'a mail'))).toEqual([
      [['PickOverridden', true]],
      [['PickOverridden', false]],
    ])
    locked.when(at(LOCK_1, remove())).thenRejected('reason_required')
    const deleted = given(...played, at(FRIDAY, pick(1, 'BUF')), timer(LOCK_1)).when(
      at(LOCK_1, admin('RemovePick', { pickId: idOf(1, 1), reason: 'a mail' })),
    )
    deleted.thenEvents(['PickCleared', { hasBegun: true }])
  })
  it('has a public event without the reason, which stays with the hidden one', () => {
    const { run } = given(...played).when(at(FRIDAY, override(1, 1, 'BUF', 'BUF by phone')))
    expect(run.recorded.map(({ metadata }) => metadata)).toEqual([
      { actor: ADMIN, role: 'admin', reason: 'BUF by phone' },
      { actor: ADMIN, role: 'admin' },
    ])
  })
  it('is what an override before the lock stays: taking it back would tell whether its owner has changed it', () => {
    given(...played, at(FRIDAY, override(1, 1, 'BUF', 'a call')))
      .when(at(FRIDAY, admin('UndoAction', { nonce: nonceOf(5) })))
      .thenRejected('undo_hidden')
  })
  it('is drawn by Randomize Picks only with a reason, and its public event says so', () => {
    const randomize = (reason?: string) =>
      at(FRIDAY, admin('RandomizePicks', { weekId: 1, overwrite: false, seed: nonceOf(1), ...(reason && { reason }) }))
    given(...played)
      .when(randomize())
      .thenRejected('reason_required')
    const { run } = given(...played).when(randomize('a rehearsal'))
    expect(run.recorded.at(-1)).toMatchObject({ type: 'PicksRandomized', data: { hasBegun: true } })
  })
})

describe('RemovePick (docs/rules.md §3.5)', () => {
  it('clears a pick before and after the lock', () => {
    given(...pool, pick(1, 'BUF'))
      .when(remove())
      .thenEvents(['PickCleared', { entryId: 1, weekId: 1 }])
    given(...pool, pick(1, 'BUF'), timer(LOCK_2))
      .when(at(AFTER_2, remove()))
      .thenEvents(['PickCleared'])
  })
  it('rejects every version before the lock, so that the right one reveals nothing', () => {
    const { version } = firstPick(given(...pool, pick(1, 'BUF')).state())
    for (const ifVersion of [version, version - 1, '*' as const])
      given(...pool, pick(1, 'BUF'))
        .when(admin('RemovePick', { pickId: idOf(1, 1), ifVersion }))
        .thenRejected('version_hidden')
    given(...pool, pick(1, 'BUF'), timer(LOCK_1))
      .when(at(AFTER_1, admin('RemovePick', { pickId: idOf(1, 1), ifVersion: version })))
      .thenAccepted()
  })
  it('rejects unknown picks and members', () => {
    given(...pool)
      .when(remove())
      .thenRejected('pick_not_found')
    given(...pool, pick(1, 'BUF'))
      .when(by(user(2), remove()))
      .thenRejected('forbidden')
  })
})

describe('UnmaskPicks (docs/rules.md §10.2)', () => {
  const unmask = (reason: string): CommandStep => admin('UnmaskPicks', { weekId: 1, reason })
  it('records the first unmasking and requires a reason', () => {
    const outcome = given(...pool)
      .when(unmask('a quarrel'))
      .thenEvents(['PicksUnmasked', { weekId: 1 }])
    expect(outcome.run.recorded[0]!.metadata.reason).toBe('a quarrel')
    given(...pool, unmask('a quarrel'))
      .when(unmask('again'))
      .thenNoEvents()
    given(...pool)
      .when(unmask(''))
      .thenRejected('reason_required')
  })
  it('rejects revealed weeks, unknown weeks and members', () => {
    given(...pool)
      .when(at(LOCK_1, unmask('a quarrel')))
      .thenRejected('already_revealed')
    given(...pool)
      .when(admin('UnmaskPicks', { weekId: 9, reason: 'x' }))
      .thenRejected('week_not_found')
    given(...pool)
      .when(by(user(2), unmask('me too')))
      .thenRejected('forbidden')
  })
})
