import type { GameInfo } from '@outlast/contract/live'
import { SCENES } from '@outlast/domain/rules'
import { describe, expect, it } from 'vitest'
import { newsBetween, type ScreenFacts } from './facts.ts'
import { advance, type Plan, SCENE_MS, scenesFor, startPlan, step, toggleHold } from './planner.ts'

const game = (over: Partial<GameInfo> = {}): GameInfo => ({
  id: 1,
  espn_id: '1',
  start_time: '2025-09-07T17:00:00.000Z',
  kickoff_known: true,
  home_team_abbr: 'GB',
  away_team_abbr: 'DAL',
  home_score: 10,
  away_score: 7,
  status: 'in_progress',
  detail: '1:30 - 4th',
  final_by_admin: false,
  result_at: null,
  ...over,
})

const facts = (over: Partial<ScreenFacts> = {}): ScreenFacts => ({
  phase: 'playing',
  weekId: 1,
  isLocked: true,
  isOver: false,
  hasCurve: true,
  total: 100,
  out: new Set(),
  games: [game()],
  pickedTeams: new Set([game().home_team_abbr]),
  ...over,
})

const open = facts({ phase: 'open', isLocked: false, hasCurve: false })
const outOf = (count: number): ReadonlySet<number> => new Set(Array.from({ length: count }, (_, index) => index))

describe('scenesFor', () => {
  it.each([
    [facts({ phase: 'empty', weekId: null, isLocked: false }), ['join']],
    [open, ['countdown', 'join']],
    [facts({ phase: 'revealed' }), ['reveal', 'survivors', 'games', 'distribution']],
    [facts(), ['survivors', 'games', 'distribution']],
    [facts({ out: outOf(1) }), ['survivors', 'games', 'out', 'distribution']],
    [facts({ phase: 'over', isOver: true, out: outOf(1) }), ['summary', 'out', 'curve']],
    [facts({ phase: 'decided', isOver: true }), ['champion', 'summary', 'curve']],
    [facts({ phase: 'decided', isLocked: false }), ['champion', 'curve']],
  ])('lists what fits the moment and has something to show (%#)', (state, scenes) => {
    expect(scenesFor(state, SCENES)).toEqual(scenes)
  })
  it('lists what the admin chose, and everything when none of it fits', () => {
    expect(scenesFor(facts(), ['games', 'countdown'])).toEqual(['games'])
    expect(scenesFor(open, ['games'])).toEqual(['countdown', 'join'])
  })
  it('lists nothing about the picks of an open week, whatever was chosen', () => {
    expect(scenesFor(open, ['reveal', 'distribution', 'survivors', 'games', 'out', 'join'])).toEqual(['join'])
  })
})

describe('newsBetween', () => {
  it('reports the lock, and nothing when another week becomes the current one', () => {
    expect(newsBetween(open, facts({ phase: 'revealed' }))).toEqual({ kind: 'reveal' })
    expect(newsBetween(open, facts({ weekId: 2 }))).toBeNull()
    expect(newsBetween(facts({ phase: 'empty', weekId: null }), facts())).toBeNull()
  })
  it('reports an elimination of more than 5 % of the pool, with the games that ended', () => {
    const ended = [game({ status: 'final' })]
    expect(newsBetween(facts(), facts({ out: outOf(6), games: ended }))).toEqual({
      kind: 'elimination',
      entryIds: [0, 1, 2, 3, 4, 5],
      gameIds: [1],
    })
    expect(newsBetween(facts(), facts({ out: outOf(5), games: ended }))).toBeNull()
    expect(newsBetween(facts({ out: outOf(10) }), facts({ out: outOf(12) }))).toBeNull()
  })
  it('reports no correction that brings entries back', () => {
    expect(newsBetween(facts({ out: outOf(20) }), facts({ out: outOf(2) }))).toBeNull()
  })
  it('reports no lead in a game that nobody picked', () => {
    const nobody = { pickedTeams: new Set(['SEA']) }
    expect(newsBetween(facts(nobody), facts({ ...nobody, games: [game({ away_score: 14 })] }))).toBeNull()
  })
  it.each([
    ['in the last two minutes', {}, { away_score: 14 }, true],
    ['to level', {}, { away_score: 10 }, true],
    ['with two minutes to go', {}, { away_score: 14, detail: '2:00 - 4th' }, true],
    ['in overtime', { detail: '4:00 - OT' }, { away_score: 13, detail: '3:30 - OT' }, true],
    ['with the last play', {}, { away_score: 13, status: 'final', detail: 'Final' }, true],
    ['earlier', {}, { away_score: 14, detail: '2:01 - 4th' }, false],
    ['in the first half', {}, { away_score: 14, detail: '1:00 - 2nd' }, false],
    ['not at all', {}, { home_score: 17 }, false],
    ['by a correction after the end', { status: 'final' }, { status: 'final', away_score: 14 }, false],
  ] as const)('judges a lead that changes %s', (_when, before, after, isNews) => {
    const news = newsBetween(facts({ games: [game(before)] }), facts({ games: [game({ ...before, ...after })] }))
    expect(news).toEqual(isNews ? { kind: 'lead', gameId: 1 } : null)
  })
})

describe('the plan', () => {
  const playing = facts({ out: outOf(1) })
  const start = startPlan(playing, SCENES, 0)
  const later = (plan: Plan, now: number, state = playing): Plan => advance(plan, state, SCENES, now)

  it('shows each scene for 12 seconds, in turn', () => {
    expect(start.scene).toBe('survivors')
    expect(later(start, SCENE_MS - 1)).toBe(start)
    const shown = [1, 2, 3, 4].map((turn) => (plan: Plan) => later(plan, turn * SCENE_MS))
    const scenes: string[] = []
    shown.reduce((plan, next) => {
      const after = next(plan)
      scenes.push(after.scene)
      return after
    }, start)
    expect(scenes).toEqual(['games', 'out', 'distribution', 'survivors'])
  })
  it('interrupts for news, and then gives the scene its whole time again', () => {
    const interrupted = later(start, 5_000, facts({ out: outOf(10) }))
    expect(interrupted.news?.news.kind).toBe('elimination')
    expect(later(interrupted, 16_999, interrupted.facts).news).not.toBeNull()
    const over = later(interrupted, 17_000, interrupted.facts)
    expect(over).toMatchObject({ news: null, scene: 'survivors', since: 17_000 })
  })
  it('opens the reveal at the lock', () => {
    const waiting = startPlan(open, SCENES, 0)
    const locked = advance(waiting, facts({ phase: 'revealed' }), SCENES, 1_000)
    expect(locked).toMatchObject({ news: { news: { kind: 'reveal' } }, scene: 'reveal' })
  })
  it('steps forward and backward, around the ends, and away from news', () => {
    expect(step(start, -1, 1_000)).toMatchObject({ scene: 'distribution', since: 1_000 })
    const interrupted = later(start, 5_000, facts({ out: outOf(10) }))
    expect(step(interrupted, 1, 6_000)).toMatchObject({ scene: 'games', news: null })
  })
  it('holds a scene against time and news until it is let go', () => {
    const held = toggleHold(start, 1_000)
    expect(later(held, 100_000, facts({ out: outOf(10) }))).toMatchObject({ scene: 'survivors', news: null })
    const free = toggleHold(held, 100_000)
    expect(later(free, 100_000 + SCENE_MS).scene).toBe('games')
  })
  it('follows a change of the admin at once, and leaves a scene that is no longer chosen', () => {
    const games = advance(start, playing, ['games', 'out'], 1_000)
    expect(games).toMatchObject({ scene: 'games', scenes: ['games', 'out'] })
  })
})
