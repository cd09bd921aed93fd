import { foldAdmin, type AdminView, type SeasonView } from '@outlast/contract/live'
import { seasonEntry, seasonView, seasonWeek } from '@outlast/contract/live/test-support'
import { describe, expect, it } from 'vitest'
import { toAdminEntries } from './roster-entries.ts'

const entry = (id: number): AdminView['entries'][number] => ({
  id,
  user_id: 1,
  name: `Entry ${id}`,
  is_paid: false,
  payment_type: null,
  paid_date: null,
  payment_claimed_at: null,
  buybacks: [],
  created_at: '2026-09-01T12:00:00.000Z',
  updated_at: '2026-09-01T12:00:00.000Z',
  version: 1,
  created_position: 1,
  renewals: [],
  user_name: 'Mia Member',
  user_email: 'mia@club.example',
  user_mobile: null,
})

/** A season whose only week, week 4, is open. The entries in `outByHand` are out since that week. */
const openSeason = (entryIds: readonly number[], outByHand: readonly number[]): SeasonView =>
  seasonView({
    weeks: [seasonWeek(4)],
    entries: entryIds.map((id) => seasonEntry(id, `Entry ${id}`, { eliminated_by_hand: outByHand.includes(id) ? 4 : null })),
  })

describe('toAdminEntries', () => {
  it('adds the week of the elimination', () => {
    const rows = toAdminEntries([entry(1), entry(2)], openSeason([1, 2], [1]), [])
    expect(rows.map(({ is_eliminated, eliminated_week }) => [is_eliminated, eliminated_week])).toEqual([
      [true, 4],
      [false, null],
    ])
    expect(toAdminEntries([entry(1)], null, [])[0]).toMatchObject({ is_eliminated: false, eliminated_week: null })
  })

  it('keeps the identity of unchanged entries', () => {
    const view: AdminView = { users: [], entries: [entry(1), entry(2)], setup: { marks: {}, season_year: null }, picked: {} }
    const before = toAdminEntries(view.entries, openSeason([1, 2], []), [])
    const changed = foldAdmin(view, [{ kind: 'entry', entry: { ...entry(2), is_paid: true } }])
    const after = toAdminEntries(changed.entries, openSeason([1, 2], []), [])
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, false])
    expect(toAdminEntries(changed.entries, openSeason([1, 2], [1]), [])[0]).toMatchObject({ is_eliminated: true })
  })
})
