import type { GameInfo, SeasonWeek } from '@outlast/contract/live'
import type { SettledResult } from '@outlast/domain/rules'
import { oddsOfGame } from '@outlast/views'

/** The results of a season so far, by team. */
type TeamForm = ReadonlyMap<string, readonly SettledResult[]>

/** Returns the results of each team before a week, the latest last. A tie is a loss where the rules say so. */
export function formBefore(weeks: readonly SeasonWeek[], weekNumber: number): TeamForm {
  const form = new Map<string, SettledResult[]>()
  for (const week of weeks) {
    if (week.week_number >= weekNumber) continue
    for (const [team, result] of Object.entries(week.results)) form.set(team, [...(form.get(team) ?? []), result])
  }
  return form
}

/** Returns a team's wins, losses and ties of the season: "2–1", "1–1–1". Null before its first game. */
export function recordOf(results: readonly SettledResult[] = []): string | null {
  const count = (wanted: SettledResult): number => results.filter((result) => result === wanted).length
  const [wins, losses, ties] = [count('win'), count('loss'), count('tie')]
  return results.length === 0 ? null : [wins, losses, ...(ties > 0 ? [ties] : [])].join('–')
}

/** Returns the chances in a game that has not begun; null while there is nothing to compute them from. */
export const pregameOdds = (game: Pick<GameInfo, 'status' | 'home_score' | 'away_score' | 'detail' | 'pregame'>) =>
  game.status === 'scheduled' && game.pregame !== undefined ? oddsOfGame(game) : null
