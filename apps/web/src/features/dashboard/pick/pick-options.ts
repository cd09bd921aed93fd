import {
  isListed,
  isSlate,
  type Obstacle,
  obstaclesIn,
  refusalOf,
  type SettledResult,
  TEAMS,
  UNKNOWN_TEAM,
  weekLabel,
} from '@outlast/domain/rules'
import { easternDay } from '../../../clock/format.ts'
import { pregameOdds, recordOf } from '../../../pool/team-form.ts'
import { findTeam } from '../../../pool/teams.ts'
import type { BoardGame } from '../board/board.ts'
import { gameOfTeam, hasKickedOff, obstacleTo } from '../../../pool/pick-rules.ts'

/** A team in the picker. */
export interface TeamOption {
  readonly abbr: string
  readonly city: string
  readonly name: string
  /** Why the team cannot be picked; null if it can. */
  readonly reason: string | null
  /** What to know about a team that can be picked; null if there is nothing. */
  readonly note: string | null
  /** Its last results of the season, the latest last, at most {@link FORM_LENGTH}. */
  readonly form: readonly SettledResult[]
  readonly facts: TeamFacts
}

/** What may help to choose a team, all of it public. */
interface TeamFacts {
  /** Its wins, losses and ties of the season: "2–1", "1–1–1". Null before its first game. */
  readonly record: string | null
  /** Its chance to win the week's game, from 0 to 1; null without a game or once it has begun. */
  readonly chance: number | null
  /** How many entries that are alive have used it in revealed weeks. */
  readonly usedBy: number
}

/** A game in the picker with its two teams. */
export interface GameOption {
  readonly game: BoardGame
  readonly away: TeamOption
  readonly home: TeamOption
}

/** The content of the picker. */
export interface PickOptions {
  readonly days: readonly { readonly day: string; readonly games: readonly GameOption[] }[]
  /** Teams on a bye that are not used, or all 32 teams while no games are known. */
  readonly others: readonly TeamOption[]
  /** The teams that every entry has used, with the week in which the first entry did, ordered by week. */
  readonly used: readonly { readonly abbr: string; readonly week: number }[]
  readonly hasGames: boolean
  readonly isSlate: boolean
}

/** What decides which teams entries can pick. */
export interface PickContext {
  readonly games: readonly BoardGame[]
  readonly ineligible: readonly string[]
  /** The teams that each entry used in other weeks, with the week's number. */
  readonly used: readonly ReadonlyMap<string, number>[]
  /** Why an entry cannot have a team besides its other picks of the week, by team. Left out where a week takes one pick. */
  readonly taken?: ReadonlyMap<string, string> | undefined
  /** The results of the season so far, by team. */
  readonly form: ReadonlyMap<string, readonly SettledResult[]>
  /** How many entries that are alive have used each team in revealed weeks. */
  readonly usage: ReadonlyMap<string, number>
  readonly teamLock: 'week' | 'kickoff'
  readonly weekNumber: number
  /** Site time in milliseconds. */
  readonly now: number
}

/** How many results the picker shows of each team. */
const FORM_LENGTH = 3

/**
 * Lists the teams of a week by day and game, each with the reason why no entry can pick it (docs/rules.md §3.2). Games that
 * are over come last: their teams may still be picked, but few members want one that has won or lost.
 */
export function pickOptions(context: PickContext): PickOptions {
  const { games, form } = context
  const byState = games.filter(isListed).toSorted((a, b) => Number(a.status === 'final') - Number(b.status === 'final'))
  const optionOf = (abbr: string): TeamOption => {
    const team = findTeam(abbr)
    const reason = reasonOf(abbr, context)
    const note = reason === null ? noteOf(abbr, context) : null
    return {
      abbr,
      city: team?.city ?? abbr,
      name: team?.name ?? '',
      reason,
      note,
      form: (form.get(abbr) ?? []).slice(-FORM_LENGTH),
      facts: factsOf(abbr, context),
    }
  }
  const days = new Map<string, GameOption[]>()
  for (const game of byState) {
    const day = easternDay(game.start_time)
    const dayGames = days.get(day) ?? []
    dayGames.push({ game, away: optionOf(game.away_team_abbr), home: optionOf(game.home_team_abbr) })
    days.set(day, dayGames)
  }
  const hasGames = games.length > 0
  const used = usedByAll(context)
  const others = TEAMS.filter(
    ({ abbr }) => !hasGames || (gameOfTeam(games, abbr) === undefined && !used.some((team) => team.abbr === abbr)),
  )
  return {
    days: [...days].map(([day, dayGames]) => ({ day, games: dayGames })),
    others: others.map(({ abbr }) => optionOf(abbr)),
    used,
    hasGames,
    isSlate: isSlate(context.weekNumber),
  }
}

