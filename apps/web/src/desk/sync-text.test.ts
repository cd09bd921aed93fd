import type { SyncStatus } from '@outlast/contract'
import { expect, it } from 'vitest'
import { notAskedText, syncLines, unreadTexts } from './sync-text.ts'

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

it('syncLines: says once what is the same for several weeks of a season', () => {
  const off = (id: number, at: string | null) =>
    week(id, { reason: 'auto_sync_off', last_asked_at: at, last_asked_by: at && 'Pat Host' })
  const asked = (hour: number) => `2026-10-01T${hour}:00:00.000Z`
  const lines = syncLines({
    season_year: 2026,
    weeks: [
      week(17, { season_year: 2025, reason: 'auto_sync_off', last_asked_at: asked(10), last_asked_by: 'automatic' }),
      off(1, asked(11)),
      off(2, asked(13)),
      off(3, asked(12)),
      { ...off(4, asked(12)), unread: [{ espn_id: '9', what: 'kickoff', value: '"noon"' }] },
      off(5, null),
      off(6, asked(12)),
      week(7, { asked: true, reason: 'current', every_seconds: 30 }),
    ],
  })
  expect(lines.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Week 17 of 2025: not asked: automatic updates are off; last asked [^;]+[^y]$/),
    expect.stringMatching(/^Weeks 1 to 3 and 6: not asked: automatic updates are off; last asked .* by Pat Host$/),
    expect.stringMatching(/^Week 4: not asked/),
    'Week 7: asked every 30 s: the current week; never asked',
  ])
  expect(lines[2]?.unread).toEqual(['a kickoff could not be read: "noon" (game 9)'])
})

it('unreadTexts: names three games of a kind, and counts the rest', () => {
  const kickoffs = [1, 2, 3, 4, 5].map((id) => ({ espn_id: String(id), what: 'kickoff' as const, value: '"?"' }))
  expect(unreadTexts([...kickoffs, { espn_id: '6', what: 'status', value: 'Odd' }])).toEqual([
    'a kickoff could not be read: "?" (game 1), "?" (game 2), "?" (game 3) and 2 more',
    'the status of a game could not be read: Odd (game 6)',
  ])
})
