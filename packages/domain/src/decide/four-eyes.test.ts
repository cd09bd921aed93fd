import { describe, expect, it } from 'vitest'
import { at, admin, by, given, MEMBER, OTHER, user, visitor, type CommandStep } from '../../tests/specification.ts'
import { final, game, LOCK_1, pick, pool, sync, timer } from '../../tests/pool.ts'
import { hashing, nonceOf } from '../../tests/hashing.ts'
import {
  consequencesToken,
  forkPool,
  lapsesAt,
  type PoolState,
  previewCommands,
  pickAt,
  entryId,
  runCommand,
  visibleTo,
  waitingActions,
  weekId,
} from '../index.ts'

// Ann (1) and Ben (2) are admins. Ben has entry 1 and OTHER has entry 2.
const ANN = user(1)
const BEN = user(MEMBER)
const AFTER = '2025-09-08T12:00:00Z'
const later = (minutes: number) => new Date(Date.parse(AFTER) + minutes * 60_000).toISOString()

const makeAdmin = (id: number, isAdmin = true) => admin('ChangeProfile', { userId: id, fields: [], emailTaken: false, isAdmin })
const locked = [...pool, sync(1, game('BUF-MIA'), game('KC-LAC')), pick(1, 'BUF'), timer(LOCK_1)]
const two = given(...locked, makeAdmin(MEMBER))
const watched = two.and(admin('SwitchFourEyes', { isOn: true }))

const setPick = (entry: number, team = 'KC') =>
  at(AFTER, admin('OverridePick', { entryId: entry, weekId: 1, team, nonce: nonceOf(7), reason: 'a mistake' }))
const answer = (type: 'ConfirmAction' | 'RefuseAction' | 'WithdrawAction', id: number, minutes = 1) =>
  at(later(minutes), admin(type, { actionId: id }))
const alone = (id: number, reason = 'the game begins') => at(later(1), admin('ActAlone', { actionId: id, reason }))

const expectWhen = (start: ReturnType<typeof given>, step: CommandStep) => start.when(step)

/** Asks, and returns the pool with the request and its id. */
function expectAsked(start: ReturnType<typeof given>, step: CommandStep): { readonly state: PoolState; readonly id: number } {
  const { state, run } = start.when(step).thenRejected('second_needed')
  expect(run.recorded.map(({ type }) => type)).toEqual(['ActionRequested'])
  return { state, id: state.position }
}

const send = (state: PoolState, { command, by: actor, at: now }: CommandStep) =>
  runCommand(state, { command, actor }, now, hashing)
const codeOf = (run: ReturnType<typeof send>) => (run.outcome.ok ? 'accepted' : run.outcome.violation.code)
const typesOf = (run: ReturnType<typeof send>) => run.recorded.map(({ type }) => type)

describe('four eyes', () => {
  it.each([
    ['an override after the lock', setPick(2)],
    ['the deletion of a pick after the lock', at(AFTER, admin('RemovePick', { pickId: 1_000_001, reason: 'a mistake' }))],
    ['a reopening', at(AFTER, admin('SetLockTime', { weekId: 1, lockTime: '2025-09-10T12:00:00.000Z' }))],
    ['a site time that reopens', at(AFTER, admin('SetSiteTime', { siteTime: '2025-09-01T12:00:00.000Z', running: false }))],
    ['unmasking', at(AFTER, admin('UnmaskPicks', { weekId: 2, reason: 'a dispute' }))],
    ['switching them off', at(AFTER, admin('SwitchFourEyes', { isOn: false }))],
  ])('let %s wait for another admin', (_, step) => {
    expectAsked(watched, step)
    expectWhen(two, step).thenAccepted()
  })

  it('do not concern an override before the lock, a lock, or the games', () => {
    expectWhen(watched, at(AFTER, admin('OverridePick', { entryId: 2, weekId: 2, team: 'KC', nonce: nonceOf(7) }))).thenAccepted()
    expectWhen(watched, at(AFTER, admin('FinalizeScores', { weekId: 2 }))).thenAccepted()
  })

  it('do nothing while there is one admin', () => {
    given(...locked, admin('SwitchFourEyes', { isOn: true }))
      .when(setPick(2))
      .thenEvents(['PickOverridden'])
  })

  it('are switched on alone, and twice is once', () => {
    expectWhen(two, admin('SwitchFourEyes', { isOn: true })).thenEvents(['FourEyesSwitched', { isOn: true }])
    expectWhen(watched, admin('SwitchFourEyes', { isOn: true })).thenNoEvents()
    expectWhen(two, by(user(OTHER), admin('SwitchFourEyes', { isOn: true }))).thenRejected('forbidden')
  })

  it('let a closed week wait, and its undoing', () => {
    const off = sync(1, game('BUF-MIA', { status: 'postponed' }), final('KC-LAC', 20, 10))
    const close = at('2025-09-11T12:00:00Z', admin('CloseWeek', { weekId: 1, reason: 'a storm' }))
    const start = given(...locked, { ...off, at: close.at }, makeAdmin(MEMBER))
    expectAsked(start.and(admin('SwitchFourEyes', { isOn: true })), close)
    const closed = start.and(close, admin('SwitchFourEyes', { isOn: true }))
    expectAsked(closed, at('2025-09-11T12:01:00Z', admin('UndoAction', { nonce: nonceOf(9) })))
  })
})

