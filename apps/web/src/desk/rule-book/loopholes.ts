import type { PoolView, SeasonView, WeekView } from '@outlast/contract/live'
import { type AskedWeek, fromEachRule, type Moment } from '@outlast/domain/pool-rules'
import { hasBegun } from '../begun-games.ts'
import { rulesOfInfo } from './rule-values.ts'

type Game = WeekView['games'][number]

interface LoopholeInput {
  readonly rules: PoolView['rules']
  /** The current week with its games, if there is one. */
  readonly week: { readonly week_number: number; readonly is_locked: boolean; readonly lock_time: string } | undefined
  /** The weeks of the season that the pool has. */
  readonly weeks?: readonly AskedWeek[]
  readonly games: readonly Pick<Game, 'away_team_abbr' | 'home_team_abbr' | 'status' | 'phase' | 'start_time' | 'kickoff_known'>[]
  /** Site time in milliseconds. */
  readonly now: number
}

/** Says which loopholes the rules leave open right now, one sentence each. */
export function openLoopholes({ rules: info, week, weeks = [], games, now }: LoopholeInput): readonly string[] {
  const begun = games
    .filter((game) => hasBegun(game, now))
    .map(({ away_team_abbr, home_team_abbr }) => ({ away: away_team_abbr, home: home_team_abbr }))
  const isOpen = week !== undefined && !week.is_locked && now < Date.parse(week.lock_time)
  const moment: Moment = { openWeek: isOpen ? { weekNumber: week.week_number, begun } : undefined, weeks }
  const rules = rulesOfInfo(info)
  return fromEachRule(rules, (rule, value) => rule.loophole?.(value, moment, rules))
}

/** The weeks of a season, with the teams that are known to have no game in them. */
export function askedWeeks(
  { weeks }: Pick<PoolView, 'weeks'>,
  seasonYear: number | undefined,
  season: SeasonView['weeks'],
): readonly AskedWeek[] {
  return weeks
    .filter(({ season_year }) => season_year === seasonYear)
    .map(({ id, week_number: weekNumber, picks }) => {
      const { left_teams = [], bye_teams = [] } = season.find((week) => week.id === id) ?? {}
      return { weekNumber, picks, idle: [...left_teams, ...bye_teams] }
    })
}
