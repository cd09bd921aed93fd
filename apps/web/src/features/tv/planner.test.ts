import type { GameInfo } from '@outlast/contract/live'
import { seasonView, weekInfo, weekView } from '@outlast/contract/live/test-support'
import { type Scene, SCENES } from '@outlast/domain/rules'
import { describe, expect, it } from 'vitest'
import { type Fall, type Falls, factsOf, type ScreenFacts } from './facts.ts'
import { newsBetween, pagesOf } from './news.ts'
import { advance, CLOSING_MS, PAGE_MS, type Plan, SCENE_MS, scenesFor, startPlan, step, toggleHold } from './planner.ts'

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
  phase: null,
  unread: [],
  result_unread: false,
  by_hand: false,
  decided_by: null,
  ...over,
})

const LOCK_AT = 1_000_000_000

const facts = (over: Partial<ScreenFacts> = {}): ScreenFacts => ({
  views: { week: undefined, season: undefined },
  counts: null,
  phase: 'playing',
  titleSeason: undefined,
  weekId: 1,
  isLocked: true,
  lockAt: LOCK_AT,
  isOver: false,
  hasCurve: true,
  total: 100,
  count: { alive: 100, total: 100, later: 0 },
  out: new Map(),
  gone: over.out ?? new Map(),
  entryIds: new Set(Array.from({ length: 100 }, (_, index) => index)),
  games: [game()],
  pickedTeams: new Set([game().home_team_abbr]),
  ...over,
})

const titleSeason = seasonView()
const open = facts({ phase: 'open', isLocked: false, hasCurve: false })
const fall = (over: Partial<Fall> = {}): Fall => ({
  main: 'Mia',
  detail: 'Anchors',
  weekNumber: 1,
  cause: 'loss',
  team: 'DAL',
  gameId: 1,
  ...over,
})
const outOf = (count: number): Falls => new Map(Array.from({ length: count }, (_, index) => [index, fall()]))

describe('factsOf', () => {
  it.each([
    [false, 'playing', { status: 'cancelled' }],
    [true, 'over', { status: 'postponed', phase: 'closed' }],
  ] as const)('isOver is %s and the phase %s with a game that is %j', (isOver, phase, over) => {
    const games = [game({ status: 'final' }), game({ id: 2, home_team_abbr: 'KC', away_team_abbr: 'LV', ...over })]
    const week = weekView({ week: weekInfo({ is_locked: true }), games })
    expect(factsOf({ week, season: undefined })).toMatchObject({ isOver, phase })
  })
})

describe('scenesFor', () => {
  const scenesAt = (state: ScreenFacts, chosen: readonly Scene[] = SCENES, fixed?: Scene) =>
    scenesFor({ facts: state, chosen, fixed, siteNow: 0 })

  it.each([
    [facts({ phase: 'empty', weekId: null, isLocked: false }), ['join']],
    [open, ['countdown', 'join']],
    [{ ...open, titleSeason }, ['champion', 'countdown', 'join']],
    [facts({ phase: 'revealed' }), ['reveal', 'survivors', 'games', 'distribution']],
    [facts(), ['survivors', 'games', 'distribution']],
    [facts({ games: [game({ status: 'final' })] }), ['survivors', 'distribution']],
    [facts({ out: outOf(1) }), ['survivors', 'games', 'out', 'distribution']],
    [facts({ phase: 'over', isOver: true, out: outOf(1) }), ['summary', 'out', 'curve']],
    [facts({ phase: 'decided', titleSeason, isOver: true }), ['champion', 'summary', 'curve']],
    [facts({ phase: 'decided', titleSeason, isLocked: false }), ['champion', 'curve']],
  ])('lists what fits the moment and has something to show (%#)', (state, scenes) => {
    expect(scenesAt(state)).toEqual(scenes)
  })
  it('lists what the admin chose, and everything when none of it fits', () => {
    expect(scenesAt(facts(), ['games', 'countdown'])).toEqual(['games'])
    expect(scenesAt(open, ['games'])).toEqual(['countdown', 'join'])
  })
  it('lists only the scene of the address, as long as it has something to show', () => {
    expect(scenesAt(facts(), SCENES, 'distribution')).toEqual(['distribution'])
    expect(scenesAt(open, SCENES, 'distribution')).toEqual(['countdown', 'join'])
  })
  it('lists nothing about the picks of an open week, whatever was chosen', () => {
    const state = { ...open, pickedTeams: new Set<string>() }
    expect(scenesAt(state, ['reveal', 'distribution', 'survivors', 'games', 'out', 'join'])).toEqual(['join'])
  })
  it('lists the countdown alone in the last two minutes before the lock, whatever was chosen', () => {
    const at = (siteNow: number) => scenesFor({ facts: open, chosen: ['join'], siteNow })
    expect(at(LOCK_AT - CLOSING_MS - 1)).toEqual(['join'])
    expect(at(LOCK_AT - CLOSING_MS)).toEqual(['countdown'])
    expect(at(LOCK_AT + 1_000)).toEqual(['countdown'])
  })
})

