import { allPicks } from '../state/entry-picks.ts'
import { describe, expect, it } from 'vitest'
import { entryId, scheduleWeekId } from '../index.ts'
import { nonceOf } from '../../tests/hashing.ts'
import { admin, at, by, event, given, type HistoryItem, member, user } from '../../tests/specification.ts'
import { AFTER_1, createEntry, final, game, LOCK_1, LOCK_2, override, pick, pool, sync, timer } from '../../tests/pool.ts'

/** Takes back the last action of the history. */
function expectUndo(when: string, ...history: readonly HistoryItem[]) {
  const before = given(...history)
  const position = before.state().lastAction?.position ?? 0
  return before.when(at(when, admin('UndoAction', { position, nonce: nonceOf(9) })))
}

const NOON = LOCK_1.replace('Z', '.000Z')
const LATER = '2025-09-07T20:00:00.000Z'
const SATURDAY = '2025-09-06T16:00:00Z'
const eliminate = (isEliminated: boolean) => admin('AmendEntry', { entryId: 1, isEliminated })
const played = [...pool, sync(1, game('BUF-MIA')), pick(1, 'BUF'), timer(LOCK_1)]
const lost = [...played, at(AFTER_1, sync(1, final('BUF-MIA', 3, 7)))]

describe('UndoAction of a moved lock', () => {
  const moved = [...pool, admin('SetLockTime', { weekId: 1, lockTime: LATER })]
  it('restores the earlier time and names what it takes back', () => {
    const position = given(...moved).state().position
    expectUndo(SATURDAY, ...moved).thenEvents(
      ['LockTimeChanged', { weekId: 1, lockTime: NOON, automatic: true }],
      ['ActionUndone', { undone: position, action: 'lock', weekId: 1 }],
    )
  })
  it('is rejected for a move that reopened the week, whose earlier time has passed', () => {
    const reopened = [...pool, pick(1, 'BUF'), timer(LOCK_1), at(LOCK_1, admin('SetLockTime', { weekId: 1, lockTime: LATER }))]
    expectUndo('2025-09-07T17:00:00Z', ...reopened).thenRejected('undo_lock_passed')
  })
  it('is rejected after the week has locked', () => {
    expectUndo(LATER, ...moved, timer(LATER)).thenRejected('undo_too_late')
    const early = [...pool, admin('SetLockTime', { weekId: 1, lockTime: '2025-09-06T12:00:00.000Z' })]
    expectUndo(SATURDAY, ...early, timer(SATURDAY)).thenRejected('undo_too_late')
  })
  it('is rejected once the earlier time has passed, because picks may have been made since', () => {
    expectUndo('2025-09-07T17:00:00Z', ...moved).thenRejected('undo_lock_passed')
  })
  it('is rejected after the schedule has moved the lock again', () => {
    const again = by({ kind: 'system' }, admin('SetLockTime', { weekId: 1, lockTime: '2025-09-07T18:00:00.000Z' }))
    expectUndo(SATURDAY, ...moved, again).thenRejected('undo_changed')
  })
})

describe('UndoAction of an elimination or a reinstatement by hand', () => {
  it('brings an eliminated entry back and waives nothing', () => {
    expectUndo(AFTER_1, ...played, at(AFTER_1, eliminate(true))).thenEvents(
      ['EntryReinstated', { entryId: 1, seasonYear: 2025, forgiven: [] }],
      ['ActionUndone', { action: 'elimination', entryId: 1 }],
    )
  })
  it('lets the losses count again that a reinstatement had waived', () => {
    const { state } = expectUndo(AFTER_1, ...lost, at(AFTER_1, eliminate(false))).thenEvents([
      'ActionUndone',
      { action: 'reinstatement', entryId: 1, unwaived: [{ weekId: 1, team: 'BUF' }] },
    ])
    expect(state.entries.get(entryId(1))?.waivedLosses).toEqual([])
  })
  it('restores the elimination by hand that a reinstatement had ended', () => {
    expectUndo(AFTER_1, ...played, at(AFTER_1, eliminate(true)), at(AFTER_1, eliminate(false))).thenEvents(
      ['EntryEliminatedByHand', { entryId: 1, weekNumber: 1 }],
      ['ActionUndone', { action: 'reinstatement' }],
    )
  })
  it('is rejected after a later week has locked', () => {
    const before = [...played, at(AFTER_1, eliminate(true)), timer(LOCK_2)]
    expectUndo('2025-09-15T12:00:00Z', ...before).thenRejected('undo_too_late')
  })
  it('is rejected after the entry was deleted', () => {
    expectUndo(AFTER_1, ...played, eliminate(true), admin('RemoveEntry', { entryId: 1 })).thenRejected('undo_changed')
  })
})