/** How many teams are offered in one tap. */
const QUICK_PICKS = 3

/**
 * Returns the teams that are offered in one tap: those with the highest chance that an entry can pick, or with the lowest where a pick wins
 * when its team loses. None while no chance is known.
 */
export function quickPicks({ days }: Pick<PickOptions, 'days'>, isLoser: boolean): readonly TeamOption[] {
  const chanceOf = ({ facts }: TeamOption): number => (facts.chance ?? 0) * (isLoser ? -1 : 1)
  return days
    .flatMap(({ games }) => games.flatMap(({ away, home }) => [away, home]))
    .filter(({ reason, facts }) => reason === null && facts.chance !== null)
    .toSorted((a, b) => chanceOf(b) - chanceOf(a))
    .slice(0, QUICK_PICKS)
}

function factsOf(abbr: string, { games, form, usage }: PickContext): TeamFacts {
  const game = gameOfTeam(games, abbr)
  const odds = game === undefined ? null : pregameOdds(game)
  return {
    record: recordOf(form.get(abbr)),
    chance: odds === null ? null : odds[game?.home_team_abbr === abbr ? 'home' : 'away'],
    usedBy: usage.get(abbr) ?? 0,
  }
}

function reasonOf(abbr: string, context: PickContext): string | null {
  const { games, ineligible, used, taken, teamLock, weekNumber, now } = context
  if (used.length > 0 && used.every((teams) => teams.has(abbr))) {
    const week = used.length === 1 ? used[0]?.get(abbr) : undefined
    return week === undefined ? 'Used by all these entries' : `Used in week ${weekLabel(week)}`
  }
  if (abbr === UNKNOWN_TEAM) return 'Not known yet'
  const other = taken?.get(abbr)
  if (other !== undefined) return other
  const obstacles = obstaclesIn(
    {
      team_ineligible: ineligible.includes(abbr),
      team_kicked_off: teamLock === 'kickoff' && hasKickedOff(gameOfTeam(games, abbr), now),
    },
    obstacleTo(games, abbr, weekNumber),
  )
  const obstacle = refusalOf(obstacles, 'member')
  return obstacle === undefined ? null : wordsFor(obstacle, isSlate(weekNumber))
}

function wordsFor(obstacle: Obstacle, isInSlate: boolean): string {
  switch (obstacle) {
    case 'team_on_bye':
      return isInSlate ? 'Not in this slate' : 'On bye'
    case 'game_left':
      return isInSlate ? 'Not in this slate' : 'Its game moved to another week'
    case 'slate_without_games':
      return 'Not known yet'
    case 'opponent_unknown':
      return 'Not known yet whether it plays'
    case 'game_unread':
      return 'Its game could not be read'
    case 'game_cancelled':
      return 'Game cancelled'
    case 'game_postponed':
      return 'Game postponed, without a new date'
    case 'team_ineligible':
      return 'Ineligible this week'
    case 'team_kicked_off':
      return 'Already kicked off'
    case 'team_used':
    case 'team_picked_twice':
      return 'Used already'
    case 'opponents_picked':
      return 'Plays your other pick'
    default:
      return obstacle satisfies never
  }
}

function noteOf(abbr: string, { games, used }: PickContext): string | null {
  const game = gameOfTeam(games, abbr)
  if (game?.status === 'final') return `over${scoreOf(game, abbr)}; your commissioner’s rules still allow it`
  const without = used.filter((teams) => !teams.has(abbr)).length
  return without === used.length ? null : `${without} of ${used.length} entries can take it`
}

/** `: 16–7`, the team's own score first; nothing while it is unknown. */
function scoreOf({ home_team_abbr: home, home_score, away_score }: BoardGame, abbr: string): string {
  if (home_score === null || away_score === null) return ''
  return abbr === home ? `: ${home_score}–${away_score}` : `: ${away_score}–${home_score}`
}

function usedByAll({ used: [first = new Map(), ...others] }: PickContext): PickOptions['used'] {
  return [...first]
    .flatMap(([abbr, week]) => (others.every((teams) => teams.has(abbr)) ? [{ abbr, week }] : []))
    .toSorted((a, b) => a.week - b.week)
}
