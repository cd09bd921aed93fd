import { describe, expect, it } from 'vitest'
import { entryId, entryStanding, mainContest, seasonResults } from '../index.ts'
import { admin, ADMIN, at, by, given, type HistoryItem, MEMBER, OTHER, user } from '../../tests/specification.ts'
import {
  addWeek,
  AFTER_1,
  AFTER_2,
  createEntry,
  final,
  LOCK_1,
  LOCK_2,
  override,
  pick,
  pool,
  sync,
  timer,
} from '../../tests/pool.ts'

// The worked example of docs/rules.md §6.3. Entry 3 is the late one.

const rules = (lives: number) => admin('ChangeRules', { rules: { lateEntryLosses: true, lives } })
const standing = (...history: readonly HistoryItem[]) => {
  const state = given(...history).state()
  return entryStanding(state, state.entries.get(entryId(3))!, seasonResults(state, mainContest(2025)))
}
const twoLocked = [...pool, rules(3), pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, pick(2, 'KC')), timer(LOCK_2)]
const late = at(AFTER_2, createEntry(MEMBER, 'Late'))
const joined = [...twoLocked, late]
const reopen = (weekId: number) => at(AFTER_2, admin('SetLockTime', { weekId, lockTime: '2025-09-17T16:00:00.000Z' }))
const alive = (losses: number, livesLeft: number) => ({ status: 'alive', losses, livesLeft })

describe('late_entry_losses (docs/rules.md §6.3)', () => {
  it('costs a late entry a life for each week that locked before it joined', () => {
    expect(standing(...joined)).toEqual(alive(2, 1))
  })
  it('costs nothing without the rule', () => {
    const free = twoLocked.filter((item) => item !== twoLocked[pool.length])
    expect(standing(...free, late)).toEqual(alive(0, 1))
  })
  it('puts the entry out with its first loss, when no other life is left', () => {
    const third = [at(AFTER_2, addWeek(2025, 3)), at(AFTER_2, pick(3, 'DAL', 3)), timer('2025-09-21T16:00:00Z')]
    const lost = at('2025-09-23T12:00:00Z', sync(3, final('DAL-PHI', 3, 10, { kickoff: '2025-09-21T17:00:00.000Z' })))
    expect(standing(...joined, ...third, lost)).toMatchObject({ status: 'out', losses: 3, eliminatedWeek: 3, cause: 'loss' })
  })
  it('does not count a week that is open again, nor one in which the entry then picks', () => {
    expect(standing(...joined, reopen(2))).toEqual(alive(1, 2))
    const again = timer('2025-09-17T16:00:00.000Z')
    expect(standing(...joined, reopen(2), again)).toEqual(alive(2, 1))
    const played = [at(AFTER_2, pick(2, 'DEN', 3)), again, at('2025-09-18T12:00:00Z', sync(2, final('DEN-LV', 20, 3)))]
    expect(standing(...joined, reopen(2), ...played)).toEqual(alive(1, 2))
  })
  it('counts the pick that an admin enters for a missed week instead of the loss', () => {
    const entered = (home: number) => [
      at(AFTER_2, sync(1, final('SF-SEA', home, 7))),
      at(AFTER_2, override(3, 1, 'SF', 'by text')),
    ]
    expect(standing(...joined, ...entered(10))).toEqual(alive(1, 2))
    expect(standing(...joined, ...entered(3))).toEqual(alive(2, 1))
  })
  it('does not count the lock of a rehearsal', () => {
    const rehearsed = [
      ...pool,
      rules(2),
      admin('SetSiteTime', { siteTime: AFTER_1, running: false }),
      createEntry(MEMBER, 'Late'),
    ]
    expect(standing(...rehearsed)).toEqual(alive(1, 1))
    expect(standing(...rehearsed, admin('ClearSiteTime', {}))).toEqual(alive(0, 2))
    expect(standing(...rehearsed, admin('ClearSiteTime', {}), timer(LOCK_1))).toEqual(alive(0, 2))
  })
  it('counts from the first week of a season that the pool joined late', () => {
    const later = [
      ...pool.slice(0, 3),
      addWeek(2025, 2),
      createEntry(2, 'One'),
      createEntry(OTHER, 'Two'),
      rules(3),
      timer(LOCK_2),
    ]
    expect(standing(...later, late)).toEqual(alive(1, 2))
  })
  it('waives the losses with a reinstatement', () => {
    const out = [
      ...twoLocked.map((item) => (item === twoLocked[pool.length] ? rules(2) : item)),
      at(AFTER_2, by(user(ADMIN), createEntry(MEMBER, 'Late'))),
    ]
    expect(standing(...out)).toEqual({ status: 'out', losses: 2, livesLeft: 0, eliminatedWeek: 2, cause: 'missed', team: null })
    expect(standing(...out, at(AFTER_2, admin('AmendEntry', { entryId: 3, isEliminated: false })))).toEqual(alive(0, 2))
  })
  it('refuses a member who would have no life left, and not an admin', () => {
    const twoLives = [...pool, rules(2), timer(LOCK_1)]
    given(...twoLives)
      .when(at(AFTER_1, createEntry(MEMBER, 'Late')))
      .thenAccepted()
    given(...twoLives, timer(LOCK_2))
      .when(late)
      .thenRejected('too_late_to_join')
    given(...twoLives, timer(LOCK_2))
      .when(at(AFTER_2, by(user(ADMIN), createEntry(MEMBER, 'Late'))))
      .thenAccepted()
  })
  it('does not fit one life, unless new entries close with the first lock', () => {
    const change = (more: object) => admin('ChangeRules', { rules: { lateEntryLosses: true, lives: 1, ...more } })
    given(...pool)
      .when(change({}))
      .thenRejected('rules_conflict')
    given(...pool)
      .when(change({ lateEntries: { untilWeek: 2 } }))
      .thenRejected('rules_conflict')
    given(...pool)
      .when(change({ lateEntries: 'closed' }))
      .thenAccepted()
  })
})