describe('UndoAction of an override', () => {
  const overridden = [...played, at(AFTER_1, override(1, 1, 'MIA', 'Phoned in'))]
  it('sets the earlier team again', () => {
    const { state } = expectUndo(AFTER_1, ...overridden).thenEvents(
      ['PickOverridden', { entryId: 1, weekId: 1, team: 'BUF', source: 'override' }],
      ['ActionUndone', { action: 'override', entryId: 1, weekId: 1 }],
    )
    expect(allPicks(state.entries.get(entryId(1))).map(({ team }) => team)).toEqual(['BUF'])
  })
  it('clears a pick that an entry without one was given', () => {
    expectUndo(AFTER_1, ...played, at(AFTER_1, override(2, 1, 'MIA', 'Phoned in'))).thenEvents(
      ['PickCleared', { entryId: 2, weekId: 1 }],
      ['ActionUndone', { action: 'override' }],
    )
  })
  it('puts nobody out who had not missed the week', () => {
    const late = [...played, at(AFTER_1, createEntry(2, 'Late')), at(AFTER_1, override(3, 1, 'MIA', 'Joined late'))]
    const { state } = expectUndo(AFTER_1, ...late).thenEvents(
      ['PickCleared', { entryId: 3, weekId: 1, unmissed: true }],
      ['ActionUndone', { action: 'override' }],
    )
    expect(state.entries.get(entryId(3))).toMatchObject({ picks: [], missedWeeks: [] })
  })
  it('is rejected before the lock, and for an earlier team while the entry has a hidden pick, whatever that is', () => {
    expectUndo(SATURDAY, ...pool, pick(1, 'BUF'), override(1, 1, 'MIA')).thenRejected('undo_hidden')
    // The entry is gone, which everybody knows, so nothing is hidden.
    expectUndo(SATURDAY, ...pool, override(1, 1, 'MIA'), admin('RemoveEntry', { entryId: 1 })).thenRejected('undo_changed')
    for (const team of ['BUF', 'KC']) {
      const hidden = at(AFTER_1, member('SubmitPick', { entryId: 1, weekId: 2, team, nonce: nonceOf(3) }))
      expectUndo(AFTER_1, ...overridden, hidden).thenRejected('undo_hidden')
    }
  })
})

describe('UndoAction of an override, after Randomize Picks', () => {
  const weeks = [sync(1, game('BUF-MIA')), sync(2, game('BUF-NYJ', { kickoff: '2025-09-14T17:00:00.000Z' }))]
  const onlyBuf = admin('SetIneligibleTeams', { weekId: 2, teams: ['NYJ'] })
  const locked = [...pool, ...weeks, pick(1, 'BUF'), pick(2, 'NYJ'), timer(LOCK_2), onlyBuf]
  const overridden = [...locked, at(LOCK_2, override(1, 1, 'MIA', 'Phoned in'))]
  const randomize = at(LOCK_2, admin('RandomizePicks', { weekId: 2, overwrite: true, seed: nonceOf(0) }))
  it('is rejected, because the earlier team may have been drawn', () => {
    const { state } = given(...overridden, randomize)
      .when(at(LOCK_2, admin('UndoAction', { nonce: nonceOf(9) })))
      .thenRejected('nothing_to_undo')
    expect(allPicks(state.entries.get(entryId(1))).map(({ team }) => team)).toEqual(['MIA', 'BUF'])
  })
  it('is possible for an action that replaced no pick', () => {
    const eliminated = [...locked, at(LOCK_2, eliminate(true)), randomize]
    expectUndo(LOCK_2, ...eliminated).thenEvents(['EntryReinstated'], ['ActionUndone', { action: 'elimination' }])
  })
})

