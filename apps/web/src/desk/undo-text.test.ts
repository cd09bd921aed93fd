import { expect, it } from 'vitest'
import { actionText } from './undo-text.ts'

const done = { position: 7, done_at: '2031-09-07T17:00:00.000Z', actor_id: 1, game: null, picks: null }
const entry = { id: 1, name: 'Anchors' }
const week = { id: 3, season_year: 2031, week_number: 4 }

it.each([
  [{ ...done, kind: 'close', entry: null, week }, 'Week 4 closed'],
  [
    { ...done, kind: 'game', entry: null, week, game: { id: 9, away_team_abbr: 'GB', home_team_abbr: 'CHI' } },
    'GB at CHI of week 4 set by hand',
  ],
  [{ ...done, kind: 'lock', entry: null, week }, 'Lock of week 4 moved'],
  [{ ...done, kind: 'elimination', entry, week: null }, 'Anchors eliminated by hand'],
  [{ ...done, kind: 'reinstatement', entry: null, week: null }, 'an entry reinstated'],
  [{ ...done, kind: 'override', entry, week }, 'Pick of Anchors set in week 4'],
  [{ ...done, kind: 'finals', entry: null, week }, 'Games of week 4 set to final'],
  [{ ...done, kind: 'import', entry: null, week: null, picks: 88 }, '88 picks imported'],
] as const)('actionText: %j', (action, text) => expect(actionText(action)).toBe(text))

it('names the person of the entry where the page knows them', () => {
  const text = actionText({ ...done, kind: 'override', entry, week }, ({ name }) => `Mia Member · ${name}`)
  expect(text).toBe('Pick of Mia Member · Anchors set in week 4')
})
