import type { TeamAbbr } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { assignCourses, type SundayGoals } from './assign-courses.ts'
import { correctedResult, type GameCourse, lateLeadLost, tieAfterOvertime, winnerOf } from './game-course.ts'
import { generateSeason } from '@outlast/seasons/season'
import { integerBetween, type Random, seededRandom, shuffled } from '@outlast/seasons/random'
import { roundsOf } from './sunday-script.ts'

const season = generateSeason({ seed: 1, seasonYear: 2026 })
const { rounds } = roundsOf(season.weeks.get(9) ?? [])
const games = rounds.flat()
const SEEDS = Array.from({ length: 200 }, (_, seed) => seed)

/** Returns random picks of some entries, and two picks of a visitor. */
function randomGoals(random: Random, isFinal: boolean): SundayGoals & { readonly winner: TeamAbbr; readonly loser: TeamAbbr } {
  const teams = shuffled(
    random,
    games.flatMap(({ home, away }) => [home, away]),
  )
  const [winner, loser] = teams as [TeamAbbr, TeamAbbr]
  const picked = [winner, loser, ...teams.slice(0, integerBetween(random, 2, 20))]
  return { winner, loser, isFinal, picks: new Map(picked.map((team) => [team, integerBetween(random, 1, 9)])) }
}

/** Returns the teams that win. */
function winnersOf(courses: ReadonlyMap<string, GameCourse>): ReadonlySet<TeamAbbr> {
  return new Set(
    games.flatMap((game) => {
      const winner = winnerOf(courses.get(game.espnId)!)
      return winner === null ? [] : [game[winner]]
    }),
  )
}

describe('assignCourses', () => {
  it('gives every game a course, with a tie, a lost lead and a correction, whatever was picked', () => {
    for (const seed of SEEDS) {
      const random = seededRandom(seed)
      const courses = assignCourses(rounds, randomGoals(random, seed % 2 === 0), random)
      expect([...courses.keys()].toSorted()).toEqual(games.map(({ espnId }) => espnId).toSorted())
      const assigned = [...courses.values()].map(({ moments }) => moments)
      for (const course of [tieAfterOvertime, lateLeadLost, correctedResult]) expect(assigned).toContain(course.moments)
    }
  })

  it('lets the visitor’s one team win and the other one lose', () => {
    for (const seed of SEEDS) {
      const random = seededRandom(seed)
      const goals = randomGoals(random, false)
      const winners = winnersOf(assignCourses(rounds, goals, random))
      expect([winners.has(goals.winner), winners.has(goals.loser)]).toEqual([true, false])
    }
  })

  it('lets only one of the picked teams win in the last week', () => {
    for (const seed of SEEDS) {
      const random = seededRandom(seed)
      const goals = randomGoals(random, true)
      const winners = winnersOf(assignCourses(rounds, goals, random))
      expect([...goals.picks.keys()].filter((team) => winners.has(team))).toEqual([goals.winner])
    }
  })
})
