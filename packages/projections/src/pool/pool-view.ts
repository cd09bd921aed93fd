import type { PoolView } from '@outlast/contract/live/wire'
import { toClubhouseScreen } from '@outlast/contract/rest/club'
import { toRuleFields } from '@outlast/contract/rest/rules'
import { currentRound, type SiteClock } from '@outlast/domain'
import type { Source } from '../source.ts'
import { weekInfos } from '../week/weeks.ts'

/**
 * Returns topic `pool`. The rules are those of the current week's season.
 * @param clubName the name while the club has none of its own
 */
export function poolView(source: Pick<Source, 'pool'>, clubName: string): PoolView {
  const { pool } = source
  const round = currentRound(pool)
  const frozen = (round && pool.contests.get(round.contestId)?.rules) ?? null
  const { club } = pool
  return {
    club_name: club.name ?? clubName,
    club_color: club.color,
    club_crest: club.crest,
    shows_odds: club.showsOdds,
    clubhouse_screen: toClubhouseScreen(pool.clubhouseScreen),
    joining: pool.joining,
    current_week_id: pool.currentWeekId,
    pinned_summary_week_id: pool.pinnedSummary,
    weeks: weekInfos(source),
    site_time: siteTimeOf(pool.siteClock),
    rules: toRuleFields(frozen ?? pool.rules),
    rules_locked_by_season: frozen === null ? null : (round?.seasonYear ?? null),
    season_starts: pool.seasonStarts.map(({ seasonYear, position }) => ({ season_year: seasonYear, position })),
  }
}

/** Returns the override of the site clock; null in real time. */
export function siteTimeOf(clock: SiteClock): PoolView['site_time'] {
  if (clock.mode === 'real') return null
  return { at: clock.at, since: clock.mode === 'running' ? clock.since : clock.at, running: clock.mode === 'running' }
}
