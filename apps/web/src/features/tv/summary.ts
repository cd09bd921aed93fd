import { entryLabel } from '@outlast/contract/entry-label'
import type { GameInfo, SeasonView, WeekView } from '@outlast/contract/live'
import { distributionOf, pickedTeams, resultsOf, weekCountOf, weekSurvivorsOf } from '@outlast/views'

/** A picked side of a final game. */
export interface PickedSide {
  readonly team: string
  readonly opponent: string
  readonly score: number
  readonly opponentScore: number
  readonly picks: number
  /** An entry that picked it. */
  readonly who: string
}

/** What a complete week was about, from its public results. The stored summary (docs/rules.md §16.4) has the same facts. */
export interface WeekFacts {
  readonly entered: number
  readonly out: number
  readonly alive: number
  readonly closestEscape: PickedSide | undefined
  readonly loneliestSurvivor: PickedSide | undefined
  readonly biggestUpset: PickedSide | undefined
}

export function weekFactsOf(view: WeekView, season: SeasonView | undefined): WeekFacts {
  const sides = view.games.flatMap((game) => pickedSides(view, season, game))
  const results = resultsOf(view)
  const winners = sides.filter(({ team }) => results.get(team) === 'win')
  const losers = sides.filter(({ team }) => results.get(team) === 'loss')
  return {
    entered: view.entries.length,
    out: weekSurvivorsOf(view, season).out.size,
    alive: weekCountOf(view, season).alive,
    closestEscape: first(winners, (a, b) => margin(a) - margin(b) || b.picks - a.picks),
    loneliestSurvivor: winners.length < 2 ? undefined : first(winners, (a, b) => a.picks - b.picks),
    biggestUpset: first(losers, (a, b) => b.picks - a.picks),
  }
}

export const margin = ({ score, opponentScore }: PickedSide): number => Math.abs(score - opponentScore)

const first = (sides: readonly PickedSide[], compare: (a: PickedSide, b: PickedSide) => number): PickedSide | undefined =>
  [...sides].sort((a, b) => compare(a, b) || (a.team < b.team ? -1 : 1))[0]

function pickedSides(view: WeekView, season: SeasonView | undefined, game: GameInfo): PickedSide[] {
  const { home_team_abbr: home, away_team_abbr: away, home_score: homeScore, away_score: awayScore, status } = game
  if (status !== 'final' || homeScore === null || awayScore === null) return []
  const sides = [
    { team: home, opponent: away, score: homeScore, opponentScore: awayScore },
    { team: away, opponent: home, score: awayScore, opponentScore: homeScore },
  ]
  return sides.flatMap((side) => {
    const picks = distributionOf(view).find(({ team_abbr }) => team_abbr === side.team)?.count ?? 0
    const entry = view.entries.find((one) => pickedTeams(one).includes(side.team))
    return entry === undefined
      ? []
      : [{ ...side, picks, who: entryLabel(season?.entries.find(({ id }) => id === entry.id) ?? entry) }]
  })
}
