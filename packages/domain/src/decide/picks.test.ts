import { describe, expect, it } from 'vitest'
import { fromHex, pickCommitment, type EntryId, entryId, pickIdOf, type TeamAbbr, type WeekId, weekId } from '../index.ts'
import { hashing, nonceOf } from '../../tests/hashing.ts'
import { admin, ADMIN, at, by, given, member, OTHER, type Step, system, user, visitor } from '../../tests/specification.ts'
import {
  addWeek,
  AFTER_1,
  AFTER_2,
  enter,
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

const idOf = (entry: number, week: number) => pickIdOf(entryId(entry), weekId(week))
const change = (team: string, pickId: number = idOf(1, 1)): Step => member('ChangePick', { pickId, team, nonce: nonceOf(3) })
const clear = (pickId: number = idOf(1, 1)): Step => member('ClearPick', { pickId })
const remove = (pickId: number = idOf(1, 1)): Step => admin('RemovePick', { pickId })
const JUST_BEFORE = '2025-09-07T15:59:59.999Z'
const frozen = (siteTime: string): Step => admin('SetSiteTime', { siteTime, running: false })

describe('picking', () => {
  it('a pick says who, which week, which team, and proves it', () => {
    const data = { pickId: idOf(1, 1), entryId: 1, weekId: 1, team: 'BUF', nonce: nonceOf(1) }
    const commitment = pickCommitment(hashing, nonceOf(1), 1 as EntryId, 1 as WeekId, 'BUF' as TeamAbbr)
    given(...pool)
      .when(pick(1, 'BUF'))
      .thenEvents(['PickSubmitted', { ...data, commitment }])
      .answering({ pickId: idOf(1, 1), created: true })
    expect(fromHex(commitment)).toHaveLength(32)
  })
  it('abbreviations in any case and style', () => {
    given(...pool)
      .when(pick(1, ' was '))
      .thenEvents(['PickSubmitted', { team: 'WSH' }])
  })
  it('an unknown team is refused', () => {
    given(...pool)
      .when(pick(1, 'XXX'))
      .thenRefused('unknown_team')
    given(...pool, pick(1, 'BUF'))
      .when(change('TBD'))
      .thenRefused('unknown_team')
  })
  it('a second one for the same entry and week replaces the first', () => {
    given(...pool, pick(1, 'BUF'))
      .when(pick(1, 'MIA'))
      .thenEvents(['PickSubmitted', { team: 'MIA' }])
      .answering({ pickId: idOf(1, 1), created: false })
  })
  it('changing and clearing', () => {
    given(...pool, pick(1, 'BUF'))
      .when(change('MIA'))
      .thenEvents(['PickSubmitted', { pickId: idOf(1, 1), entryId: 1, weekId: 1, team: 'MIA' }])
    given(...pool, pick(1, 'BUF'))
      .when(clear())
      .thenEvents(['PickCleared', { pickId: idOf(1, 1), entryId: 1, weekId: 1 }])
    given(...pool, pick(1, 'BUF'), clear())
      .when(clear())
      .thenRefused('pick_not_found')
  })
  it('any week that is open may be picked, not the current one alone', () => {
    given(...pool)
      .when(pick(2, 'BUF'))
      .thenEvents(['PickSubmitted', { weekId: 2 }])
  })
  it('each week has its own: a second week’s is new, and no other week’s is in its place', () => {
    given(...pool, pick(1, 'BUF'))
      .when(pick(2, 'KC'))
      .accepted()
      .answering({ pickId: idOf(1, 2), created: true })
    given(...pool, pick(1, 'BUF'))
      .when(admin('RemovePick', { pickId: idOf(1, 2) }))
      .thenRefused('pick_not_found')
    given(...pool, pick(2, 'KC'), pick(1, 'BUF'))
      .when(admin('RemovePick', { pickId: idOf(1, 1) }))
      .thenEvents(['PickCleared', { pickId: idOf(1, 1), weekId: 1 }])
  })
  it('a change tells which pick it was of, and which team it is now', () => {
    given(...pool, pick(1, 'BUF'))
      .when(change('kc'))
      .accepted()
      .answering({ pickId: idOf(1, 1), entryId: 1, weekId: 1, team: 'KC' })
  })
  it('what does not exist', () => {
    given(...pool)
      .when(pick(9, 'BUF'))
      .thenRefused('week_not_found')
    given(...pool)
      .when(pick(1, 'BUF', 9))
      .thenRefused('entry_not_found')
    for (const id of [0, -1, 7, idOf(9, 1), idOf(1, 9), Number.MAX_SAFE_INTEGER]) {
      given(...pool)
        .when(change('BUF', id))
        .thenRefused('pick_not_found')
    }
  })
  it('somebody else’s does not exist, for an admin who plays neither', () => {
    const taken = [...pool, pick(1, 'BUF')]
    for (const actor of [user(OTHER), user(ADMIN)]) {
      given(...taken)
        .when(by(actor, pick(1, 'MIA')))
        .thenRefused('entry_not_found')
      given(...taken)
        .when(by(actor, change('MIA')))
        .thenRefused('pick_not_found')
      given(...taken)
        .when(by(actor, clear()))
        .thenRefused('pick_not_found')
    }
  })
  it('visitors and old tokens do not even learn whether there is a pick', () => {
    for (const actor of [visitor, system, user(9), user(2, 0)]) {
      for (const facts of [pool, [...pool, pick(1, 'BUF')]]) {
        given(...facts)
          .when(by(actor, change('MIA')))
          .thenRefused('unauthenticated')
        given(...facts)
          .when(by(actor, clear()))
          .thenRefused('unauthenticated')
      }
    }
  })
  it('visitors, and the pool itself, do not pick', () => {
    for (const actor of [visitor, system])
      given(...pool)
        .when(by(actor, pick(1, 'MIA')))
        .thenRefused('unauthenticated')
  })
  it('If-Match: a stale version is a conflict', () => {
    const version = given(...pool, pick(1, 'BUF'))
      .state()
      .entries.get(entryId(1))!.picks[0]!.version
    const versioned = (ifVersion: number) =>
      member('ChangePick', { pickId: idOf(1, 1), team: 'MIA', nonce: nonceOf(3), ifVersion })
    given(...pool, pick(1, 'BUF'))
      .when(versioned(version))
      .accepted()
    given(...pool, pick(1, 'BUF'), pick(1, 'KC'))
      .when(versioned(version))
      .thenRefused('version_conflict')
    given(...pool, pick(1, 'BUF'))
      .when(member('ClearPick', { pickId: idOf(1, 1), ifVersion: 1 }))
      .thenRefused('version_conflict')
    given(...pool)
      .when(member('SubmitPick', { entryId: 1, weekId: 1, team: 'BUF', nonce: nonceOf(1), ifVersion: 7 }))
      .thenRefused('version_conflict')
    given(...pool, pick(1, 'BUF'))
      .when(admin('RemovePick', { pickId: idOf(1, 1), ifVersion: 1 }))
      .thenRefused('version_conflict')
  })
})

describe('§Rules 1: a member’s pick is accepted only while site time < lock_time and no WeekLocked stands', () => {
  const taken = [...pool, pick(1, 'BUF')]
  it('up to the last millisecond', () => {
    given(...taken)
      .when(at(JUST_BEFORE, change('MIA')))
      .thenEvents(['PickSubmitted'])
  })
  it.each([
    ['a pick', pick(1, 'MIA')],
    ['a change', change('MIA')],
    ['a clear', clear()],
  ])('%s at lock_time comes too late, and puts WeekLocked in the log', (_what, step) => {
    given(...taken)
      .when(at(LOCK_1, step))
      .thenRefused('week_locked')
      .recorded(['WeekLocked', { weekId: 1 }])
    given(...taken, timer(LOCK_1))
      .when(at(AFTER_1, step))
      .thenRefused('week_locked')
      .recorded()
  })
  it('the first command at or after lock_time puts WeekLocked in the log before itself', () => {
    given(...pool)
      .when(at(LOCK_1, pick(2, 'BUF')))
      .thenEvents(['WeekLocked', { weekId: 1 }], ['PickSubmitted', { weekId: 2 }])
  })
  it('a WeekLocked that stands closes a week whatever the clock says', () => {
    // The real clock cannot go back, but a log may be replayed by a machine whose clock is behind.
    given(...pool, timer(LOCK_1))
      .when(at(JUST_BEFORE, pick(1, 'BUF')))
      .thenRefused('week_locked')
  })
  it('§Words: site time decides, not real time', () => {
    given(...pool, frozen('2025-09-07T16:00:00.000Z'))
      .when(pick(1, 'BUF'))
      .thenRefused('week_locked')
    given(...pool, frozen('2025-09-07T15:59:59.999Z'))
      .when(at(AFTER_1, pick(1, 'BUF')))
      .thenEvents(['PickSubmitted'])
  })
})

describe('§Rules 8: eliminated entries cannot pick; they keep their picks and rows', () => {
  const out = [...pool, pick(1, 'BUF'), pick(2, 'KC'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 0, 3)))]
  it.each([
    ['pick', pick(2, 'MIA')],
    ['change', change('MIA', idOf(1, 2))],
    ['clear', clear(idOf(1, 2))],
  ])('%s', (_what, step) => {
    given(...out)
      .when(at(AFTER_1, step))
      .thenRefused('entry_eliminated')
  })
  it('reinstated they can', () => {
    given(...out, at(AFTER_1, admin('AmendEntry', { entryId: 1, isEliminated: false })))
      .when(at(AFTER_1, pick(2, 'MIA')))
      .accepted()
  })
  it('a loss hidden by an open week does not betray itself', () => {
    given(...pool, pick(1, 'BUF'), sync(1, final('BUF-MIA', 0, 3)))
      .when(pick(2, 'KC'))
      .accepted()
  })
  it('out in one season, alive in the next', () => {
    given(...out, at(AFTER_1, addWeek(2026, 1)))
      .when(at(AFTER_1, pick(3, 'BUF')))
      .accepted()
  })
})

