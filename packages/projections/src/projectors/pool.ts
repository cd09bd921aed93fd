import { type ClubhouseScreen, countsAsUnder, type EventType, type PoolRules, type Setup, setupAfter } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { keepPicksOfWeeks } from '../picks/keep-picks-of-weeks.ts'
import { jsonb, queryIn } from '../tables/query.ts'
import type { PoolRow, SchemaName } from '../tables/rows.ts'
import type { ProjectedEvent } from '../log/event-rows.ts'
import { ignore, type Projectors } from './projector.ts'

/** Projects what a pool has one of: the current week, the site clock, the rules, the club and who may join. */
export const poolProjectors = {
  CurrentWeekSet: (db, schema, { data }) => updatePool(db, schema, { current_week_id: data.weekId }),
  WeekSummaryChanged: async (db, schema, { data: { weekId, isPinned } }) => {
    const pool = queryIn(db, schema)
      .updateTable('pool')
      .set({ pinned_summary_week_id: isPinned ? weekId : null })
    await (isPinned ? pool : pool.where('pinned_summary_week_id', '=', weekId)).execute()
  },
  SeasonStarted: async (db, schema, { data, position }) => {
    const row = { season_year: data.seasonYear, position }
    await queryIn(db, schema)
      .insertInto('season_starts')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
  SiteTimeSet: (db, schema, { data, recordedAt }) =>
    updatePool(db, schema, {
      clock_mode: data.running ? 'running' : 'frozen',
      clock_at: data.siteTime,
      clock_since: recordedAt,
    }),
  SiteTimeCleared: (db, schema) => updatePool(db, schema, { clock_mode: 'real', clock_at: null, clock_since: null }),
  JoiningChanged: (db, schema, { data }) => updatePool(db, schema, { joining: data.mode }),
  // The folded state counts their uses.
  InvitationCreated: ignore,
  InvitationRevoked: ignore,
  PoolRulesChanged: async (db, schema, { data }) => {
    const rules = sql`${JSON.stringify(data.rules)}::jsonb`
    await keepPicksOfWeeks(
      db,
      schema,
      rules,
      (tables) => sql`NOT EXISTS (SELECT FROM ${tables.season_rules} AS r WHERE r.season_year = w.season_year)`,
    )
    await queryIn(db, schema)
      .updateTable('pool')
      .set({ rules: jsonb<PoolRules>(data.rules), counts_as: jsonb(countsAsUnder(data.rules)) })
      .execute()
  },
  ClubChanged: (db, schema, { data }) =>
    updatePool(db, schema, {
      club_name: data.name,
      club_color: data.color,
      club_crest: data.crest ?? null,
      shows_odds: data.showsOdds ?? true,
    }),
  ClubhouseScreenChanged: async (db, schema, { data }) => {
    await queryIn(db, schema)
      .updateTable('pool')
      .set({ clubhouse_screen: jsonb<ClubhouseScreen>(data) })
      .execute()
  },
  // Its marks are projected with those of other events.
  SetupStepMarked: ignore,
} satisfies Partial<Projectors<EventType>>

/** Projects how an event changes the pool's setup. */
export async function projectSetup(db: QueryExecutorProvider, schema: SchemaName, event: ProjectedEvent): Promise<void> {
  const query = queryIn(db, schema)
  const { setup } = await query.selectFrom('pool').select('setup').executeTakeFirstOrThrow()
  const after = setupAfter(setup, event)
  if (after !== setup) {
    await query
      .updateTable('pool')
      .set({ setup: jsonb<Setup>(after) })
      .execute()
  }
}

async function updatePool(db: QueryExecutorProvider, schema: SchemaName, columns: Partial<PoolRow>): Promise<void> {
  await queryIn(db, schema).updateTable('pool').set(columns).execute()
}