describe('an own entry', () => {
  const own = (step: CommandStep) => by(BEN, step)
  it.each([
    ['an override after the lock', setPick(1)],
    ['a reinstatement', at(AFTER, admin('AmendEntry', { entryId: 1, isEliminated: false }))],
    ['a payment', at(AFTER, admin('SetPayment', { entryId: 1, paymentType: 'cash', paidDate: null }))],
    ['payments', at(AFTER, admin('RecordPayments', { payments: [{ entryId: 1, paymentType: 'cash', paidDate: null }] }))],
    ['unmasking', at(AFTER, admin('UnmaskPicks', { weekId: 2, reason: 'a dispute' }))],
  ])('needs another admin for %s, without the switch', (name, step) => {
    const start = name === 'a reinstatement' ? two.and(at(AFTER, admin('AmendEntry', { entryId: 1, isEliminated: true }))) : two
    expectAsked(start, own(step))
    expectWhen(start, step).thenAccepted()
  })

  it('is picked for like that of any member before the lock', () => {
    const plan = at(AFTER, admin('OverridePick', { entryId: 1, weekId: 2, team: 'KC', nonce: nonceOf(7) }))
    expectWhen(two, own(plan)).thenRejected('own_pick_open').thenRecorded()
    expectWhen(two, plan).thenAccepted()
    given(...locked, makeAdmin(MEMBER), makeAdmin(1, false))
      .when(own(plan))
      .thenAccepted()
  })

  it('is named when it is among others, and nothing is recorded', () => {
    const payments = [1, 2].map((entry) => ({ entryId: entry, paymentType: 'cash' as const, paidDate: null }))
    const bulk = own(at(AFTER, admin('RecordPayments', { payments })))
    expectWhen(two, bulk).thenRejected('second_needed_apart', { entry: 'One' }).thenRecorded()
  })

  it('needs nobody to be marked unpaid, eliminated, or picked for as a member', () => {
    expectWhen(two, own(at(AFTER, admin('AmendEntry', { entryId: 1, isEliminated: true })))).thenAccepted()
    expectWhen(two, own(at(AFTER, admin('SubmitPick', { entryId: 1, weekId: 2, team: 'KC', nonce: nonceOf(8) })))).thenAccepted()
  })

  it('is left out of an import of past picks', () => {
    const rows = [1, 2].map((entry) => ({ entryId: entry, weekId: 1, team: 'LAC', nonce: nonceOf(entry) }))
    const outcomes = (step: CommandStep) => {
      const { run } = given(...pool, sync(1, game('BUF-MIA'), game('KC-LAC')), timer(LOCK_1), makeAdmin(MEMBER)).when(step)
      return run.outcome.ok ? (run.outcome.reply as { outcomes: { status: string }[] }).outcomes.map(({ status }) => status) : []
    }
    const step = at(AFTER, admin('ImportPicks', { picks: rows, reason: 'the old list' }))
    expect(outcomes(own(step))).toEqual(['refused', 'new'])
    expect(outcomes(step)).toEqual(['new', 'new'])
  })
})