describe('§Rules 9: team once per entry, over all weeks of the same season', () => {
  const used = [...pool, pick(1, 'BUF')]
  it('used in another week', () => {
    given(...used)
      .when(pick(2, 'BUF'))
      .thenRefused('team_used', { team: 'BUF', week: 1 })
    given(...used)
      .when(pick(2, 'buf'))
      .thenRefused('team_used')
  })
  it('another entry’s teams are its own', () => {
    given(...used)
      .when(by(user(OTHER), pick(2, 'BUF', 2)))
      .accepted()
  })
  it('the same team again in the same week is no other use', () => {
    given(...used)
      .when(pick(1, 'BUF'))
      .accepted()
  })
  it('changing frees the team', () => {
    given(...used, change('MIA'))
      .when(pick(2, 'BUF'))
      .accepted()
    given(...used, change('MIA'))
      .when(pick(2, 'MIA'))
      .thenRefused('team_used')
  })
  it('clearing frees the team', () => {
    given(...used, clear())
      .when(pick(2, 'BUF'))
      .accepted()
  })
  it('a deleted week frees its teams', () => {
    given(...used, admin('SetCurrentWeek', { weekId: 2 }), admin('DeleteWeek', { weekId: 1 }))
      .when(pick(2, 'BUF'))
      .accepted()
  })
  it('another season does not count', () => {
    given(...used, addWeek(2026, 1))
      .when(pick(3, 'BUF'))
      .accepted()
  })
})

