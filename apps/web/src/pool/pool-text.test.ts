import { resultLabel } from '@outlast/contract/words'
import { describe, expect, it } from 'vitest'
import {
  byHandText,
  gameStatusText,
  kickoffOrScore,
  kickoffText,
  kickoffTime,
  resultSymbol,
  scoreText,
  lostLivesText,
  standingText,
  type Result,
  type ScheduledGame,
  weekInList,
  weeksText,
} from './pool-text.ts'

const game: ScheduledGame = {
  away_team_abbr: 'DAL',
  home_team_abbr: 'GB',
  away_score: 40,
  home_score: 40,
  status: 'final',
  detail: null,
  start_time: '2026-11-22T18:00:00.000Z',
  kickoff_known: true,
}

describe('resultSymbol and resultLabel', () => {
  it.each<[Result, string, string]>([
    ['win', '✓', 'win'],
    ['loss', '✕', 'loss'],
    ['tie', '=', 'tie'],
    ['tbd', '•', 'TBD'],
    [null, '–', 'no pick'],
  ])('return the symbol and the word of the result %s', (result, symbol, label) => {
    expect(resultSymbol(result)).toBe(symbol)
    expect(resultLabel(result)).toBe(label)
  })
})

describe('scoreText', () => {
  it('returns the score with the away team first', () => {
    expect(scoreText({ ...game, away_score: 0, home_score: 3 })).toBe('DAL 0–3 GB')
  })

  it.each([
    { away_score: null, home_score: null },
    { away_score: 7, home_score: null },
  ])('returns the teams alone while a score is missing: %j', (scores) => {
    expect(scoreText({ ...game, ...scores })).toBe('DAL at GB')
  })
})

describe('byHandText', () => {
  it('names the admin with the reason, also once the account is gone or the reason was that of an undone change', () => {
    expect(byHandText({ name: 'Pat Host', reason: 'The scoreboard is down' })).toBe('By hand: Pat Host, The scoreboard is down')
    expect(byHandText({ name: 'Pat Host', reason: null })).toBe('By hand: Pat Host')
    expect(byHandText({ name: '', reason: 'Storm' })).toBe('By hand: a former admin, Storm')
  })
})

describe('gameStatusText', () => {
  it.each([
    ['scheduled', null, 'scheduled'],
    ['in_progress', '1:01 - 4th', '1:01 - 4th'],
    ['in_progress', null, 'In progress'],
    ['final', 'Final', 'Final'],
    ['final', 'Final/OT', 'Final/OT'],
    ['cancelled', null, 'Cancelled'],
    ['postponed', null, 'Postponed'],
  ] as const)('formats the status %s with the detail %s as "%s"', (status, detail, text) => {
    expect(gameStatusText({ status, detail })).toBe(text)
  })

  it('says that a week was closed without the game', () => {
    expect(gameStatusText({ status: 'postponed', detail: null, phase: 'closed' })).toBe('Not played')
    expect(gameStatusText({ status: 'postponed', detail: null, phase: 'closed_as_loss' })).toBe('Not played: a loss')
  })
})

describe('kickoffText', () => {
  it('names the opponent from the side of the team', () => {
    expect(kickoffText(game, 'DAL')).toBe('at GB · Sun, Nov 22, 1:00 PM ET')
    expect(kickoffText(game, 'GB')).toBe('vs DAL · Sun, Nov 22, 1:00 PM ET')
    expect(kickoffText(undefined, 'GB')).toBeUndefined()
  })
})

describe('kickoffTime', () => {
  it.each([
    [{}, '1:00 PM ET'],
    [{ kickoff_known: false }, 'Time TBD'],
    [{ status: 'postponed' }, 'Postponed'],
    [{ status: 'cancelled' }, 'Cancelled'],
  ] as const)('formats the kickoff of a game with %j as "%s"', (changes, text) => {
    expect(kickoffTime({ ...game, status: 'scheduled', ...changes })).toBe(text)
  })
})

