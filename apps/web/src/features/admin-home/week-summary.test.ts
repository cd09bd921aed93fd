import type { AdminView, PoolView, SeasonView } from '@outlast/contract/live'
import { expect, it } from 'vitest'
import { weekDeskOf } from './week-summary.ts'

const pool = (is_locked: boolean, current: number | null = 3) =>
  ({ current_week_id: current, weeks: [{ id: 3, season_year: 2026, week_number: 4, is_locked }] }) as unknown as PoolView

const admin = { users: [], entries: [{ id: 1 }, { id: 2 }, { id: 3 }], picked: { 3: [1], 2: [2] } } as unknown as AdminView

const season: SeasonView = {
  season_year: 2026,
  missed_pick: 'survives',
  weeks: [{ id: 3, week_number: 4, is_locked: false, results: {}, is_complete: false }],
  entries: [1, 2, 3].map((id) => ({
    id,
    name: `Entry ${id}`,
    user_name: 'Mia Member',
    picks: {},
    missed: [],
    forgiven: [],
    eliminated_by_hand: id === 3 ? 4 : null,
    hidden_losses: [],
  })),
}

it('counts the entries alive that have not picked in the current week', () => {
  expect(weekDeskOf(pool(false), admin, season)).toMatchObject({ alive: 2, missing: 1 })
})

it('counts none once the week has locked', () => {
  expect(weekDeskOf(pool(true), admin, season)).toMatchObject({ alive: 2, missing: null })
})

it('needs a current week', () => {
  expect(weekDeskOf(pool(false, null), admin, season)).toBeUndefined()
  expect(weekDeskOf(pool(false), admin, undefined)).toBeUndefined()
})
