import type { Instant, WeekId } from '@outlast/domain'
import { expect, it } from 'vitest'
import { RecordedPool } from '../../tests/recorded-pool.ts'
import { sourceOf } from '../../tests/source.ts'
import { weekGames } from '../week/weeks.ts'

const KICKOFF = '2026-09-13T17:00:00.000Z' as Instant

/** A season with KC at home to LV in two weeks, and DAL to NYG in the second one. */
function season(year: number, first: readonly [number, number] | null): RecordedPool {
  const pool = new RecordedPool(`${year}-08-01T12:00:00.000Z`)
  pool.register()
  pool.addWeek(year, 1)
  pool.addWeek(year, 2)
  pool.sync(1, { 'KC-LV': null }, KICKOFF)
  pool.sync(2, { 'KC-LV': null, 'DAL-NYG': null }, KICKOFF)
  if (first !== null) pool.sync(1, { 'KC-LV': first }, KICKOFF)
  return pool
}

const pregameOf = ({ state }: RecordedPool, week: number) =>
  weekGames(sourceOf(state), state.rounds.get(week as WeekId)!).map(({ pregame }) => pregame)

it('expects something of a game from the results before its week, of its teams', () => {
  expect(pregameOf(season(2030, null), 2)).toEqual([undefined, undefined])
  const [kc, dal] = pregameOf(season(2030, [30, 3]), 2)
  expect(kc?.from).toBe('rating')
  expect(kc?.margin).toBeGreaterThan(2)
  expect(kc?.home).toBeGreaterThan(0.55)
  expect(dal).toBeUndefined()
  expect(pregameOf(season(2030, [30, 3]), 1)).toEqual([undefined])
})

it('begins with the last season that ships, and never with the season itself', () => {
  expect(pregameOf(season(2026, null), 1)).toMatchObject([{ from: 'rating' }])
  expect(pregameOf(season(2025, null), 1)).toEqual([undefined])
  expect(pregameOf(season(2027, null), 1)).toEqual([undefined])
})