describe('§Rules 10: byes', () => {
  const synced = [...pool, sync(1, game('BUF-MIA'), game('KC-LAC', { status: 'cancelled' }))]
  it('a team in none of the week’s games cannot be picked', () => {
    given(...synced)
      .when(pick(1, 'DAL'))
      .thenRefused('team_on_bye', { team: 'DAL' })
    given(...synced)
      .when(pick(1, 'MIA'))
      .accepted()
  })
  it('a team whose game was called off is on no bye', () => {
    given(...synced)
      .when(pick(1, 'KC'))
      .accepted()
  })
  it('a week with no synced games accepts any of the 32 teams', () => {
    given(...synced)
      .when(pick(2, 'DAL'))
      .accepted()
  })
})

describe('ineligible teams', () => {
  const barred = [...pool, admin('SetIneligibleTeams', { weekId: 1, teams: ['BUF', 'was'] })]
  it('are refused in that week', () => {
    given(...barred)
      .when(pick(1, 'BUF'))
      .thenRefused('team_ineligible', { team: 'BUF' })
    given(...barred)
      .when(pick(1, 'WSH'))
      .thenRefused('team_ineligible')
    given(...barred)
      .when(pick(2, 'BUF'))
      .accepted()
  })
  it('a pick stays when its team becomes ineligible later', () => {
    const { state } = given(...pool, pick(1, 'BUF')).when(admin('SetIneligibleTeams', { weekId: 1, teams: ['BUF'] }))
    expect(state.entries.get(entryId(1))!.picks).toMatchObject([{ team: 'BUF' }])
  })
})

