import type { SeasonView } from '@outlast/contract/live'

/** For tests: a season whose only week, week 4, is open, with one member's entries. Those in `outByHand` are out since that week. */
export const openSeason = (entryIds: readonly number[], outByHand: readonly number[]): SeasonView => ({
  season_year: 2026,
  missed_pick: 'survives',
  lives: 1,
  weeks: [
    {
      id: 3,
      week_number: 4,
      is_locked: false,
      results: {},
      is_complete: false,
      left_teams: [],
      lock_position: null,
      first_lock_position: null,
      played_lock_position: null,
    },
  ],
  entries: entryIds.map((id) => ({
    id,
    name: `Entry ${id}`,
    user_name: 'Mia Member',
    picks: {},
    missed: [],
    forgiven: [],
    eliminated_by_hand: outByHand.includes(id) ? 4 : null,
    auto: [],
    hidden_losses: [],
    created_position: 1,
  })),
})
