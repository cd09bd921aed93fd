import type { AdminView, PoolView } from '@outlast/contract/live'
import { expect, it } from 'vitest'
import { openSeason } from '../../desk/sample-season.ts'
import { summarizeWeek } from './week-summary.ts'

const pool = (is_locked: boolean, current: number | null = 3) =>
  ({ current_week_id: current, weeks: [{ id: 3, season_year: 2026, week_number: 4, is_locked }] }) as unknown as PoolView

const admin = { users: [], entries: [{ id: 1 }, { id: 2 }, { id: 3 }], picked: { 3: [1], 2: [2] } } as unknown as AdminView

const season = openSeason([1, 2, 3], [3])

it('summarizeWeek: counts alive entries without a pick in the current week', () => {
  expect(summarizeWeek(pool(false), admin, season)).toMatchObject({ alive: 2, missing: 1 })
})

it('summarizeWeek: counts no missing picks once the week has locked', () => {
  expect(summarizeWeek(pool(true), admin, season)).toMatchObject({ alive: 2, missing: null })
})

it('summarizeWeek: returns undefined without a current week or its season', () => {
  expect(summarizeWeek(pool(false, null), admin, season)).toBeUndefined()
  expect(summarizeWeek(pool(false), admin, undefined)).toBeUndefined()
})