describe('UndoAction of an import', () => {
  const rows = [
    [1, 1, 'MIA'],
    [2, 1, 'MIA'],
    [3, 1, 'BUF'],
  ] as const
  const auto = admin('ChangeRules', { rules: { missedPick: 'auto', autoPick: ['alphabetical'], maxAutoPicks: 1 } })
  /** Entry 1 has an automatic pick, entry 2 missed the week, and entry 3 joined after the lock. */
  const before = [...pool, auto, sync(1, game('BUF-MIA')), timer(LOCK_1), at(AFTER_1, createEntry(2, 'Late'))]
  /** An import is sent in parts. */
  const importPart = (request: string, ...part: readonly (typeof rows)[number][]) => {
    const picks = part.map(([entry, week, team]) => ({ entryId: entry, weekId: week, team, nonce: nonceOf(entry) }))
    const step = at(AFTER_1, admin('ImportPicks', { picks, reason: 'From our spreadsheet' }))
    return { ...step, requestId: request }
  }
  const imported = [...before, importPart('one', rows[0], rows[1]), importPart('one', rows[2])]
  it('takes back every pick of the request, and leaves everybody as they were', () => {
    const earlier = given(...before).state()
    const { state } = expectUndo(AFTER_1, ...imported).thenEvents(
      ['PickAssigned', { entryId: 1, weekId: 1, rule: 'alphabetical' }],
      ['PickAssigned', { entryId: 2, weekId: 1, rule: 'alphabetical' }],
      ['PickCleared', { entryId: 3, weekId: 1, unmissed: true }],
      ['ActionUndone', { action: 'import' }],
    )
    for (const id of [1, 2, 3].map(entryId)) {
      const facts = (pool: typeof state) => {
        const entry = pool.entries.get(id)!
        const { missedWeeks } = entry
        return { teams: allPicks(entry).map(({ team, assignedBy }) => [team, assignedBy]), missedWeeks }
      }
      expect(facts(state)).toEqual(facts(earlier))
    }
    expect(state.lastAction).toBeNull()
  })
  it('does not take back an earlier import', () => {
    const twice = [...before, importPart('one', rows[0], rows[1]), importPart('two', rows[2])]
    expectUndo(AFTER_1, ...twice).thenEvents(['PickCleared', { entryId: 3 }], ['ActionUndone', { action: 'override' }])
  })
  it('takes back one of two actions whose requests have the same id, of another admin or long after each other', () => {
    const first = importPart('chosen', rows[0], rows[1])
    const last = [
      ['PickCleared', { entryId: 3 }],
      ['ActionUndone', { action: 'override' }],
    ] as const
    const nextDay = at('2025-09-10T12:00:00Z', importPart('chosen', rows[2]))
    expectUndo('2025-09-10T12:00:00Z', ...before, first, nextDay).thenEvents(...last)
    const byOther = by(user(3), importPart('chosen', rows[2]))
    expectUndo(AFTER_1, ...before, event('AdminGranted', { userId: 3 }), first, byOther).thenEvents(...last)
  })
  it('leaves the picks that have changed since, and is rejected when all have', () => {
    const changed = at(AFTER_1, admin('RemoveEntry', { entryId: 2 }))
    expectUndo(AFTER_1, ...imported, changed).thenEvents(['PickAssigned'], ['PickCleared'], ['ActionUndone'])
    const gone = [1, 2, 3].map((id) => at(AFTER_1, admin('RemoveEntry', { entryId: id })))
    expectUndo(AFTER_1, ...imported, ...gone).thenRejected('undo_changed')
  })
  it('leaves the picks about which a hidden pick would decide', () => {
    const hidden = at(AFTER_1, member('SubmitPick', { entryId: 1, weekId: 2, team: 'KC', nonce: nonceOf(3) }))
    expectUndo(AFTER_1, ...imported, hidden).thenEvents(['PickAssigned', { entryId: 2 }], ['PickCleared'], ['ActionUndone'])
  })
  it('is rejected after a later week has locked', () => {
    expectUndo('2025-09-15T12:00:00Z', ...imported, timer(LOCK_2)).thenRejected('undo_too_late')
  })
  it('says the same of picks in a reopened week, whether their owner has changed them or not', () => {
    const reopened = [
      ...pool,
      timer(LOCK_1),
      importPart('one', rows[0], rows[1]),
      at(AFTER_1, admin('SetSiteTime', { siteTime: SATURDAY, running: false })),
    ]
    const lockOf2 = by({ kind: 'system' }, admin('SetLockTime', { weekId: 2, lockTime: '2025-09-06T12:00:00.000Z' }))
    const changes = [1, 2].map((id) => at(AFTER_1, by(user(id + 1), pick(1, 'KC', id))))
    for (const lock of [[], [at(AFTER_1, lockOf2)]]) {
      expectUndo(AFTER_1, ...reopened, ...lock).thenRejected('undo_hidden')
      expectUndo(AFTER_1, ...reopened, ...lock, ...changes).thenRejected('undo_hidden')
    }
    const gone = [1, 2].map((id) => at(AFTER_1, admin('RemoveEntry', { entryId: id })))
    expectUndo(AFTER_1, ...reopened, ...gone).thenRejected('undo_changed')
  })
})

