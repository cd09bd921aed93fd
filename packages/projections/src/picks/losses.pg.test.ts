import type { Instant } from '@outlast/domain'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { RecordedPool } from '../../tests/recorded-pool.ts'
import { store } from '../../tests/store.ts'
import { LIVE_SCHEMA } from '../tables/rows.ts'
import { readSeasonFacts } from '../schedule/season-facts.ts'
import { hiddenLosses, revealedWaivedLosses, missedWeeks } from './losses.ts'

const db = useTestDatabase()
beforeAll(() => store(db, createPool()))

const reinstate = (pool: RecordedPool, entryId: number) =>
  void pool.runAccepted('AmendEntry', { entryId, isEliminated: false }, 1)

/** Of 2025 week 1 is revealed; weeks 2 and 3 are open and set to final. The only week of 2026 is its fourth, and revealed. */
function createPool(): RecordedPool {
  const pool = new RecordedPool()
  for (const id of [1, 2, 3, 4, 5]) pool.addEntry(pool.register(), `Entry ${id}`)
  for (const number of [1, 2, 3]) pool.addWeek(2025, number)
  pool.addWeek(2026, 4)
  pool.runAccepted('ChangeRules', { rules: { missedPick: 'eliminated' } }, 1)
  const picks: readonly (readonly (string | null)[])[] = [
    ['SF', 'LAC', 'KC'],
    [null, 'KC', 'LAC'],
    ['GB', 'MIA', 'KC'],
    ['SF', 'LAC', null],
    ['SF', 'MIA', null],
  ]
  for (const [i, teams] of picks.entries()) {
    for (const [week, team] of teams.entries()) if (team !== null) pool.pick(i + 1, week + 1, team)
  }
  pool.lock(1)
  pool.sync(1, { 'SF-GB': [7, 3] }, '2025-09-07T17:00:00.000Z' as Instant)
  pool.sync(2, { 'KC-LAC': [7, 3], 'BUF-MIA': [7, 3] }, '2025-09-14T17:00:00.000Z' as Instant)
  pool.finalizeWithoutLock(2)
  for (const entry of [3, 4, 5]) reinstate(pool, entry)
  pool.pick(4, 2, 'MIA')
  pool.sync(3, { 'LAC-KC': [7, 3] }, '2025-09-21T17:00:00.000Z' as Instant)
  pool.finalizeWithoutLock(3)
  pool.runAccepted('SetCurrentWeek', { weekId: 4 }, 1)
  for (const entry of [2, 5]) pool.pick(entry, 4, 'DAL')
  pool.runAccepted('SetLockTime', { weekId: 4, lockTime: '2025-09-08T12:00:00.000Z' }, 1)
  pool.lock(4)
  pool.sync(4, { 'DAL-NYG': [3, 7] })
  for (const entry of [1, 5]) reinstate(pool, entry)
  return pool
}

describe('hiddenLosses', () => {
  const hidden = async (entryIds?: readonly number[], seasonYear = 2025) =>
    Object.fromEntries(await hiddenLosses(db, await readSeasonFacts(db, LIVE_SCHEMA, seasonYear), entryIds))

  it('returns the settled losses of open weeks that were not waived', async () => {
    // Entry 2 won each week with a team that lost the other. Entry 4 left the team that was forgiven for another that lost.
    expect(await hidden()).toEqual({ 1: [2, 3], 3: [3], 4: [2] })
  })

  it('returns only the requested entries', async () => {
    expect(await hidden([1, 5])).toEqual({ 1: [2, 3] })
    expect(await hidden([])).toEqual({})
  })

  it.each([
    ['one', [1]],
    ['each', [1, 1]],
  ] as const)('counts two lost picks of a week as the rule slotLoss says: %s', async (slotLoss, weeks) => {
    const pool = new RecordedPool()
    pool.addEntry(pool.register(), 'Lucky')
    pool.addWeek(2025, 1)
    pool.runAccepted('ChangeRules', { rules: { lives: 3, slotLoss, picksPerWeek: { picks: 2, fromWeek: 1 } } }, 1)
    pool.pick(1, 1, 'LAC')
    pool.pick(1, 1, 'MIA', 2)
    pool.sync(1, { 'KC-LAC': [7, 3], 'BUF-MIA': [7, 3] }, '2025-09-07T17:00:00.000Z' as Instant)
    pool.finalizeWithoutLock(1)
    await store(db, pool)
    expect(await hidden()).toEqual({ 1: weeks })
    await store(db, createPool())
  })

  it('returns nothing if every week is revealed', async () => {
    expect(await hidden(undefined, 2026)).toEqual({})
  })
})

describe('revealedWaivedLosses', () => {
  const forgiven = async (seasonYear: number, entryIds?: readonly number[]) =>
    Object.fromEntries(await revealedWaivedLosses(db, seasonYear, entryIds))

  it('returns the waived losses of revealed weeks, missed picks included', async () => {
    expect(await forgiven(2025)).toEqual({ 3: [{ week: 1, team: 'GB' }] })
    expect(await forgiven(2026)).toEqual({ 1: [{ week: 4, team: null }], 5: [{ week: 4, team: 'DAL' }] })
  })

  it('returns only the requested entries', async () => {
    expect(await forgiven(2026, [5])).toEqual({ 5: [{ week: 4, team: 'DAL' }] })
    expect(await forgiven(2025, [5])).toEqual({})
  })
})

describe('missedWeeks', () => {
  const missed = async (seasonYear: number, entryIds?: readonly number[]) =>
    Object.fromEntries(await missedWeeks(db, seasonYear, entryIds))

  it('returns the weeks of the season that an entry entered without a pick', async () => {
    expect(await missed(2025)).toEqual({ 2: [1] })
    expect(await missed(2026)).toEqual({ 1: [4], 3: [4], 4: [4] })
  })

  it('returns only the requested entries', async () => {
    expect(await missed(2026, [1, 5])).toEqual({ 1: [4] })
    expect(await missed(2025, [3])).toEqual({})
  })
})