describe('§Rules 10: team_lock', () => {
  const thursday = '2025-09-05T00:20:00.000Z'
  const later = '2025-09-05T00:21:00Z'
  const games = sync(
    1,
    game('BUF-MIA', { kickoff: thursday }),
    game('KC-LAC'),
    game('GB-DET', { kickoff: thursday, kickoffKnown: false }),
  )
  const kickoff = [...pool, admin('ChangeRules', { rules: { teamLock: 'kickoff' } }), games]

  it('week: only the week’s lock counts', () => {
    given(...pool, games)
      .when(at(later, pick(1, 'BUF')))
      .accepted()
    given(...pool, games, pick(1, 'BUF'))
      .when(at(later, clear()))
      .accepted()
  })
  it('kickoff: a team whose game has kicked off can no longer be picked', () => {
    given(...kickoff)
      .when(at(thursday, pick(1, 'BUF')))
      .thenRefused('team_kicked_off')
    given(...kickoff)
      .when(at('2025-09-05T00:19:59.999Z', pick(1, 'BUF')))
      .accepted()
    given(...kickoff)
      .when(at(later, pick(1, 'KC')))
      .accepted()
  })
  it('kickoff: … nor left', () => {
    const held = [...kickoff, pick(1, 'BUF')]
    given(...held)
      .when(at(later, change('KC')))
      .thenRefused('pick_kicked_off')
    given(...held)
      .when(at(later, pick(1, 'KC')))
      .thenRefused('pick_kicked_off')
    given(...held)
      .when(at(later, clear()))
      .thenRefused('pick_kicked_off')
    given(...held)
      .when(change('KC'))
      .accepted()
  })
  it('kickoff: … nor picked again', () => {
    given(...kickoff, pick(1, 'BUF'))
      .when(at(later, pick(1, 'BUF')))
      .thenRefused('team_kicked_off', { team: 'BUF' })
  })
  it('kickoff: a week without games has none that kicked off', () => {
    given(...kickoff)
      .when(at(later, pick(2, 'BUF')))
      .accepted()
  })
  it('kickoff: a placeholder kickoff never locks a team', () => {
    given(...kickoff)
      .when(at(later, pick(1, 'GB')))
      .accepted()
  })
  it('kickoff: a game under way has kicked off, whatever its kickoff says', () => {
    given(...kickoff, sync(1, game('KC-LAC', { status: 'in_progress', homeScore: 0, awayScore: 0 })))
      .when(pick(1, 'KC'))
      .thenRefused('team_kicked_off')
  })
  it.each(['postponed', 'cancelled'])('kickoff: a %s game has not', (status) => {
    given(...kickoff, sync(1, game('BUF-MIA', { kickoff: thursday, status })))
      .when(at(later, pick(1, 'BUF')))
      .accepted()
  })
  it('kickoff: an admin may', () => {
    given(...kickoff, pick(1, 'BUF'))
      .when(at(later, override(1, 1, 'GB')))
      .accepted()
    given(...kickoff, pick(1, 'BUF'))
      .when(at(later, remove()))
      .accepted()
  })
})

