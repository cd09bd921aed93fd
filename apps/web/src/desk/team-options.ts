import type { GameInfo, SeasonEntry, WeekInfo } from '@outlast/contract/live'
import { TEAMS } from '@outlast/domain/rules'

/** A team in the pick dialog, with the reasons against picking it. */
export interface TeamOption {
  readonly value: string
  readonly label: string
  readonly disabled: boolean
  readonly isBye: boolean
}

/**
 * Lists the 32 teams for an entry and a week. Teams used in revealed weeks and teams on a bye are disabled, because the server
 * rejects them. An admin may set an ineligible team (docs/rules.md).
 */
export function teamOptions(week: WeekInfo, games: readonly GameInfo[], entry: SeasonEntry | undefined): readonly TeamOption[] {
  const playing = new Set(games.flatMap((game) => [game.away_team_abbr, game.home_team_abbr]))
  const usedIn = new Map<string, number>()
  for (const [number, team] of Object.entries(entry?.picks ?? {})) {
    if (Number(number) !== week.week_number) usedIn.set(team, Number(number))
  }
  return TEAMS.map(({ abbr, city, name }) => {
    const used = usedIn.get(abbr)
    const isBye = games.length > 0 && !playing.has(abbr)
    const notes = [
      ...(used === undefined ? [] : [`used in week ${used}`]),
      ...(isBye ? ['bye'] : []),
      ...(week.ineligible_teams.includes(abbr) ? ['ineligible'] : []),
    ]
    const label = `${abbr} · ${city} ${name}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
    return { value: abbr, label, disabled: used !== undefined || isBye, isBye }
  })
}
