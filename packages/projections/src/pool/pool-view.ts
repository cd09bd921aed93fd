import { toRuleFields } from '@outlast/contract/rest/rules'
import type { PoolView } from '@outlast/contract/live/wire'
import { completeRules } from '@outlast/domain'
import type { QueryExecutorProvider } from 'kysely'
import { weekInfos } from '../schedule/weeks.ts'
import { query } from '../tables/query.ts'
import type { PoolRow } from '../tables/rows.ts'

/** Reads topic `pool`. The rules are those of the current week's season. */
export async function poolView(db: QueryExecutorProvider, { clubName }: { readonly clubName: string }): Promise<PoolView> {
  const row = await query(db)
    .selectFrom('projections.pool as pool')
    .leftJoin('projections.weeks as w', 'w.id', 'pool.current_week_id')
    .leftJoin('projections.season_rules as r', 'r.season_year', 'w.season_year')
    .selectAll('pool')
    .select(['r.season_year as locked_by_season', 'r.rules as season_rules'])
    .executeTakeFirstOrThrow()
  return {
    club_name: row.club_name ?? clubName,
    club_color: row.club_color,
    club_crest: row.club_crest,
    shows_odds: row.shows_odds,
    clubhouse_screen: row.clubhouse_screen,
    joining: row.joining,
    current_week_id: row.current_week_id,
    pinned_summary_week_id: row.pinned_summary_week_id,
    weeks: await weekInfos(db),
    site_time: siteTime(row),
    rules: toRuleFields(completeRules(row.season_rules ?? row.rules)),
    rules_locked_by_season: row.locked_by_season,
    season_starts: await query(db).selectFrom('projections.season_starts').selectAll().orderBy('position').execute(),
  }
}

function siteTime(row: PoolRow): PoolView['site_time'] {
  if (row.clock_at === null || row.clock_since === null) return null
  return { at: row.clock_at, since: row.clock_since, running: row.clock_mode === 'running' }
}
