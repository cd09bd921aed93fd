import { type FeedGame, resultOfLead, type ScoreMeaning, type TeamAbbr } from '@outlast/domain'
import { type Random, seededRandom } from '../random.ts'
import { losersOf, type Season, winnersOf } from '../season.ts'

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
/** The share that always votes for sharing the pot. The others never do. */
const VOTES_TO_SHARE = 0.8

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

/** A week as a member sees it when it picks. */
export interface SeenWeek {
  readonly weekNumber: number
  readonly games: readonly FeedGame[]
  /** The games of it that are over. */
  readonly over: readonly FeedGame[]
  readonly countsAs: ScoreMeaning
}

/** A member with one entry, as a replay asks it. */
export interface LabMember {
  /** The first week in which it can be in the pool. */
  readonly firstWeek: number
  readonly decidesOnSunday: boolean
  /** Whether it pays, as soon as it has joined. */
  readonly pays: boolean
  readonly buysBack: boolean
  readonly votesToShare: boolean
  /** All teams, the strongest first; undefined for a member without a ranking. */
  readonly ranking: readonly TeamAbbr[] | undefined
  /** The teams in the order in which the member would pick them; none in a week that the member forgets. */
  readonly wishes: (week: SeenWeek) => readonly TeamAbbr[]
}

/** A member who does not exist. The same number behaves in the same way in every replay of a season. */
class SimulatedMember implements LabMember {
  readonly firstWeek = 0
  readonly decidesOnSunday: boolean
  readonly pays: boolean
  readonly buysBack: boolean
  readonly votesToShare: boolean
  readonly ranking: readonly TeamAbbr[] | undefined
  readonly #seed: number
  readonly #forgets: number
  readonly #opinions: ReadonlyMap<TeamAbbr, number>

  constructor(seasonYear: number, number: number, strengths: ReadonlyMap<TeamAbbr, number>, paying: number) {
    this.#seed = seasonYear * 1_000_000 + number * 100
    const random = seededRandom(this.#seed)
    this.decidesOnSunday = random() < DECIDES_ON_SUNDAY
    this.#forgets = random() < FORGETFUL ? FORGETS.forgetful : FORGETS.usually
    const buysBack = random() < BUYS_BACK
    const hasRanking = random() < HAS_RANKING
    this.#opinions = new Map([...strengths].map(([team, strength]) => [team, strength + OPINION * bell(random)]))
    const byOpinion = [...this.#opinions].toSorted((a, b) => b[1] - a[1]).map(([team]) => team)
    this.ranking = hasRanking ? byOpinion : undefined
    this.votesToShare = random() < VOTES_TO_SHARE
    this.pays = random() < paying
    this.buysBack = buysBack && this.pays
  }

  wishes(week: SeenWeek): readonly TeamAbbr[] {
    return this.#randomOf(week)() < this.#forgets ? [] : this.favorites(week)
  }

  /** All teams of the week, the best first. */
  favorites({ games, over, countsAs, ...week }: SeenWeek): readonly TeamAbbr[] {
    const random = this.#randomOf(week)
    // The first number decides whether the member forgets the week.
    random()
    const opinion = (team: TeamAbbr): number => this.#opinions.get(team) ?? 0
    const chances = games.flatMap(({ home, away }) => {
      const difference = opinion(home) - opinion(away) + HOME + MOOD * bell(random)
      return [
        { team: home, chance: difference },
        { team: away, chance: -difference },
      ]
    })
    const sign = wantsToBeAhead(countsAs) ? 1 : -1
    const bestFirst = chances.toSorted((a, b) => sign * (b.chance - a.chance)).map(({ team }) => team)
    if (!this.decidesOnSunday) return bestFirst
    const safe = new Set(sign > 0 ? winnersOf(over) : losersOf(over))
    return [...bestFirst.filter((team) => safe.has(team)), ...bestFirst.filter((team) => !safe.has(team))]
  }

  #randomOf({ weekNumber }: Pick<SeenWeek, 'weekNumber'>): Random {
    // The slates of a week have numbers between those of weeks.
    return seededRandom(this.#seed + (Number.isInteger(weekNumber) ? weekNumber : Math.round(10 * weekNumber)))
  }
}

/** Whether members want the teams that they pick to be ahead, or behind. */
export const wantsToBeAhead = (countsAs: ScoreMeaning): boolean => resultOfLead(1, countsAs) === 'win'

/**
 * Returns the members of a replay of a season.
 * @param paying the share of them that pays
 */
export function simulatedMembers(season: Season, count: number, paying = 1): readonly SimulatedMember[] {
  const strengths = strengthsOf(season)
  return Array.from({ length: count }, (_, number) => new SimulatedMember(season.seasonYear, number, strengths, paying))
}

/** A number around 0, nearly normally distributed, with a standard deviation of 1. */
function bell(random: Random): number {
  return (random() + random() + random() + random() - 2) * Math.sqrt(3)
}
