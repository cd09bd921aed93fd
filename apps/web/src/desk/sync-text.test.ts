import type { SyncStatus } from '@outlast/contract'
import { expect, it } from 'vitest'
import { notAskedText } from './sync-text.ts'

const week = (id: number, over: Partial<SyncStatus['weeks'][number]>): SyncStatus['weeks'][number] => ({
  week_id: id,
  season_year: 2026,
  week_number: id,
  asked: false,
  reason: 'not_current',
  every_seconds: null,
  last_asked_at: null,
  last_asked_by: null,
  last_ok_at: null,
  last_error: null,
  next_ask_at: null,
  unread: [],
  ...over,
})

it('notAskedText: says why the scoreboard is not asked for a week, also while it is asked for another one', () => {
  const weeks = [
    week(1, { asked: true, reason: 'postponed' }),
    week(2, { reason: 'site_time_override' }),
    week(3, { reason: 'over' }),
  ]
  expect(notAskedText({ paused: null, weeks }, 2)).toBe('the site time is overridden')
  expect([1, 3].map((id) => notAskedText({ paused: null, weeks }, id))).toEqual([null, null])
  expect(notAskedText({ paused: 'no_current_week', weeks: [] }, 2)).toBe('no week is current')
})
