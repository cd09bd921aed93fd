import type { SyncStatus } from '@outlast/contract'
import { describe, expect, it } from 'vitest'
import { notAskedText, scoreboardQuestions, syncLines, unquestionedTexts, unreadTexts } from './sync-text.ts'

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
      { ...off(4, asked(12)), unread: [{ espn_id: '9', what: 'kickoff', value: '"noon"', game: null }] },
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
  const kickoffs = [1, 2, 3, 4, 5].map((id) => ({ espn_id: String(id), what: 'kickoff' as const, value: '"?"', game: null }))
  expect(unreadTexts([...kickoffs, { espn_id: '6', what: 'status', value: 'Odd', game: null }])).toEqual([
    'a kickoff could not be read: "?" (game 1), "?" (game 2), "?" (game 3) and 2 more',
    'the status of a game could not be read: Odd (game 6)',
  ])
})

describe('scoreboardQuestions', () => {
  const teams = { id: 7, week_id: 5, away_team_abbr: 'BAL', home_team_abbr: 'PIT' }
  const game = { ...teams, status: 'scheduled' as const, phase: null, away_score: null, home_score: null }
  const asked = { last_ok_at: '2026-10-01T18:05:00.000Z', last_asked_by: 'Pat Host' }
  const missing = { espn_id: '9', what: 'missing' as const, value: 'BAL at PIT', game }
  const textsOf = (unread: SyncStatus['weeks'][number]['unread']) =>
    scoreboardQuestions([week(5, { ...asked, unread })]).map(({ kind, text }) => [kind, text])

  it('asks whether a game that the scoreboard does not have any more has moved', () => {
    expect(textsOf([missing])).toEqual([
      [
        'has_moved',
        expect.stringMatching(
          /^Week 5: BAL at PIT was not on the scoreboard any more at .*, asked by Pat Host\. Is it played in a week that this pool does not have\?$/,
        ),
      ],
    ])
    expect(unquestionedTexts(week(5, { ...asked, unread: [missing] }))).toEqual([])
  })
  it('asks nothing about an answer that lacks many games', () => {
    const many = [1, 2, 3, 4].map((id) => ({ ...missing, espn_id: String(id), game: { ...game, id } }))
    expect(textsOf(many)).toEqual([])
    expect(unquestionedTexts(week(5, { ...asked, unread: many }))).toHaveLength(1)
  })
  it('says both scores of a final result that was held back', () => {
    const final = { ...game, status: 'final' as const, away_score: 20, home_score: 23 }
    const held = { espn_id: '9', what: 'held_back' as const, value: 'final, BAL 0–0 PIT', game: final }
    const [[kind, text] = []] = textsOf([held])
    expect(kind).toBe('is_final')
    expect(text).toContain('the scoreboard said “final, BAL 0–0 PIT” at ')
    expect(text).toContain('so BAL 20–23 PIT still counts until you say otherwise')
    expect(textsOf([{ ...held, game }])[0]?.[1]).toContain('so it does not count until you say otherwise')
    expect(textsOf([{ ...held, value: 'scheduled' }])).toEqual([])
  })
  it('says that a game that was marked as moved is back', () => {
    const moved = { ...game, status: 'postponed' as const, phase: 'moved' as const }
    expect(textsOf([{ espn_id: '9', what: 'held_back', value: 'scheduled', game: moved }])[0]?.[0]).toBe('is_back')
  })
})
