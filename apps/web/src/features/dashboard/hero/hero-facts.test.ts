import { gameInfo, seasonEntry, seasonView, seasonWeek, weekEntry, weekInfo, weekView } from '@outlast/contract/live/test-support'
import { seasonCountOf, weekCountOf } from '@outlast/views'
import { expect, it } from 'vitest'
import type { Board } from '../board/board.ts'
import { heroFactsOf } from './hero-facts.ts'
import { stillInText } from './still-in.tsx'

const week = weekInfo({ is_locked: true })
const boardWith = (view: Board['view']): Board => ({
  isAdmin: false,
  week,
  currentWeek: week,
  firstWeek: week,
  lastEntryWeek: null,
  rules: null,
  games: view?.games ?? null,
  entries: [],
  forOthers: [],
  champions: [],
  championIds: [],
  view,
  season: undefined,
})
const moment = { week, isClosed: true, hasSeasonStarted: true, backIds: new Set<number>(), unsaved: [], now: 0 }

it.each([
  [true, { status: 'final' }],
  [true, { status: 'postponed', phase: 'closed' }],
  [false, { status: 'cancelled' }],
  [false, { status: 'postponed' }],
  [false, { status: 'final', result_unread: true }],
] as const)('heroFactsOf: isOver is %s while a game is %j and the others are final', (isOver, over) => {
  const games = [gameInfo({ status: 'final' }), gameInfo({ id: 2, home_team_abbr: 'BUF', away_team_abbr: 'NE', ...over })]
  expect(heroFactsOf(boardWith(weekView({ week, games })), moment)).toMatchObject({ isOver })
})

it('heroFactsOf: no week is over before its view has arrived', () => {
  expect(heroFactsOf(boardWith(undefined), moment)).toMatchObject({ isOver: false })
})

it('says how many entries are in like the live board, with those that fell and that joined since the lock', () => {
  const games = [gameInfo({ status: 'final', home_score: 27, away_score: 20 })]
  const entries = [
    weekEntry(1, 'Own', { team: 'LAC' }),
    weekEntry(2, 'Two', { team: 'KC' }),
    weekEntry(3, 'Three', { team: 'KC' }),
  ]
  const season = seasonView({
    weeks: [seasonWeek(1, { is_locked: true, results: { KC: 'win', LAC: 'loss' }, is_complete: true })],
    entries: [
      seasonEntry(1, 'Own', { picks: { 1: 'LAC' } }),
      seasonEntry(2, 'Two', { picks: { 1: 'KC' } }),
      seasonEntry(3, 'Three', { picks: { 1: 'KC' } }),
      seasonEntry(4, 'Late', { created_position: 90 }),
    ],
  })
  const view = weekView({ week, games, entries })
  expect(weekCountOf(view, season)).toMatchObject({ alive: 3, total: 4 })
  expect(stillInText(view, season)).toBe('3 entries are still in.')
  expect(stillInText(weekView({ entries }), season)).toBe(`${seasonCountOf(season).alive} entries are still in.`)
})
