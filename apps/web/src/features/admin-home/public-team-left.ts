import type { PoolView, SeasonView, WeekView } from '@outlast/contract/live'
import { hasTeamLeft, usedTeams } from '@outlast/domain/rules'
import { teamsOf, teamUsesOf } from '@outlast/views'
import { choiceIn } from '../../pool/pick-rules.ts'

/** Whether an entry has a team left for a week, as everybody knows: the season's view has the picks of revealed weeks only. */
export function hasPublicTeamLeft(
  entryId: number,
  { rules }: Pick<PoolView, 'rules'>,
  { entries }: Pick<SeasonView, 'entries'>,
  { week, games }: Pick<WeekView, 'week' | 'games'>,
  now: number,
): boolean {
  const inSeason = (weekNumber: number) => ({ id: weekNumber, contestId: 0, weekNumber })
  const entry = entries.find(({ id }) => id === entryId)
  const picks = Object.keys(entry?.picks ?? {}).flatMap((number) =>
    entry === undefined ? [] : teamsOf(entry, Number(number)).map((team) => ({ team, week: inSeason(Number(number)) })),
  )
  const used: ReadonlyMap<string, number> = usedTeams(picks, inSeason(week.week_number), teamUsesOf(rules))
  return hasTeamLeft({ ...choiceIn(week, games, rules, now), used })
}
