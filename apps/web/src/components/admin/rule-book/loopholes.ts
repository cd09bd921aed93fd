import type { PoolView, WeekView } from '@outlast/contract/live'
import { hasKickedOff } from '@outlast/domain/rules'

type Game = WeekView['games'][number]

interface LoopholeInput {
  readonly rules: Pick<PoolView['rules'], 'team_lock' | 'missed_pick' | 'late_entries'>
  /** The current week with its games, if there is one. */
  readonly week: { readonly week_number: number; readonly is_locked: boolean; readonly lock_time: string } | undefined
  readonly games: readonly Pick<Game, 'away_team_abbr' | 'home_team_abbr' | 'status' | 'start_time' | 'kickoff_known'>[]
  /** Site time in milliseconds. */
  readonly now: number
}

/** Says which loopholes the rules leave open right now, one sentence each. */
export function openLoopholes({ rules, week, games, now }: LoopholeInput): readonly string[] {
  const loopholes: string[] = []
  if (rules.team_lock === 'week') {
    const isOpen = week !== undefined && !week.is_locked && now < Date.parse(week.lock_time)
    const started = isOpen ? games.filter((game) => hasStarted(game, now)) : []
    loopholes.push(
      week === undefined || started.length === 0
        ? 'Teams can still be picked after their game has started'
        : `Week ${week.week_number} can still be picked although ${listGames(started)} started`,
    )
  }
  if (rules.missed_pick === 'survives') loopholes.push('Entries that never pick cannot be eliminated')
  if (rules.late_entries === 'allowed') loopholes.push('New entries can join later without having survived the weeks before')
  return loopholes
}

function hasStarted({ status, start_time, kickoff_known }: LoopholeInput['games'][number], now: number): boolean {
  return hasKickedOff({ status, kickoff: Date.parse(start_time), kickoffKnown: kickoff_known }, now)
}

function listGames(games: LoopholeInput['games']): string {
  const [first, ...others] = games.map(({ away_team_abbr, home_team_abbr }) => `${away_team_abbr}–${home_team_abbr}`)
  if (others.length === 0) return `${first} has`
  return `${first} and ${others.length === 1 ? others[0] : `${others.length} other games`} have`
}
