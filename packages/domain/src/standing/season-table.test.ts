import { describe, expect, it } from 'vitest'
import { addWeek, AFTER_1, createEntry, final, override, pick, pool, sync, timer } from '../../tests/pool.ts'
import { ADMIN, at, by, given, type HistoryItem, OTHER, user } from '../../tests/specification.ts'
import {
  entryId,
  type EntryId,
  forkPool,
  mainContest,
  type PoolState,
  seasonChange,
  seasonResults,
  type SeasonTable,
  seasonTable,
} from '../index.ts'

// Week 1 has locked. Entry 1 is the member's, entry 2 another member's, entry 3 the admin's own.
const locked: readonly HistoryItem[] = [
  ...pool,
  addWeek(2025, 3),
  createEntry(ADMIN, 'Mine'),
  pick(1, 'KC'),
  by(user(OTHER), pick(1, 'BUF', 2)),
  by(user(ADMIN), pick(1, 'BUF', 3)),
  timer(AFTER_1),
]
const scores = at(AFTER_1, sync(1, final('KC-LAC', 7, 3), final('BUF-MIA', 3, 7)))

const tableOf = (state: PoolState): SeasonTable => seasonTable(state, seasonResults(state, mainContest(2025)))
const rowOf = (table: SeasonTable, id: number) => table.joined.get(entryId(id))
const statuses = ({ participants }: SeasonTable) => participants.map(({ standing }) => standing.status)

/** Replaces an entry by an equal one that an admin put out. */
function eliminate(state: PoolState, id: EntryId): void {
  const entry = state.entries.get(id)!
  state.entries.set(id, { ...entry, eliminatedByHand: [{ contestId: mainContest(2025), weekNumber: 1 }] })
}

describe('seasonTable', () => {
  it('returns the same table while nothing that decides standings has changed', () => {
    const state = given(...locked, scores).state()
    expect(tableOf(state)).toBe(tableOf(state))
    expect(tableOf(forkPool(state))).toBe(tableOf(state))
  })
  it('derives only the standing of the entry that changed', () => {
    const state = given(...locked, scores).state()
    const before = tableOf(state)
    eliminate(state, entryId(1))
    const after = tableOf(state)
    expect([statuses(before), statuses(after)]).toEqual([
      ['alive', 'out', 'out'],
      ['out', 'out', 'out'],
    ])
    expect([rowOf(after, 2), rowOf(after, 3)]).toEqual([rowOf(before, 2), rowOf(before, 3)])
    expect(rowOf(after, 2)).toBe(rowOf(before, 2))
    expect(rowOf(after, 1)).not.toBe(rowOf(before, 1))
  })
  it('derives all standings again when a result changes', () => {
    const running = given(...locked)
    const state = running.state()
    expect(statuses(tableOf(state))).toEqual(['alive', 'alive', 'alive'])
    const decided = running.and(scores).state()
    // The entries of one pool with the games of the other.
    for (const week of decided.schedule.values()) state.schedule.set(week.id, week)
    expect(statuses(tableOf(state))).toEqual(['alive', 'out', 'out'])
  })
  it('keeps what a fork changes out of the table of its original', () => {
    const state = given(...locked, scores).state()
    const fork = forkPool(state)
    eliminate(fork, entryId(1))
    expect(statuses(tableOf(fork))).toEqual(['out', 'out', 'out'])
    expect(statuses(tableOf(state))).toEqual(['alive', 'out', 'out'])
    fork.entries.delete(entryId(2))
    expect(statuses(tableOf(fork))).toEqual(['out', 'out'])
  })
})

describe('seasonChange', () => {
  it('reports the entry that an override after the result brings back, and that the season is running again', () => {
    const decided = given(...locked, scores)
    const change = seasonChange(
      tableOf(decided.state()),
      tableOf(decided.and(at(AFTER_1, override(2, 1, 'MIA', 'a dispute'))).state()),
    )
    expect(change).toMatchObject({
      out: [],
      returned: [2],
      leftOrReturned: [],
      alive: { before: 1, after: 2 },
      champions: { before: [1], after: null },
    })
  })
  it('reports the entry that joined too late for the week that decides the season', () => {
    const late = given(...locked, by(user(ADMIN), at(AFTER_1, createEntry(ADMIN, 'Late'))))
    const change = seasonChange(tableOf(late.state()), tableOf(late.and(scores).state()))
    expect(change).toMatchObject({ out: [2, 3], leftOrReturned: [4], removed: [4], champions: { before: null, after: [1] } })
  })
})
