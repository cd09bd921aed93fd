import { describe, expect, it } from 'vitest'
import { entryId, forkPool, merkleRoot, runCommand, weekId } from '../index.ts'
import { hashing } from '../../tests/hashing.ts'
import { admin, at, by, given, member, MEMBER, type Step, time, user } from '../../tests/specification.ts'
import { submitPick } from './picks.ts'
import {
  addWeek,
  AFTER_1,
  AFTER_2,
  enter,
  final,
  LOCK_1,
  LOCK_2,
  override,
  pick,
  pool,
  season,
  sync,
  timer,
} from '../../tests/pool.ts'

describe('WeekLocked', () => {
  it('says who went in, who without a pick, and the root of them all by entry id', () => {
    const state = given(...pool, pick(1, 'BUF')).state()
    const commitment = state.entries.get(entryId(1))!.picks[0]!.commitment
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
  it('holds a pick that an admin gave', () => {
    given(...pool, override(1, 1, 'BUF'))
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { picks: 1, missed: [2] }])
  })
  it('counts picks of that week alone', () => {
    given(...pool, pick(2, 'BUF'))
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { weekId: 1, entries: 2, picks: 0, missed: [1, 2] }])
  })
  it('goes by entry id, whatever a batch did to them before', () => {
    const fork = forkPool(given(...pool).state())
    const send = ({ command, by: actor, at: now }: Step) => runCommand(fork, { command, actor }, now, hashing).recorded
    send(member('RenameEntry', { entryId: 1, name: 'Uno' }))
    const root = merkleRoot(
      hashing,
      [1, 2].map((id) => ({ entryId: id, commitment: null })),
    )
    expect(send(timer(LOCK_1)).map(({ data }) => data)).toMatchObject([{ missed: [1, 2], merkleRoot: root }])
  })
  it('the pool itself does it, whoever’s command came', () => {
    const { run } = given(...pool).when(at(LOCK_1, pick(2, 'BUF')))
    expect(run.recorded.map((event) => event.metadata.role)).toEqual(['system', 'member'])
  })
  it('also when that command is refused', () => {
    given(...pool)
      .when(at(LOCK_1, pick(9, 'BUF')))
      .thenRefused('week_not_found')
      .recorded(['WeekLocked'])
  })
  it('several that are due come earliest first', () => {
    const swapped = [admin('SetLockTime', { weekId: 2, lockTime: '2025-09-06T16:00:00.000Z' })]
    given(...pool, ...swapped)
      .when(timer(AFTER_2))
      .thenEvents(['WeekLocked', { weekId: 2 }], ['WeekLocked', { weekId: 1 }])
  })
  it('… at the same time the earlier week first, for it decides who goes into the later', () => {
    const later = [...season.slice(0, 3), addWeek(2025, 2), addWeek(2025, 1), enter(2, 'One')]
    const together = admin('SetLockTime', { weekId: 1, lockTime: '2025-09-07T16:00:00.000Z' })
    const lost = [member('SubmitPick', { entryId: 1, weekId: 2, team: 'BUF', nonce: '00' }), sync(2, final('BUF-MIA', 0, 3))]
    given(...later, together, ...lost)
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { weekId: 2, entries: 1 }], ['WeekLocked', { weekId: 1, entries: 0, missed: [] }])
  })
})

describe('a pick at the lock', () => {
  // Commands record what is due first; this is the guard behind that.
  const when = (text: string) => ({ actor: user(MEMBER), now: time(text), siteNow: time(text), hashing })
  const late = { entryId: entryId(1), weekId: weekId(1), team: 'KC', nonce: '00' }
  it('is refused by the week’s time alone, if nobody recorded its lock', () => {
    const state = given(...pool).state()
    expect(submitPick(state, late, when('2025-09-07T15:59:59.999Z')).events).toHaveLength(1)
    for (const instant of [LOCK_1, AFTER_1]) expect(() => submitPick(state, late, when(instant))).toThrow('week_locked')
  })
  it('is refused by the recorded lock alone, if the clock stood before it', () => {
    const state = given(...pool, timer(LOCK_1)).state()
    expect(() => submitPick(state, late, when('2025-09-07T15:59:59.999Z'))).toThrow('week_locked')
  })
})

describe('every entry that was alive going into the week', () => {
  const lost = [pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 0, 3)))]
  it('not those out since an earlier week', () => {
    given(...pool, ...lost)
      .when(timer(LOCK_2))
      .thenEvents(['WeekLocked', { weekId: 2, entries: 1, missed: [2] }])
  })
  it('not even with a pick made before', () => {
    given(...pool, pick(2, 'KC'), ...lost)
      .when(timer(LOCK_2))
      .thenEvents(['WeekLocked', { entries: 1, picks: 0 }])
  })
  it('those who fell in this very week by Set All to Final before its lock', () => {
    given(...pool, pick(1, 'BUF'), sync(1, final('BUF-MIA', 0, 3)), admin('FinalizeScores', { weekId: 1 }))
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { entries: 2, picks: 1 }])
  })
  it('those eliminated by hand in this very week', () => {
    given(...pool, admin('AmendEntry', { entryId: 1, isEliminated: true }))
      .when(timer(LOCK_1))
      .thenEvents(['WeekLocked', { entries: 2, missed: [1, 2] }])
  })
  it('those of another season too: an entry out in one season is alive in the next', () => {
    given(...pool, ...lost, at(AFTER_1, addWeek(2026, 1)))
      .when(timer('2026-09-15T00:00:00Z'))
      .thenEvents(['WeekLocked', { weekId: 2, entries: 1 }], ['WeekLocked', { weekId: 3, entries: 2 }])
  })
  it('a reopened week takes in who came meanwhile', () => {
    const reopened = at(LOCK_1, admin('SetLockTime', { weekId: 1, lockTime: '2025-09-08T16:00:00.000Z' }))
    const more = [timer(LOCK_1), reopened, at(LOCK_1, enter(2, 'New')), at(LOCK_1, by(user(2), pick(1, 'KC', 3)))]
    const deed = given(...pool, ...more)
      .when(timer('2025-09-08T16:00:00Z'))
      .thenEvents(['WeekLocked', { entries: 3, picks: 1, missed: [1, 2] }])
    expect(deed.state.weeks.get(weekId(1))!.locked).toMatchObject({
      position: deed.state.position,
      at: '2025-09-08T16:00:00.000Z',
    })
  })
})