describe('a request', () => {
  it('is one for the same command, and waits for 30 minutes', () => {
    const { state, id } = expectAsked(watched, setPick(2))
    const again = send(state, setPick(2))
    expect([codeOf(again), typesOf(again)]).toEqual(['second_needed', []])
    expect(again.outcome).toMatchObject({ violation: { details: { action: id } } })
    const [action] = waitingActions(state, at(AFTER, setPick(2)).at)
    expect(lapsesAt(action!)).toBe(later(30))
    expect(codeOf(send(forkPool(state), by(BEN, answer('ConfirmAction', id, 30))))).toBe('action_not_waiting')
    expect(codeOf(send(state, by(BEN, answer('ConfirmAction', id, 29.9))))).toBe('accepted')
  })

  it('is done as the command of who asked, and confirmed by the other', () => {
    const { state, id } = expectAsked(watched, setPick(2))
    const run = send(state, by(BEN, answer('ConfirmAction', id)))
    expect(run.recorded.map(({ type, metadata }) => [type, metadata.actor, metadata.role])).toEqual([
      ['PickOverridden', 1, 'admin'],
      ['ActionConfirmed', MEMBER, 'admin'],
    ])
    expect(run.recorded[0]?.metadata.reason).toBe('a mistake')
    expect(pickAt(state.entries.get(entryId(2)), weekId(1), 1)?.team).toBe('KC')
    expect(codeOf(send(state, by(BEN, answer('ConfirmAction', id))))).toBe('action_not_waiting')
  })

  it('is confirmed and refused by another admin, and taken back by who asked', () => {
    const { state, id } = expectAsked(watched, setPick(2))
    const codes = (step: CommandStep) => codeOf(send(forkPool(state), step))
    expect(codes(answer('ConfirmAction', id))).toBe('second_is_asker')
    expect(codes(answer('RefuseAction', id))).toBe('second_is_asker')
    expect(codes(by(BEN, answer('WithdrawAction', id)))).toBe('only_asker')
    expect(codes(by(BEN, alone(id)))).toBe('only_asker')
    expect(codes(by(user(OTHER), answer('ConfirmAction', id)))).toBe('forbidden')
    expect(codes(by(visitor, answer('ConfirmAction', id)))).toBe('unauthenticated')
    for (const [step, event] of [
      [by(BEN, answer('RefuseAction', id)), 'ActionRefused'],
      [answer('WithdrawAction', id), 'ActionWithdrawn'],
    ] as const) {
      const after = forkPool(state)
      expect(typesOf(send(after, step))).toEqual([event])
      expect(after.waiting).toEqual([])
    }
  })

  it('is done alone in an emergency, with a reason', () => {
    const { state, id } = expectAsked(watched, setPick(2))
    expect(codeOf(send(forkPool(state), alone(id, '')))).toBe('reason_required')
    const run = send(state, alone(id))
    expect(typesOf(run)).toEqual(['PickOverridden', 'ActionDoneAlone'])
    expect(run.recorded.map(({ metadata }) => metadata.reason)).toEqual(['a mistake', 'the game begins'])
  })

  it('says nothing of why in its own metadata, and is known to admins', () => {
    const { state } = expectAsked(watched, setPick(2))
    expect(visibleTo(state, BEN).waiting).toHaveLength(1)
    expect(visibleTo(state, user(OTHER)).waiting).toEqual([])
    const { run } = watched.when(setPick(2))
    expect(run.recorded[0]?.metadata).toEqual({ actor: 1, role: 'admin' })
  })

  it('ends when who asked is no admin any more or signs out, and when its week reopens', () => {
    const { state, id } = expectAsked(watched, setPick(2))
    for (const step of [by(BEN, at(later(1), makeAdmin(1, false))), at(later(1), admin('EndLogins', {}))]) {
      const after = forkPool(state)
      expect(codeOf(send(after, step))).toBe('accepted')
      expect(codeOf(send(after, by(BEN, answer('ConfirmAction', id))))).toBe('action_not_waiting')
    }
    const reopening = send(state, at(later(1), admin('SetLockTime', { weekId: 1, lockTime: '2025-09-10T12:00:00.000Z' })))
    expect(codeOf(reopening)).toBe('second_needed')
    expect(codeOf(send(state, by(BEN, answer('ConfirmAction', state.position, 2))))).toBe('accepted')
    expect(codeOf(send(state, by(BEN, answer('ConfirmAction', id, 2))))).toBe('action_not_waiting')
  })

  it('does not come back with the right of who asked', () => {
    const { state, id } = expectAsked(watched, setPick(2))
    for (const isAdmin of [false, true])
      expect(codeOf(send(state, by(BEN, at(later(1), makeAdmin(1, isAdmin)))))).toBe('accepted')
    expect(codeOf(send(state, by(BEN, answer('ConfirmAction', id))))).toBe('action_not_waiting')
  })

  it('ends for a confirming admin who loses the right', () => {
    const { state, id } = expectAsked(watched, setPick(2))
    expect(codeOf(send(state, at(later(1), makeAdmin(MEMBER, false))))).toBe('accepted')
    expect(codeOf(send(state, by(BEN, answer('ConfirmAction', id))))).toBe('forbidden')
  })

  it('is done only with the consequences that were shown', () => {
    const { state, id } = expectAsked(watched, setPick(2))
    const step = by(BEN, answer('ConfirmAction', id))
    const shown = previewCommands(visibleTo(state, BEN), [{ command: step.command, actor: BEN }], step.at, hashing)
    expect(shown.pickChanges).toMatchObject([{ entryId: 2, to: 'KC' }])
    const envelope = { command: step.command, actor: BEN, expectedConsequences: consequencesToken(hashing, shown) }
    const changed = forkPool(state)
    send(changed, sync(1, final('BUF-MIA', 20, 10), final('KC-LAC', 3, 30)))
    expect(codeOf(runCommand(changed, envelope, step.at, hashing))).toBe('consequences_changed')
    expect(changed.waiting).toHaveLength(1)
    expect(codeOf(runCommand(state, envelope, step.at, hashing))).toBe('accepted')
  })

  it('is not done when the rules refuse it by now, and says why', () => {
    const { state, id } = expectAsked(watched, setPick(2))
    const before = pickAt(state.entries.get(entryId(2)), weekId(1), 1)
    expect(codeOf(send(state, at(later(1), admin('RemoveEntry', { entryId: 2 }))))).toBe('accepted')
    const run = send(state, by(BEN, answer('ConfirmAction', id)))
    expect([codeOf(run), typesOf(run), before]).toEqual(['entry_not_found', [], undefined])
  })

  it('is rehearsed as if it were confirmed, and the rehearsal says that it will wait', () => {
    const step = setPick(2)
    const shown = previewCommands(visibleTo(watched.state(), ANN), [{ command: step.command, actor: ANN }], step.at, hashing)
    expect(shown.pickChanges).toMatchObject([{ entryId: 2, to: 'KC' }])
  })
})