describe('newsBetween', () => {
  it('reports the lock, and nothing when another week becomes the current one', () => {
    expect(newsBetween(open, facts({ phase: 'revealed' }))).toEqual([{ kind: 'reveal' }])
    expect(newsBetween(open, facts({ weekId: 2 }))).toEqual([])
    expect(newsBetween(facts({ phase: 'empty', weekId: null }), facts())).toEqual([])
  })
  it('reports an elimination of more than 5 % of the pool, with the reason of each entry', () => {
    expect(newsBetween(facts(), facts({ out: outOf(6) }))).toEqual([{ kind: 'out', falls: outOf(6), before: 106, after: 100 }])
    expect(newsBetween(facts(), facts({ out: outOf(5) }))).toEqual([])
    expect(newsBetween(facts({ out: outOf(10) }), facts({ out: outOf(12) }))).toEqual([])
  })
  it('reports everybody who comes back, and nobody whose entry was deleted', () => {
    expect(newsBetween(facts({ out: outOf(3) }), facts({ out: outOf(2) }))).toEqual([
      { kind: 'back', falls: new Map([[2, fall()]]), before: 99, after: 100 },
    ])
    expect(newsBetween(facts({ out: outOf(3) }), facts({ entryIds: new Set([0, 2]) }))).toEqual([
      { kind: 'back', falls: new Map([0, 2].map((id) => [id, fall()])), before: 98, after: 100 },
    ])
  })
  it('reports all that one message brings, the most dramatic first', () => {
    const before = facts({ out: new Map([[50, fall()]]) })
    const after = facts({ out: outOf(6), games: [game({ away_score: 14 })] })
    expect(newsBetween(before, after)).toMatchObject([
      { kind: 'out', before: 105, after: 99 },
      { kind: 'back', before: 99, after: 100 },
      { kind: 'lead' },
    ])
  })
  it('reports no lead in a game that nobody picked', () => {
    const nobody = { pickedTeams: new Set(['SEA']) }
    expect(newsBetween(facts(nobody), facts({ ...nobody, games: [game({ away_score: 14 })] }))).toEqual([])
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
    expect(news).toEqual(isNews ? [{ kind: 'lead', gameId: 1 }] : [])
  })
})

describe('pagesOf', () => {
  it('splits entries by the reason that they share, and gives every one a page', () => {
    const missed = fall({ cause: 'missed', team: null, gameId: null })
    const falls: Falls = new Map([...outOf(46), [80, missed]])
    const pages = pagesOf(falls)
    expect(pages.map(({ entries }) => entries.length)).toEqual([12, 12, 12, 10, 1])
    expect(pages.flatMap(({ entries }) => entries.map(({ id }) => id))).toEqual([...falls.keys()])
    expect(pages.at(-1)?.fall).toEqual(missed)
  })
})

