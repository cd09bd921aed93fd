import { gameInfo, weekInfo, weekView } from '@outlast/contract/live/test-support'
import { expect, it } from 'vitest'
import type { Board } from '../board/board.ts'
import { heroFactsOf } from './hero-facts.ts'

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
