import { LAST_REGULAR_WEEK } from '../values/calendar.ts'
import { TEAMS } from '../values/teams.ts'
import { weekLabel } from '../values/week-number.ts'
import type { PoolRules } from './values.ts'

/** A week of the season, as far as it is known. */
export interface AskedWeek {
  readonly weekNumber: number
  /** How many picks the admin chose for it, if not as many as the rules say. */
  readonly picks?: number | undefined
  /** The teams that have no game in it, once its games are known. */
  readonly idle?: readonly string[]
}

type TeamRules = Pick<PoolRules, 'picksPerWeek' | 'teamUses' | 'teamsFreeAgainIn' | 'opponents'>

/** How many games the rounds of the play-offs have. Which teams play is not known before, so all count for a round without games. */
const PLAYOFF_GAMES: Readonly<Record<number, number>> = { 19: 6, 20: 4, 21: 2, 22: 1 }

/**
 * Returns the first week in which an entry that has picked in every week before has no team left, however well it has planned; undefined if
 * the teams last for the season. The season has its regular weeks, from the first that the pool has, and whatever else the pool has.
 */
export function weekTeamsRunOut(rules: TeamRules, known: readonly AskedWeek[] = []): number | undefined {
  const first = Math.min(...known.map(({ weekNumber }) => weekNumber), LAST_REGULAR_WEEK)
  const from = known.length === 0 ? 1 : first
  const rest = Array.from({ length: LAST_REGULAR_WEEK }, (_, i) => ({ weekNumber: i + 1 })).filter(
    ({ weekNumber }) => weekNumber >= from && known.every((week) => Math.floor(week.weekNumber) !== weekNumber),
  )
  const weeks: readonly AskedWeek[] = [...known, ...rest].sort((a, b) => a.weekNumber - b.weekNumber)
  const freeAgain = rules.teamsFreeAgainIn ?? Infinity
  const periods = [weeks.filter((week) => week.weekNumber < freeAgain), weeks.filter((week) => week.weekNumber >= freeAgain)]
  return periods.map((period) => firstShortWeek(rules, period)).find((week) => week !== undefined)
}

/** Says in which week an entry has no team left; null if that never happens. */
export function shortageText(rules: TeamRules, known?: readonly AskedWeek[]): string | null {
  const week = weekTeamsRunOut(rules, known)
  return week === undefined
    ? null
    : `The rules ask for more teams than there are: an entry that picks every week has none left in Week ${weekLabel(week)}`
}

/** Gives each week its teams in turn. A team that two weeks need moves to the other one if that has another choice, as in a bipartite matching. */
function firstShortWeek(rules: TeamRules, weeks: readonly AskedWeek[]): number | undefined {
  const chosen: { readonly choices: readonly string[]; readonly teams: Set<string> }[] = []
  const usesOf = (team: string): number => chosen.filter(({ teams }) => teams.has(team)).length
  const findTeam = (week: (typeof chosen)[number], tried: Set<string>): boolean => {
    for (const team of week.choices) {
      if (week.teams.has(team) || tried.has(team)) continue
      tried.add(team)
      const holder =
        usesOf(team) < rules.teamUses
          ? null
          : chosen.find((other) => other !== week && other.teams.has(team) && findTeam(other, tried))
      if (holder === undefined) continue
      holder?.teams.delete(team)
      week.teams.add(team)
      return true
    }
    return false
  }
  for (const week of weeks) {
    const place = { choices: choicesIn(week), teams: new Set<string>() }
    chosen.push(place)
    const picks = picksIn(rules, week)
    if (picks > mostPicks(rules, week)) return week.weekNumber
    for (let pick = 0; pick < picks; pick += 1) if (!findTeam(place, new Set())) return week.weekNumber
  }
  return undefined
}

function picksIn({ picksPerWeek }: TeamRules, { weekNumber, picks }: AskedWeek): number {
  return picks ?? (picksPerWeek !== null && weekNumber >= picksPerWeek.fromWeek ? picksPerWeek.picks : 1)
}

/** Two teams that play each other can be picked together only if the rules allow it. */
function mostPicks({ opponents }: TeamRules, { weekNumber, idle = [] }: AskedWeek): number {
  const count = Math.min((TEAMS.length - idle.length) / 2, PLAYOFF_GAMES[weekNumber] ?? TEAMS.length)
  return opponents === 'refused' ? count : 2 * count
}

function choicesIn({ idle = [] }: AskedWeek): readonly string[] {
  return TEAMS.flatMap(({ abbr }) => (idle.includes(abbr) ? [] : [abbr]))
}