describe('the plan', () => {
  const playing = facts({ out: outOf(1) })
  const start = startPlan({ facts: playing, chosen: SCENES, now: 0, siteNow: 0 })
  const later = (plan: Plan, now: number, state = playing, chosen: readonly Scene[] = SCENES): Plan =>
    advance(plan, { facts: state, chosen, now, siteNow: now })
  const newsOf = (plan: Plan) => plan.news.map(({ news }) => news.kind)

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
    expect(newsOf(interrupted)).toEqual(['out'])
    expect(newsOf(later(interrupted, 16_999, interrupted.facts))).toEqual(['out'])
    const over = later(interrupted, 17_000, interrupted.facts)
    expect(over).toMatchObject({ news: [], scene: 'survivors', since: 17_000 })
  })
  it('shows the names of all entries that go out at once, page after page, before it goes on', () => {
    let plan = later(start, 0, facts({ out: outOf(47) }))
    // Entry 0 was out before.
    const pages = pagesOf(new Map([...outOf(47)].slice(1)))
    const seen = new Set<number>()
    for (let now = 0; newsOf(plan)[0] === 'out'; now += 500) {
      plan = later(plan, now, plan.facts)
      if (newsOf(plan)[0] === 'out') seen.add(plan.page % pages.length)
    }
    expect(seen.size).toBe(pages.length)
    expect(plan.since).toBe(pages.length * PAGE_MS)
  })
  it('goes on in the list of names where its last turn ended, so that each name has its turn', () => {
    const many = facts({ out: outOf(100) })
    const pages = pagesOf(many.out)
    let plan = startPlan({ facts: many, chosen: SCENES, now: 0, siteNow: 0 })
    const seen = new Set<number>()
    for (let now = 0; now < 3 * 66_000; now += 500) {
      plan = later(plan, now, many)
      if (plan.scene === 'out') seen.add(plan.page % pages.length)
    }
    expect(pages).toHaveLength(9)
    expect(seen.size).toBe(9)
  })
  it('opens the reveal at the lock, once', () => {
    const waiting = startPlan({ facts: open, chosen: SCENES, now: 0, siteNow: 0 })
    const revealed = facts({ phase: 'revealed' })
    const locked = later(waiting, 1_000, revealed)
    expect(newsOf(locked)).toEqual(['reveal'])
    expect(later(locked, 1_000 + SCENE_MS, revealed)).toMatchObject({ news: [], scene: 'survivors' })
  })
  it('keeps news as it is until it is over, and tells what happened meanwhile as one difference after it', () => {
    const leading = later(start, 1_000, facts({ ...playing, games: [game({ away_score: 14 })] }))
    expect(newsOf(leading)).toEqual(['lead'])
    const level = facts({ ...playing, games: [game({ away_score: 14, home_score: 14 })] })
    const tenOut = later(later(leading, 2_000, level), 3_000, facts({ ...level, out: outOf(10), gone: outOf(10) }))
    expect(tenOut.news).toEqual(leading.news)
    const eightOut = facts({ ...level, out: outOf(8), gone: outOf(8), count: { alive: 92, total: 100, later: 0 } })
    const next = later(later(tenOut, 4_000, eightOut), 1_000 + SCENE_MS, eightOut)
    expect(next.news).toMatchObject([
      { news: { kind: 'out', before: 99, after: 92 }, facts: eightOut, since: 1_000 + SCENE_MS },
      { news: { kind: 'lead' }, since: null },
    ])
    expect(next.news[0]?.news).toMatchObject({ falls: new Map([...outOf(8)].slice(1)) })
    expect(later(next, 1_000 + 2 * SCENE_MS, eightOut).news).toMatchObject([{ news: { kind: 'lead' } }])
  })
  it('tells nothing that was taken back while other news was shown', () => {
    const leading = later(start, 1_000, facts({ ...playing, games: [game({ away_score: 14 })] }))
    const corrected = later(
      later(leading, 2_000, facts({ ...leading.facts, out: outOf(10), gone: outOf(10) })),
      3_000,
      leading.facts,
    )
    expect(later(corrected, 60_000, leading.facts).news).toEqual([])
  })
  it('withdraws news at once when its week opens again, whose picks are hidden then, or another week is the current one', () => {
    const told = later(start, 1_000, facts({ out: outOf(10) }))
    expect(newsOf(told)).toEqual(['out'])
    expect(later(told, 1_500, open).news).toEqual([])
    expect(later(told, 1_500, facts({ weekId: 2, out: outOf(10) })).news).toEqual([])
  })
  it('turns the pages of a list from the first to the last, and begins with the first one again', () => {
    const two = facts({ out: outOf(20) })
    let plan = startPlan({ facts: two, chosen: ['out'], now: 0, siteNow: 0 })
    const pages: number[] = []
    for (let now = 0; now < 4 * SCENE_MS; now += 500) {
      plan = later(plan, now, two, ['out', 'survivors'])
      if (plan.scene === 'out' && pages.at(-1) !== plan.page) pages.push(plan.page)
    }
    expect(pages).toEqual([0, 1, 0, 1])
  })
  it('crowns a champion at once, whatever is on, and stays with the champion', () => {
    const interrupted = later(start, 5_000, facts({ out: outOf(90) }))
    const decided = facts({ phase: 'decided', titleSeason, isOver: true, out: outOf(99) })
    const crowned = later(interrupted, 6_000, decided)
    expect(crowned).toMatchObject({ news: [], scene: 'champion' })
    expect(later(crowned, 600_000, decided).scene).toBe('champion')
    const asked = step(crowned, 1, 700_000)
    expect(asked.scene).toBe('summary')
    expect(later(asked, 700_000 + SCENE_MS, decided).scene).toBe('champion')
  })
  it('lets nothing interrupt the countdown of the last two minutes', () => {
    const now = LOCK_AT - 60_000
    const closing = startPlan({ facts: open, chosen: SCENES, now, siteNow: now })
    const moved = later(closing, now + 500, facts({ ...open, gone: outOf(50) }))
    expect(moved).toMatchObject({ scene: 'countdown', news: [] })
    expect(later(moved, now + SCENE_MS * 2, moved.facts).scene).toBe('countdown')
  })
  it('steps forward and backward, around the ends, and away from news', () => {
    expect(step(start, -1, 1_000)).toMatchObject({ scene: 'distribution', since: 1_000 })
    const interrupted = later(start, 5_000, facts({ out: outOf(10) }))
    expect(step(interrupted, 1, 6_000)).toMatchObject({ scene: 'games', news: [] })
  })
  it('holds a scene against time and news until it is let go', () => {
    const held = toggleHold(start, 1_000)
    expect(later(held, 100_000, facts({ out: outOf(10) }))).toMatchObject({ scene: 'survivors', news: [] })
    const free = toggleHold(held, 100_000)
    expect(later(free, 100_000 + SCENE_MS).scene).toBe('games')
  })
  it('follows a change of the admin at once, and leaves a scene that is no longer chosen', () => {
    const games = later(start, 1_000, playing, ['games', 'out'])
    expect(games).toMatchObject({ scene: 'games', scenes: ['games', 'out'] })
  })
})
