import { toRuleFields } from '@outlast/contract/rest/rules'
import type { PoolView } from '@outlast/contract/live/wire'
import type { PoolRules } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { LIVE, type PoolRow } from '../tables/rows.ts'
import { weekInfos } from '../schedule/weeks.ts'

interface Row extends PoolRow {
  /** The current week's season, when its rules are fixed. */
  readonly fixed_season: number | null
  readonly fixed_rules: PoolRules | null
}

/** Topic `pool`. Rules are those of the current week's season. */
export async function poolView(db: QueryExecutorProvider, { clubName }: { readonly clubName: string }): Promise<PoolView> {
  const { rows } = await sql<Row>`
    SELECT pool.*, r.season_year AS fixed_season, r.rules AS fixed_rules
    FROM ${LIVE.pool} AS pool
    LEFT JOIN ${LIVE.weeks} AS w ON w.id = pool.current_week_id
    LEFT JOIN ${LIVE.season_rules} AS r ON r.season_year = w.season_year`.execute(db)
  const row = rows[0]
  if (row === undefined) throw new Error('the pool has no row')
  return {
    club_name: clubName,
    current_week_id: row.current_week_id,
    weeks: await weekInfos(db),
    site_time: siteTime(row),
    rules: toRuleFields(row.fixed_rules ?? row.rules),
    rules_locked_by_season: row.fixed_season,
  }
}

function siteTime(row: PoolRow): PoolView['site_time'] {
  if (row.clock_at === null || row.clock_since === null) return null
  return { at: row.clock_at, since: row.clock_since, running: row.clock_mode === 'running' }
}
