import { GAME_ENDS, type GameOdds, waysToEnd } from '@outlast/domain/rules'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countsAsField } from '@outlast/contract/fields/responses'
import { gameInfo, seasonEntry, seasonView, seasonWeek, weekEntry, weekInfo, weekView } from '@outlast/contract/live/test-support'
import type { GameInfo, SeasonView, WeekView } from '@outlast/contract/live/wire'
import { type AssumedEnd, chanceOfAny, weekOddsOf, withAssumedEnds } from './odds.ts'
import { resultsOf } from './reveal.ts'
import { weekSurvivorsOf } from './stakes.ts'
import { standingsOf } from './standings.ts'

// Weeks with two or three picks (docs/rules.md §19): what a screen derives from the week at stake is what the season's standings say under
// every end of the games.

const PAIRS = [
  ['KC', 'LAC'],
  ['BUF', 'MIA'],
  ['SF', 'NYJ'],
] as const
const TEAMS = PAIRS.flat()
const ENDS: readonly (AssumedEnd | undefined)[] = [...GAME_ENDS, undefined]

interface Case {
  readonly week: WeekView
  readonly season: SeasonView
}

const rules = fc.record({
  picks: fc.constantFrom(2, 3),
  lives: fc.constantFrom(1, 2, 3),
  slotLoss: fc.constantFrom('one', 'each'),
  missedPick: fc.constantFrom('survives', 'eliminated'),
  level: fc.constantFrom('loss', 'tie'),
  isToLose: fc.boolean(),
})
const entries = fc.array(
  fc.record({
    teams: fc.uniqueArray(fc.constantFrom(...TEAMS), { maxLength: 3 }),
    hasLostBefore: fc.boolean(),
    waived: fc.option(fc.nat({ max: 3 })),
    isOutByHand: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
)

const cases = fc.tuple(rules, entries).map(([{ picks, lives, slotLoss, missedPick, level, isToLose }, drawn]): Case => {
  const own = drawn.map((entry, i) => ({ ...entry, id: i + 1, teams: entry.teams.slice(0, picks) }))
  const games = PAIRS.map(([home, away], i): GameInfo =>
    gameInfo({
      id: i + 1,
      home_team_abbr: home,
      away_team_abbr: away,
      ...countsAsField(isToLose ? { ahead: 'loss', behind: 'win', level } : { ahead: 'win', behind: 'loss', level }),
    }),
  )
  return {
    week: weekView({
      week: weekInfo({ id: 2, week_number: 2, is_locked: true, picks }),
      games,
      entries: own.map(({ id, teams: [first, ...more] }) =>
        weekEntry(id, `Entry ${id}`, {
          team: first ?? null,
          ...(more.length > 0 && { more: more.map((team, i) => ({ slot: i + 2, team, is_override: false, is_auto: false })) }),
        }),
      ),
    }),
    season: seasonView({
      lives,
      missed_pick: missedPick,
      ...(slotLoss === 'each' && { slot_loss: 'each' }),
      weeks: [
        seasonWeek(1, { is_locked: true, is_complete: true, results: { DAL: 'loss', GB: 'win' } }),
        seasonWeek(2, { is_locked: true, picks }),
      ],
      entries: own.map(({ id, teams, hasLostBefore, waived, isOutByHand }) => {
        const [first, ...more] = teams
        return seasonEntry(id, `Entry ${id}`, {
          picks: { 1: hasLostBefore ? 'DAL' : 'GB', ...(first !== undefined && { 2: first }) },
          ...(more.length > 0 && { more: { 2: more } }),
          missed: teams.length < picks ? [2] : [],
          forgiven: waived === null ? [] : [{ week: 2, team: teams[waived] ?? null }],
          eliminated_by_hand: isOutByHand && id === 1 ? 2 : null,
        })
      }),
    }),
  }
})

/** The standings after the games have ended so, derived from the season alone. */
function standingsAfter({ week, season }: Case, ends: ReadonlyMap<number, AssumedEnd>) {
  const results = Object.fromEntries(resultsOf(withAssumedEnds(week, ends)))
  const [first, second] = season.weeks
  return standingsOf({ ...season, weeks: [first!, { ...second!, results, is_complete: ends.size === PAIRS.length }] })
}

const endsOf = (ends: readonly (AssumedEnd | undefined)[]) =>
  new Map(ends.flatMap((end, i) => (end === undefined ? [] : [[i + 1, end] as const])))

it('derives who is in and out, and why, as the season does', () => {
  const ends = fc.array(fc.constantFrom(...ENDS), { minLength: PAIRS.length, maxLength: PAIRS.length }).map(endsOf)
  const seen = new Set<string>()
  fc.assert(
    fc.property(cases, ends, (one, assumed) => {
      const standings = standingsAfter(one, assumed)
      const { alive, out } = weekSurvivorsOf(withAssumedEnds(one.week, assumed), one.season)
      const began = new Set(one.week.entries.map(({ id }) => id))
      const expected = [...standings].filter(([id, { status }]) => status === 'alive' && began.has(id)).map(([id]) => id)
      const week1 = [...standings].flatMap(([id, standing]) =>
        standing.status === 'out' && standing.eliminatedWeek < 2 ? [id] : [],
      )
      expect([...alive].filter((id) => !week1.includes(id))).toEqual(expected)
      for (const [id, cause] of out) {
        const standing = standings.get(id)
        // An entry that is out by hand, or was before, has no cause in this week's games.
        if (standing?.status !== 'out' || standing.cause === 'hand' || week1.includes(id)) continue
        expect([id, cause === 'hand' ? standing.cause : cause]).toEqual([id, standing.cause])
        seen.add(standing.cause)
      }
    }),
    { numRuns: 1_000 },
  )
  expect([...seen].sort()).toEqual(['loss', 'missed'])
})

it('gives each number of survivors, and one’s own entries, the chance that the ends of the games give them', () => {
  fc.assert(
    fc.property(cases, (one) => {
      const odds = weekOddsOf(one.week, one.season)!
      const ids = one.week.entries.map(({ id }) => id)
      const expected = new Map<number, number>()
      let any = 0
      for (const { chance, ends } of everyEnd(odds.games.map(({ odds: chances }) => chances))) {
        const standings = standingsAfter(one, endsOf(ends))
        const alive = ids.filter((id) => standings.get(id)?.status === 'alive')
        expected.set(alive.length, (expected.get(alive.length) ?? 0) + chance)
        if (alive.some((id) => id <= 2)) any += chance
      }
      for (const [count, chance] of odds.survivors.entries()) expect(chance).toBeCloseTo(expected.get(count) ?? 0, 9)
      expect(chanceOfAny(odds, one.week, one.season, [1, 2])).toBeCloseTo(any, 9)
    }),
    { numRuns: 100 },
  )
})

function everyEnd(games: readonly GameOdds[]): { chance: number; ends: AssumedEnd[] }[] {
  return games.reduce<{ chance: number; ends: AssumedEnd[] }[]>(
    (ways, odds) => ways.flatMap((way) => GAME_ENDS.map((end) => ({ chance: way.chance * odds[end], ends: [...way.ends, end] }))),
    [{ chance: 1, ends: [] }],
  )
}

it('draws the ends of many games, always alike, with nearly their chances', () => {
  const games = Array.from({ length: 14 }, () => ({ home: 0.55, away: 0.44, tie: 0.01 }))
  const ways = waysToEnd(games)
  expect(waysToEnd(games)).toEqual(ways)
  expect(ways.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1)
  for (const game of games.keys()) {
    const home = ways.reduce((sum, { chance, ends }) => sum + (ends[game] === 0 ? chance : 0), 0)
    expect(Math.abs(home - 0.55)).toBeLessThan(0.02)
  }
  const both = ways.reduce((sum, { chance, ends }) => sum + (ends[0] === 0 && ends[13] === 0 ? chance : 0), 0)
  expect(Math.abs(both - 0.55 ** 2)).toBeLessThan(0.02)
})