describe('UndoAction of Set All to Final', () => {
  const running = game('BUF-MIA', { status: 'in_progress', homeScore: 3, awayScore: 7, detail: 'Q4' })
  const live = [...played, at(LOCK_1, sync(1, running, game('KC-LAC')))]
  const finals = at(AFTER_1, admin('FinalizeScores', { weekId: 1 }))
  it('lets the games go on from their earlier state', () => {
    const { state } = expectUndo(AFTER_1, ...live, finals).thenEvents(
      ['GameScored', { homeScore: 3, awayScore: 7, detail: 'Q4' }],
      ['GameStatusChanged', { status: 'scheduled' }],
      ['ActionUndone', { action: 'finals', weekId: 1 }],
    )
    expect(state.schedule.get(scheduleWeekId(1))?.games).toEqual(
      given(...live)
        .state()
        .schedule.get(scheduleWeekId(1))?.games,
    )
  })
  it('keeps the result of a game that the feed has corrected since', () => {
    expectUndo(AFTER_1, ...live, finals, at(AFTER_1, sync(1, final('BUF-MIA', 10, 7)))).thenEvents(
      ['GameStatusChanged', { status: 'scheduled' }],
      ['ActionUndone', { action: 'finals' }],
    )
  })
  it('lets the feed correct a game that was final before', () => {
    const over = [...played, at(AFTER_1, sync(1, final('BUF-MIA', 3, 7), game('KC-LAC')))]
    const { state } = expectUndo(AFTER_1, ...over, finals).thenEvents(
      ['GameReturnedToFeed', { gameId: 1 }],
      ['GameStatusChanged', { gameId: 2, status: 'scheduled' }],
      ['ActionUndone', { action: 'finals' }],
    )
    expect(state.schedule.get(scheduleWeekId(1))?.games).toEqual(
      given(...over)
        .state()
        .schedule.get(scheduleWeekId(1))?.games,
    )
  })
  it('lets an unread result block its week again, if all games were final before', () => {
    const over = [...pool, sync(1, game('BUF-MIA'), game('KC-LAC')), timer(LOCK_1), at(LOCK_1, sync(1, final('BUF-MIA', 3, 7)))]
    const unread = [...over, at(AFTER_1, sync(1, game('BUF-MIA'), final('KC-LAC', 3, 7)))]
    const { state } = expectUndo(AFTER_1, ...unread, finals).thenEvents(
      ['GameReturnedToFeed', { gameId: 1 }],
      ['GameReturnedToFeed', { gameId: 2 }],
      ['ActionUndone', { action: 'finals' }],
    )
    expect(state.schedule.get(scheduleWeekId(1))?.games).toMatchObject([
      { finalByAdmin: false, isResultUnread: true },
      { finalByAdmin: false },
    ])
  })
  it('leaves a result by hand as an admin’s word', () => {
    const set = at(AFTER_1, admin('SetGame', { gameId: 1, status: 'final', homeScore: 3, awayScore: 7, reason: 'It is over' }))
    const { state } = expectUndo(AFTER_1, ...played, set, finals).thenEvents(['ActionUndone', { action: 'finals' }])
    expect(state.schedule.get(scheduleWeekId(1))?.games).toMatchObject([{ status: 'final', byHand: { status: 'scheduled' } }])
  })
})

describe('UndoAction', () => {
  const eliminated = [...played, at(AFTER_1, eliminate(true))]
  it('takes an action back once, and never itself', () => {
    const position = given(...eliminated).state().lastAction?.position ?? 0
    const undo = at(AFTER_1, admin('UndoAction', { position, nonce: nonceOf(9) }))
    given(...eliminated, undo)
      .when(undo)
      .thenRejected('nothing_to_undo')
    expect(given(...eliminated, undo).state().lastAction).toBeNull()
  })
  it('is rejected for any other position, for members, and for what the schedule or a member did', () => {
    given(...eliminated)
      .when(admin('UndoAction', { position: 1, nonce: nonceOf(9) }))
      .thenRejected('nothing_to_undo')
    given(...eliminated)
      .when(by(user(2), admin('UndoAction', { position: 1, nonce: nonceOf(9) })))
      .thenRejected('forbidden')
    expect(given(...lost).state().lastAction).toBeNull()
  })
})
