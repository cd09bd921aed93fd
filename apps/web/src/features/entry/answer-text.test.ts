import type { EntryHistory, Game, PickChange } from '@outlast/contract'
import { expect, test } from 'vitest'
import { answerText, whyText } from './answer-text.ts'

const change = (over: Partial<PickChange>): PickChange => ({
  position: 12,
  recorded_at: '2026-09-10T16:00:05.000Z',
  site_time: '2026-09-10T16:00:05.000Z',
  action: 'submitted',
  team_abbr: 'KC',
  by: 'owner',
  actor_name: 'Mia Member',
  reason: null,
  commitment: null,
  nonce: null,
  hash: null,
  ...over,
})

const WEEK = { week_id: 1, season_year: 2026, week_number: 1, is_locked: true, reopened_after_reveal: false } as const
const LOST: EntryHistory['weeks'][number] = {
  ...WEEK,
  result: 'loss',
  changes: [
    change({}),
    change({
      recorded_at: '2026-09-13T20:00:00.000Z',
      site_time: '2026-09-13T20:00:00.000Z',
      action: 'overridden',
      team_abbr: 'DAL',
      by: 'admin',
      actor_name: 'Ada Admin',
      reason: 'Called before the lock',
    }),
  ],
}
const OPEN: EntryHistory['weeks'][number] = {
  ...WEEK,
  week_id: 2,
  week_number: 2,
  is_locked: false,
  result: 'tbd',
  changes: [change({ team_abbr: 'BUF' })],
}
const GAME = {
  home_team_abbr: 'DAL',
  away_team_abbr: 'GB',
  home_score: 17,
  away_score: 20,
  status: 'final',
  detail: 'Final',
} as Game
const games = (over: Partial<Game> = {}) => new Map([[1, [{ ...GAME, ...over }]]])
const history: EntryHistory = { entry_id: 7, entry_name: 'Anchors', user_name: 'Mia Member', weeks: [OPEN, LOST] }
const answer = (weeks: EntryHistory['weeks'], state: string | null = 'Out in week 1.') =>
  answerText({ history: { ...history, weeks }, games: games(), state, url: 'https://club.example/entry/7' })

test('answerText: says who picked what and when, in Eastern time, with reasons, results and why', () => {
  expect(answer([LOST])).toBe(
    [
      'Anchors, the entry of Mia Member: Out in week 1.',
      [
        'Week 1 of 2026: DAL (loss). DAL lost 17–20',
        '- Sep 10, 2026, 12:00:05 PM ET: Mia Member picked KC',
        '- Sep 13, 2026, 4:00:00 PM ET: Ada Admin set the pick to DAL, with the reason “Called before the lock”',
      ].join('\n'),
      'Each line is in the pool’s log, with a receipt that anybody can check: https://club.example/entry/7',
    ].join('\n\n'),
  )
})

test('answerText: never tells a week that is not locked, also when its owner copies it', () => {
  expect(answer([OPEN, LOST])).toBe(answer([LOST]))
  expect(answer([OPEN], null)).toMatch(/^Anchors, the entry of Mia Member\n\nNo week with a pick has locked yet\./)
})

test('whyText: says what the game waits for, and nothing without a pick or a game', () => {
  expect(whyText(LOST, games({ status: 'postponed', home_score: null, away_score: null }))).toBe('GB at DAL: Postponed')
  expect(whyText(LOST, new Map())).toBeNull()
  expect(whyText({ ...LOST, changes: [] }, games())).toBeNull()
})

test('the answer says what reminders of locked weeks came to', () => {
  const reminder = { week_id: 1, offset: 3, at: '2026-09-13T13:00:00.000Z', mail: true, push: false } as const
  const history = { entry_id: 1, entry_name: 'Lucky', user_name: 'Mia Member', weeks: [LOST, OPEN] } as unknown as EntryHistory
  const reminders = [
    { ...reminder, week_id: 2, arrived: 'sent' as const },
    { ...reminder, push: true, arrived: 'failed' as const },
    { ...reminder, arrived: 'sent' as const },
  ]
  const lines = answerText({ history, games: new Map(), reminders, state: null, url: 'x' })
    .split('\n')
    .filter((line) => line.startsWith('- Reminder'))
  expect(lines).toEqual([
    '- Reminder by mail, Sep 13, 2026, 9:00:00 AM ET: taken',
    '- Reminder by mail and push, Sep 13, 2026, 9:00:00 AM ET: refused',
  ])
})
