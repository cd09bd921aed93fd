import { automaticLock, scheduledNoon, TEAMS, type Instant } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { asOfWeek, generateSeason, openingSundayFor } from './season.ts'

const SEEDS = [1, 2, 3, 42, 2026]

describe.each(SEEDS)('generateSeason with seed %i', (seed) => {
  const season = generateSeason({ seed, seasonYear: 2026 })
  const all = [...season.weeks].flatMap(([week, games]) => games.map((game) => ({ week, ...game })))
  const of = (team: string) => all.filter((game) => game.home === team || game.away === team)

  it('returns the same season for the same seed only', () => {
    expect(generateSeason({ seed, seasonYear: 2026 })).toEqual(season)
    expect(generateSeason({ seed: seed + 1, seasonYear: 2026 })).not.toEqual(season)
  })

  it('returns 18 weeks in which every team plays 17 different teams and has one bye in weeks 5 to 14', () => {
    expect([...season.weeks.keys()]).toEqual(Array.from({ length: 18 }, (_, index) => index + 1))
    for (const { abbr } of TEAMS) {
      const games = of(abbr)
      expect(new Set(games.map((game) => (game.home === abbr ? game.away : game.home))).size).toBe(17)
      const weeks = new Set(games.map((game) => game.week))
      expect(weeks.size).toBe(17)
      const bye = [...season.weeks.keys()].find((week) => !weeks.has(week))
      expect(bye).toBeGreaterThanOrEqual(5)
      expect(bye).toBeLessThanOrEqual(14)
    }
    expect(new Set(all.map((game) => game.espnId)).size).toBe(272)
  })

  it('gives every team about as many home as away games', () => {
    for (const { abbr } of TEAMS) {
      const atHome = of(abbr).filter((game) => game.home === abbr).length
      expect(atHome).toBeGreaterThanOrEqual(7)
      expect(atHome).toBeLessThanOrEqual(10)
    }
  })

  it('schedules games from Thursday to Monday around the Sunday of the calendar', () => {
    for (const [week, games] of season.weeks) {
      expect(automaticLock({ seasonYear: 2026, weekNumber: week }, games, 'sunday_noon')).toBe(scheduledNoon(2026, week))
      expect(games.map((game) => game.kickoff)).toEqual(games.map((game) => game.kickoff).toSorted())
    }
  })

  it('returns plausible scores and one tie', () => {
    expect(all.filter((game) => game.homeScore === game.awayScore)).toMatchObject([
      { week: 4, homeScore: 23, detail: 'Final/OT' },
    ])
    expect(all.every((game) => game.status === 'final' && (game.homeScore ?? -1) >= 0 && (game.homeScore ?? 99) <= 50)).toBe(true)
  })
})

describe('a season in progress', () => {
  const season = generateSeason({ seed: 1, seasonYear: 2026 })

  it('asOfWeek: removes the scores of later weeks', () => {
    const shown = asOfWeek(season, 9)
    expect(shown.weeks.get(8)).toEqual(season.weeks.get(8))
    for (const week of [9, 18]) {
      for (const game of shown.weeks.get(week) ?? [])
        expect(game).toMatchObject({ status: 'scheduled', homeScore: null, awayScore: null, detail: null })
    }
  })

  it.each([
    ['2026-11-08T17:00:00.000Z', '2026-11-08'],
    ['2026-11-11T17:00:00.000Z', '2026-11-08'],
    ['2026-11-12T17:00:00.000Z', '2026-11-15'],
    ['2026-11-14T17:00:00.000Z', '2026-11-15'],
  ])('openingSundayFor: at %s the Sunday of the week is %s', (now, sunday) => {
    expect(openingSundayFor(1, now as Instant)).toBe(sunday)
    const opening = openingSundayFor(9, now as Instant)
    const around = generateSeason({ seed: 1, seasonYear: 2026, openingSunday: opening })
    expect((around.weeks.get(8) ?? []).every((game) => game.kickoff < now)).toBe(true)
    expect((around.weeks.get(10) ?? []).every((game) => game.kickoff > now)).toBe(true)
  })
})
