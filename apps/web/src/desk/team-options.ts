import type { GameInfo, SeasonEntry, WeekInfo } from '@outlast/contract/live'
import { teamsOf } from '@outlast/views'
import { obstaclesIn, refusalOf, TEAMS, type TeamUses, usedTeams, weekLabel } from '@outlast/domain/rules'
import { obstacleTo } from '../pool/pick-rules.ts'
import { begunText } from './begun-games.ts'

/** A team in the pick dialog, with the reasons against picking it. */
export interface TeamOption {
  readonly value: string
  readonly label: string
  readonly disabled: boolean
  readonly isBye: boolean
  /** What is known of its game if that has begun: "won 23–19 on Thursday". */
  readonly begun: string | undefined
}

const NONE = { picks: {} }

/** A week of one season, by its number. */
const inSeason = (weekNumber: number) => ({ id: weekNumber, contestId: 0, weekNumber })

/**
 * Lists the 32 teams for an entry and a week. Teams used up in revealed weeks and teams on a bye are disabled, because the server
 * rejects them, like the teams of the entry's other picks of the week. An admin may set an ineligible team, and with a reason one whose game
 * has begun (docs/rules.md).
 * @param now site time in milliseconds
 */
export function teamOptions(
  week: WeekInfo,
  games: readonly GameInfo[],
  entry: SeasonEntry | undefined,
  uses: TeamUses,
  now: number,
  beside: readonly string[] = [],
): readonly TeamOption[] {
  const numbers = Object.keys(entry?.picks ?? {}).map(Number)
  const picks = numbers.flatMap((number) => teamsOf(entry ?? NONE, number).map((team) => ({ team, week: inSeason(number) })))
  const usedIn = usedTeams(picks, inSeason(week.week_number), uses)
  return TEAMS.map(({ abbr, city, name }) => {
    const used = usedIn.get(abbr)
    const isBeside = beside.includes(abbr)
    const onSchedule = obstacleTo(games, abbr, week.week_number)
    const isBye = refusalOf(obstaclesIn({}, onSchedule), 'admin') !== undefined
    const isPostponed = onSchedule?.code === 'game_postponed'
    const begun = begunText(games, abbr, now)
    const notes = [
      ...(used === undefined ? [] : [`used in week ${weekLabel(used)}`]),
      ...(isBeside ? ['picked already'] : []),
      ...(isBye ? ['bye'] : []),
      ...(isPostponed ? ['postponed'] : []),
      ...(week.ineligible_teams.includes(abbr) ? ['ineligible'] : []),
      ...(begun === undefined ? [] : [begun]),
    ]
    const label = `${abbr} · ${city} ${name}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
    return { value: abbr, label, disabled: used !== undefined || isBeside || isBye, isBye, begun }
  })
}
