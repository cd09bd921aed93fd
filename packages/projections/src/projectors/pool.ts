import { sql } from 'kysely'
import type { Steps } from './projector.ts'

/** What there is one of: the current week, the site's clock, the rules. */
export const poolSteps: Steps<'CurrentWeekSet' | 'SiteTimeSet' | 'SiteTimeCleared' | 'PoolRulesChanged'> = {
  CurrentWeekSet: async (db, tables, { data }) => {
    await sql`UPDATE ${tables.pool} SET current_week_id = ${data.weekId}`.execute(db)
  },
  SiteTimeSet: async (db, tables, { data, recordedAt }) => {
    const mode = data.running ? 'running' : 'frozen'
    await sql`UPDATE ${tables.pool} SET clock_mode = ${mode}, clock_at = ${data.siteTime}, clock_since = ${recordedAt}`.execute(
      db,
    )
  },
  SiteTimeCleared: async (db, tables) => {
    await sql`UPDATE ${tables.pool} SET clock_mode = 'real', clock_at = NULL, clock_since = NULL`.execute(db)
  },
  PoolRulesChanged: async (db, tables, { data }) => {
    await sql`UPDATE ${tables.pool} SET rules = ${JSON.stringify(data.rules)}::jsonb`.execute(db)
  },
}
