import { describe, expect, it } from 'vitest'
import { weekEndText } from './week-end-text.ts'

const SUNDAY = '2025-09-07T17:00:00.000Z'
const MONDAY = '2025-09-09T00:15:00.000Z'
const at = (iso: string) => Date.parse(iso)
const game = (
  start_time: string,
  status: 'scheduled' | 'in_progress' | 'final' | 'postponed' = 'scheduled',
  kickoff_known = true,
) => ({
  start_time,
  status,
  kickoff_known,
})

describe('weekEndText', () => {
  it.each([
    ['the last game is today', [game(SUNDAY)], '2025-09-07T16:00:00.000Z', 'tonight'],
    ['the last game is on a later day, by Eastern time', [game(SUNDAY), game(MONDAY)], '2025-09-07T16:00:00.000Z', 'on Monday'],
    ['the last game goes on after midnight', [game(MONDAY, 'in_progress')], '2025-09-09T05:00:00.000Z', 'tonight'],
    ['the game of Monday is over', [game(SUNDAY, 'in_progress'), game(MONDAY, 'final')], '2025-09-07T20:00:00.000Z', 'tonight'],
    ['a game is postponed', [game(SUNDAY), game(SUNDAY, 'postponed')], '2025-09-07T16:00:00.000Z', 'when the week ends'],
    ['a kickoff is not known', [game(SUNDAY, 'scheduled', false)], '2025-09-07T16:00:00.000Z', 'when the week ends'],
    ['the last game is more than six days away', [game(MONDAY)], '2025-09-01T16:00:00.000Z', 'when the week ends'],
    ['there is no game', [], '2025-09-07T16:00:00.000Z', 'when the week ends'],
  ])('if %s', (_name, games, now, text) => expect(weekEndText(games, at(now))).toBe(text))
})