describe('§Settled further: override', () => {
  it('before the lock, without a reason', () => {
    given(...pool)
      .when(override(1, 1, 'buf'))
      .thenEvents(['PickOverridden', { entryId: 1, team: 'BUF', source: 'override' }])
      .answering({ pickId: idOf(1, 1), created: true })
    given(...pool, pick(1, 'BUF'))
      .when(override(1, 1, 'MIA'))
      .accepted()
      .answering({ pickId: idOf(1, 1), created: false })
  })
  it('after it only with a reason', () => {
    given(...pool, timer(LOCK_1))
      .when(at(AFTER_1, override(1, 1, 'BUF')))
      .thenRefused('reason_required')
    given(...pool)
      .when(at(LOCK_1, override(1, 1, 'BUF', '')))
      .thenRefused('reason_required')
    const deed = given(...pool)
      .when(at(AFTER_1, override(1, 1, 'BUF', 'mail lost')))
      .thenEvents(['WeekLocked'], ['PickOverridden'])
    expect(deed.run.recorded[1]!.metadata).toMatchObject({ actor: ADMIN, role: 'admin', reason: 'mail lost' })
  })
  it('used teams and byes are refused', () => {
    given(...pool, pick(2, 'BUF'))
      .when(override(1, 1, 'BUF'))
      .thenRefused('team_used')
    given(...pool, sync(1, game('KC-LAC')))
      .when(override(1, 1, 'BUF'))
      .thenRefused('team_on_bye')
    given(...pool)
      .when(override(1, 1, 'XXX'))
      .thenRefused('unknown_team')
  })
  it('one that met a pick which is still hidden goes on record, and names no week', () => {
    const hidden = [...pool, pick(2, 'BUF')]
    given(...hidden)
      .when(override(1, 1, 'BUF'))
      .thenRefused('team_used', { team: 'BUF' })
      .recorded(['OverrideRefused', { entryId: 1, weekId: 1 }])
    const { run } = given(...hidden).when(override(1, 1, 'BUF', 'a mail'))
    expect(run.recorded[0]!.metadata).toStrictEqual({ actor: ADMIN, role: 'admin', reason: 'a mail' })
    given(...pool, pick(1, 'BUF'), timer(LOCK_1))
      .when(at(AFTER_1, override(1, 2, 'BUF')))
      .thenRefused('team_used', { team: 'BUF', week: 1 })
      .recorded()
  })
  it('a hidden pick is in the way of its own team alone, in its own season, while its week is there', () => {
    given(...pool, pick(2, 'BUF'))
      .when(override(1, 1, 'KC'))
      .accepted()
    given(...pool, pick(1, 'BUF'), pick(2, 'KC'))
      .when(override(1, 1, 'BUF'))
      .accepted()
    given(...pool, addWeek(2026, 1), pick(3, 'BUF'))
      .when(override(1, 1, 'BUF'))
      .accepted()
    given(...pool, pick(2, 'BUF'), admin('DeleteWeek', { weekId: 2 }))
      .when(override(1, 1, 'BUF'))
      .accepted()
  })
  it('… but an admin’s own picks are no secret to that admin', () => {
    const own = [...pool, enter(ADMIN, 'Mine'), by(user(ADMIN), pick(2, 'BUF', 3))]
    given(...own)
      .when(override(3, 1, 'BUF'))
      .thenRefused('team_used', { team: 'BUF', week: 2 })
      .recorded()
  })
  it('ineligibility and elimination are not', () => {
    given(...pool, admin('SetIneligibleTeams', { weekId: 1, teams: ['BUF'] }))
      .when(override(1, 1, 'BUF'))
      .accepted()
    given(...pool, admin('AmendEntry', { entryId: 1, isEliminated: true }))
      .when(override(1, 1, 'BUF'))
      .accepted()
  })
  it('is an admin’s', () => {
    given(...pool)
      .when(by(user(2), override(1, 1, 'BUF')))
      .thenRefused('forbidden')
    given(...pool)
      .when(by(visitor, override(1, 1, 'BUF')))
      .thenRefused('unauthenticated')
    given(...pool)
      .when(override(9, 1, 'BUF'))
      .thenRefused('entry_not_found')
    given(...pool)
      .when(override(1, 9, 'BUF'))
      .thenRefused('week_not_found')
  })
})

describe('an admin removes a pick', () => {
  it('at any time', () => {
    given(...pool, pick(1, 'BUF'))
      .when(remove())
      .thenEvents(['PickCleared', { entryId: 1, weekId: 1 }])
    given(...pool, pick(1, 'BUF'), timer(LOCK_2))
      .when(at(AFTER_2, remove()))
      .thenEvents(['PickCleared'])
  })
  it('that exists, being an admin', () => {
    given(...pool)
      .when(remove())
      .thenRefused('pick_not_found')
    given(...pool, pick(1, 'BUF'))
      .when(by(user(2), remove()))
      .thenRefused('forbidden')
  })
})

describe('unmask', () => {
  const unmask = (reason: string): Step => admin('UnmaskPicks', { weekId: 1, reason })
  it('lifts the mask once, with a non-blank reason', () => {
    const deed = given(...pool)
      .when(unmask('a quarrel'))
      .thenEvents(['PicksUnmasked', { weekId: 1 }])
    expect(deed.run.recorded[0]!.metadata.reason).toBe('a quarrel')
    given(...pool, unmask('a quarrel'))
      .when(unmask('again'))
      .thenNothing()
    given(...pool)
      .when(unmask(''))
      .thenRefused('reason_required')
  })
  it('of a week that is still hidden, by an admin', () => {
    given(...pool)
      .when(at(LOCK_1, unmask('a quarrel')))
      .thenRefused('already_revealed')
    given(...pool)
      .when(admin('UnmaskPicks', { weekId: 9, reason: 'x' }))
      .thenRefused('week_not_found')
    given(...pool)
      .when(by(user(2), unmask('me too')))
      .thenRefused('forbidden')
  })
})