describe('standingText', () => {
  const lost = { status: 'out', eliminatedWeek: 4, cause: 'loss', team: 'DAL' } as const

  it('shows the score of the lost game', () => {
    expect(standingText(lost, game)).toBe('Out in week 4: DAL 40–40 GB')
  })

  it('shows the team when the game is unknown, and nothing while the team is hidden', () => {
    expect(standingText(lost)).toBe('Out in week 4: DAL')
    expect(standingText({ ...lost, team: '?' })).toBe('Out in week 4')
  })

  it('shows the other causes and the state of an alive entry', () => {
    expect(standingText({ ...lost, cause: 'missed', team: null })).toBe('Out in week 4: no pick')
    expect(standingText({ ...lost, cause: 'hand', team: null }, game)).toBe('Out in week 4: by an admin')
    expect(standingText({ status: 'alive' })).toBe('Alive')
  })
})

describe('weekInList', () => {
  const week = { season_year: 2026, week_number: 4 }

  it('names the season and the week number', () => {
    expect(weekInList(week)).toBe('2026 • Week 4')
  })

  it('appends the pick count and whether the week is current', () => {
    expect(weekInList({ ...week, is_current: false }, 0)).toBe('2026 • Week 4 • 0 picks')
    expect(weekInList({ ...week, is_current: true })).toBe('2026 • Week 4 • current')
    expect(weekInList({ ...week, is_current: true }, 1)).toBe('2026 • Week 4 • 1 pick • current')
  })
})

describe('kickoffOrScore', () => {
  const game: ScheduledGame = {
    start_time: '2026-11-22T18:00:00.000Z',
    kickoff_known: true,
    away_team_abbr: 'DAL',
    home_team_abbr: 'GB',
    away_score: null,
    home_score: null,
    status: 'scheduled',
    detail: null,
  }

  it('shows the kickoff before the game, and afterwards the status with the score', () => {
    expect(kickoffOrScore(game)).toBe('1:00 PM ET')
    const scores = { away_score: 17, home_score: 24 }
    expect(kickoffOrScore({ ...game, ...scores, status: 'final' })).toBe('Final: DAL 17–24 GB')
    expect(kickoffOrScore({ ...game, ...scores, status: 'in_progress', detail: '2:10 - 4th' })).toBe('2:10 - 4th: DAL 17–24 GB')
    expect(kickoffOrScore({ ...game, status: 'postponed' })).toBe('Postponed')
  })
})

describe('with several lives', () => {
  const out = { status: 'out', eliminatedWeek: 7, cause: 'loss', team: 'DAL' } as const
  it('standingText counts the losses', () => {
    expect(standingText({ ...out, losses: 3 })).toBe('Out in week 7: third loss, DAL')
    expect(standingText({ ...out, losses: 2, cause: 'missed', team: null })).toBe('Out in week 7: second loss, no pick')
    expect(standingText({ ...out, losses: 1 })).toBe('Out in week 7: DAL')
    expect(standingText({ ...out, losses: 2, cause: 'hand', team: null })).toBe('Out in week 7: by an admin')
  })
  it('lostLivesText names the weeks', () => {
    expect(lostLivesText([])).toBe('')
    expect(lostLivesText([3])).toBe('Lost a life in week 3')
    expect(lostLivesText([], [2])).toBe('Joined after week 2: one life lost')
    expect(lostLivesText([5], [1, 2])).toBe('Joined after week 2: 2 lives lost. Lost a life in week 5')
    expect(lostLivesText([3, 5])).toBe('Lost lives in weeks 3 and 5')
    expect(lostLivesText([13.1])).toBe('Lost a life in week 13a')
    expect(lostLivesText([5, 5])).toBe('Lost lives in week 5')
    expect(lostLivesText([5, 5, 13.2], [13.1])).toBe('Joined after week 13a: one life lost. Lost lives in weeks 5 and 13b')
  })
})

describe('weeksText', () => {
  it.each([
    [[3], 'week 3'],
    [[1, 2], 'weeks 1 and 2'],
    [[1, 3, 5], 'weeks 1, 3 and 5'],
    [[1, 2, 3, 4, 6], 'weeks 1 to 4 and 6'],
    [[1, 2, 5, 6, 7], 'weeks 1, 2 and 5 to 7'],
  ])('%j is %s', (weeks, text) => expect(weeksText(weeks)).toBe(text))
})
