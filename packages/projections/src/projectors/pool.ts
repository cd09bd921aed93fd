import type { PoolRules } from '@outlast/domain'
import type { QueryExecutorProvider } from 'kysely'
import { jsonb, queryIn } from '../tables/query.ts'
import type { PoolRow, SchemaName } from '../tables/rows.ts'
import type { Projectors } from './projector.ts'

/** Projects what a pool has one of: the current week, the site clock and the rules. */
export const poolProjectors: Projectors<'CurrentWeekSet' | 'SiteTimeSet' | 'SiteTimeCleared' | 'PoolRulesChanged'> = {
  CurrentWeekSet: (db, schema, { data }) => updatePool(db, schema, { current_week_id: data.weekId }),
  SiteTimeSet: (db, schema, { data, recordedAt }) =>
    updatePool(db, schema, {
      clock_mode: data.running ? 'running' : 'frozen',
      clock_at: data.siteTime,
      clock_since: recordedAt,
    }),
  SiteTimeCleared: (db, schema) => updatePool(db, schema, { clock_mode: 'real', clock_at: null, clock_since: null }),
  PoolRulesChanged: async (db, schema, { data }) => {
    await queryIn(db, schema)
      .updateTable('pool')
      .set({ rules: jsonb<PoolRules>(data.rules) })
      .execute()
  },
}

async function updatePool(db: QueryExecutorProvider, schema: SchemaName, columns: Partial<PoolRow>): Promise<void> {
  await queryIn(db, schema).updateTable('pool').set(columns).execute()
}
