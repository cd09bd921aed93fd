import type { FeedGame, Objective, TeamAbbr } from '@outlast/domain'
import { type Random, seededRandom } from '../random.ts'
import type { Season } from '../season.ts'

// How simulated members behave. The model is the same under all rules, so that a difference in the table comes from the rules.

/** How much a member's opinion of a team differs from its strength, for the season and for a week. */
const OPINION = 0.15
const MOOD = 0.08
/** What playing at home is worth, as a share of games won. */
const HOME = 0.06
/** One member in ten is forgetful. */
const FORGETFUL = 0.1
const FORGETS = { usually: 0.02, forgetful: 0.15 }
/** The share that decides on Sunday morning, and takes a team that has already won if the rules allow it. */
const DECIDES_ON_SUNDAY = 0.1
const HAS_RANKING = 0.5
const BUYS_BACK = 0.7

/** The share of games that each team won in a season. A tie is half a win. */
function strengthsOf({ weeks }: Season): ReadonlyMap<TeamAbbr, number> {
  const wins = new Map<TeamAbbr, { readonly won: number; readonly played: number }>()
  const add = (team: TeamAbbr, own: number, other: number): void => {
    const { won, played } = wins.get(team) ?? { won: 0, played: 0 }
    wins.set(team, { won: won + (own > other ? 1 : own === other ? 0.5 : 0), played: played + 1 })
  }
  for (const games of weeks.values()) {
    for (const { home, away, homeScore, awayScore } of games) {
      if (homeScore === null || awayScore === null) continue
      add(home, homeScore, awayScore)
      add(away, awayScore, homeScore)
    }
  }
  return new Map([...wins].map(([team, { won, played }]) => [team, won / played]))
}

/** What a member wants teams to do, and the teams that have done it already. */
interface Decided {
  readonly objective: Objective
  readonly teams: readonly TeamAbbr[]
}

/** A member with one entry, as a replay asks it. */
export interface LabMember {
  /** The week in which it joins the season. */
  readonly firstWeek: number
  readonly decidesOnSunday: boolean
  readonly buysBack: boolean
  /** All teams, best first; undefined for a member without a ranking. */
  readonly ranking: readonly TeamAbbr[] | undefined
  /** The teams in the order in which the member would pick them; none in a week that the member forgets. */
  readonly wishes: (weekNumber: number, games: readonly FeedGame[], decided: Decided) => readonly TeamAbbr[]
}

/** A member who does not exist. The same number behaves in the same way in every replay of a season. */
class SimulatedMember implements LabMember {
  readonly firstWeek = 1
  readonly decidesOnSunday: boolean
  readonly buysBack: boolean
  readonly ranking: readonly TeamAbbr[] | undefined
  readonly #seed: number
  readonly #forgets: number
  readonly #opinions: ReadonlyMap<TeamAbbr, number>

  constructor(seasonYear: number, number: number, strengths: ReadonlyMap<TeamAbbr, number>) {
    this.#seed = seasonYear * 1_000_000 + number * 100
    const random = seededRandom(this.#seed)
    this.decidesOnSunday = random() < DECIDES_ON_SUNDAY
    this.#forgets = random() < FORGETFUL ? FORGETS.forgetful : FORGETS.usually
    this.buysBack = random() < BUYS_BACK
    const hasRanking = random() < HAS_RANKING
    this.#opinions = new Map([...strengths].map(([team, strength]) => [team, strength + OPINION * bell(random)]))
    const byOpinion = [...this.#opinions].toSorted((a, b) => b[1] - a[1]).map(([team]) => team)
    this.ranking = hasRanking ? byOpinion : undefined
  }

  wishes(weekNumber: number, games: readonly FeedGame[], { objective, teams }: Decided): readonly TeamAbbr[] {
    const random = seededRandom(this.#seed + weekNumber)
    if (random() < this.#forgets) return []
    const opinion = (team: TeamAbbr): number => this.#opinions.get(team) ?? 0
    const chances = games.flatMap(({ home, away }) => {
      const difference = opinion(home) - opinion(away) + HOME + MOOD * bell(random)
      return [
        { team: home, chance: difference },
        { team: away, chance: -difference },
      ]
    })
    const sign = objective === 'lose' ? -1 : 1
    const bestFirst = chances.toSorted((a, b) => sign * (b.chance - a.chance)).map(({ team }) => team)
    return this.decidesOnSunday ? [...bestFirst.filter((team) => teams.includes(team)), ...bestFirst] : bestFirst
  }
}

/** Returns the members of a replay of a season. */
export function simulatedMembers(season: Season, count: number): readonly LabMember[] {
  const strengths = strengthsOf(season)
  return Array.from({ length: count }, (_, number) => new SimulatedMember(season.seasonYear, number, strengths))
}

/** A number around 0, nearly normally distributed, with a standard deviation of 1. */
function bell(random: Random): number {
  return (random() + random() + random() + random() - 2) * Math.sqrt(3)
}
