import { type EventType, type GamePhase, isAgreed, type TeamAbbr, type UnreadPart, type WeekId } from '@outlast/domain'
import { type QueryExecutorProvider, sql, type UpdateObject } from 'kysely'
import { recordFirstLock, recordReopening } from '../picks/first-locks.ts'
import { insertLockLeaves } from '../picks/lock-leaves.ts'
import { keepPicksOfWeeks } from '../picks/keep-picks-of-weeks.ts'
import { restoreVoidPlans } from '../picks/void-plans.ts'
import { isAny, jsonb, queryIn } from '../tables/query.ts'
import { type Rows, type SchemaName, type SplitVoteFacts, tablesIn } from '../tables/rows.ts'
import { decidedBy } from './fold-event.ts'
import type { Projectors } from './projector.ts'

// Raw SQL: all games of a week are written in one statement.

/** The tables with a row for each entry of a week. */
const OF_PICKS = ['picks', 'void_plans', 'locked_picks', 'missed', 'first_participants'] as const

/** Projects weeks and games. A week has few such events, so each is a statement of its own. */
export const scheduleProjectors = {
  WeekAdded: async (db, schema, { data, position, recordedAt }) => {
    await queryIn(db, schema)
      .insertInto('weeks')
      .values({
        id: data.weekId,
        season_year: data.seasonYear,
        week_number: data.weekNumber,
        lock_time: data.lockTime,
        lock_is_automatic: true,
        locked_at: null,
        locked_position: null,
        merkle_root: null,
        first_lock_position: null,
        played_lock_position: null,
        split_vote: null,
        agreed_position: null,
        ineligible: jsonb<readonly TeamAbbr[]>([]),
        picks: null,
        reopenings: 0,
        reopened_after_reveal: false,
        unmasked: false,
        unmask_reason: null,
        created_at: recordedAt,
        version: position,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  },

  WeekDeleted: async (db, schema, { data }) => {
    for (const table of ['games', ...OF_PICKS, 'waived_losses', 'split_ballots'] as const) {
      await queryIn(db, schema).deleteFrom(table).where('week_id', '=', data.weekId).execute()
    }
    await queryIn(db, schema).deleteFrom('weeks').where('id', '=', data.weekId).execute()
    await queryIn(db, schema)
      .updateTable('pool')
      .set({ pinned_summary_week_id: null })
      .where('pinned_summary_week_id', '=', data.weekId)
      .execute()
    await unfreezeRulesWithoutLock(db, schema)
  },

  WeeksPurged: async (db, schema) => {
    const query = queryIn(db, schema)
    for (const table of ['weeks', 'games', ...OF_PICKS, 'waived_losses', 'split_ballots', 'season_rules'] as const) {
      await query.deleteFrom(table).execute()
    }
    await query.updateTable('pool').set({ current_week_id: null, pinned_summary_week_id: null }).execute()
  },

  LockTimeChanged: (db, schema, { data, position }) =>
    updateWeek(db, schema, data.weekId, {
      lock_time: data.lockTime,
      lock_is_automatic: data.automatic,
      version: position,
    }),

  // The leaves come first: who was in the week does not depend on its results. The first lock of a season also fixes its rules.
  WeekLocked: async (db, schema, { data, position, siteTime }) => {
    await deleteLock(db, schema, data.weekId)
    await insertLockLeaves(db, schema, data)
    await updateWeek(db, schema, data.weekId, {
      locked_at: siteTime,
      locked_position: position,
      merkle_root: data.merkleRoot,
      version: position,
    })
    await queryIn(db, schema)
      .insertInto('season_rules')
      .columns(['season_year', 'rules', 'counts_as', 'is_fixed'])
      .expression((eb) =>
        eb
          .selectFrom('weeks as w')
          .crossJoin('pool')
          .select(['w.season_year', 'pool.rules', 'pool.counts_as', eb.lit(false).as('is_fixed')])
          .where('w.id', '=', data.weekId),
      )
      .onConflict((conflict) => conflict.column('season_year').doNothing())
      .execute()
    await recordFirstLock(db, schema, data, position)
  },

  WeekReopened: async (db, schema, { data, position }) => {
    await recordReopening(db, schema, data.weekId)
    await restoreVoidPlans(db, schema, data.weekId)
    await queryIn(db, schema)
      .updateTable('weeks')
      .set((eb) => ({
        locked_at: null,
        locked_position: null,
        merkle_root: null,
        version: position,
        reopenings: eb('reopenings', '+', 1),
        ...(data.marked ? { reopened_after_reveal: true } : {}),
      }))
      .where('id', '=', data.weekId)
      .execute()
    if (data.resultsWait === true) {
      await queryIn(db, schema).updateTable('games').set({ final_by_admin: false }).where('week_id', '=', data.weekId).execute()
    }
    await deleteLock(db, schema, data.weekId)
    await unfreezeRulesWithoutLock(db, schema)
  },

  SplitVoteOpened: (db, schema, { data }) => setSplitVote(db, schema, data.weekId, { entry_ids: data.entryIds, closed: null }),

  SplitVoteCast: async (db, schema, { data, position }) => {
    if (data.choice === null) {
      await queryIn(db, schema).deleteFrom('split_ballots').where('entry_id', '=', data.entryId).execute()
      return
    }
    const ballot = { week_id: data.weekId, choice: data.choice, version: position }
    await queryIn(db, schema)
      .insertInto('split_ballots')
      .values({ entry_id: data.entryId, ...ballot })
      .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(ballot))
      .execute()
  },

  SplitVoteEnded: (db, schema, { data }) => setSplitVote(db, schema, data.weekId, null),

  SplitVoteClosed: async (db, schema, { data, position }) => {
    const { weekId, entryIds, share, playOn } = data
    await setSplitVote(db, schema, weekId, { entry_ids: entryIds, closed: { share, play_on: playOn, position } })
    if (isAgreed(data)) await updateWeek(db, schema, weekId, { agreed_position: position })
  },

  WeekClosed: async (db, schema, { data, position }) => {
    const phase = data.picks === 'lose' ? 'closed_as_loss' : 'closed'
    await queryIn(db, schema)
      .updateTable('games')
      .set({ phase })
      .where('week_id', '=', data.weekId)
      .where(isAny('id', data.gameIds))
      .execute()
    await updateWeek(db, schema, data.weekId, { version: position })
  },

  PicksOfWeekSet: (db, schema, { data, position }) =>
    updateWeek(db, schema, data.weekId, { picks: data.picks, version: position }),

  IneligibleTeamsSet: (db, schema, { data, position }) =>
    updateWeek(db, schema, data.weekId, { ineligible: jsonb(data.teams), version: position }),

  PicksUnmasked: (db, schema, { data, position, metadata }) =>
    updateWeek(db, schema, data.weekId, { unmasked: true, unmask_reason: metadata.reason ?? null, version: position }),

  // Inserts new games as not played, like those that had moved away by the scoreboard's word and are back. A known game keeps its score. Raw, because it is one statement for all games of the week.
  GamesSynced: async (db, schema, { data }) => {
    const tables = tablesIn(schema)
    await sql`
      INSERT INTO ${tables.games} AS g (id, week_id, espn_id, home, away, kickoff, kickoff_known)
      SELECT r."gameId", w.id, r."espnId", r.home, r.away, r.kickoff, r."kickoffKnown"
      FROM json_to_recordset(${JSON.stringify(data.games)}::json)
        AS r("gameId" bigint, "espnId" text, home text, away text, kickoff text, "kickoffKnown" boolean)
      JOIN ${tables.weeks} AS w ON w.id = ${data.weekId}
      ON CONFLICT (id) DO UPDATE SET espn_id = excluded.espn_id, home = excluded.home, away = excluded.away,
        kickoff = excluded.kickoff, kickoff_known = excluded.kickoff_known,
        status = CASE WHEN g.phase = 'moved' AND NOT g.by_hand THEN 'scheduled' ELSE g.status END,
        phase = CASE WHEN g.by_hand THEN g.phase ELSE nullif(g.phase, 'moved') END
      WHERE g.week_id = excluded.week_id`.execute(db)
  },

  // Ends an admin's decision that the game is final: from now on the week's lock decides when the result counts.
  ScoreCorrected: async (db, schema, { data, metadata, siteTime }) => {
    const hand = decidedBy(data, metadata)
    await queryIn(db, schema)
      .updateTable('games')
      .set((eb) => ({
        home_score: data.homeScore,
        away_score: data.awayScore,
        detail: data.detail,
        final_by_admin: false,
        result_at: eb.case().when('status', '=', 'final').then(siteTime).else(null).end(),
        phase: eb.case().when('status', '=', 'final').then(eb.val<GamePhase>('corrected')).else(eb.ref('phase')).end(),
        ...('by_hand' in hand ? { ...hand, unread: jsonb<readonly UnreadPart[]>([]) } : {}),
      }))
      .where('id', '=', data.gameId)
      .where('week_id', '=', data.weekId)
      .execute()
  },

  // A game that was final before keeps the time of its result.
  GamesFinalizedByAdmin: async (db, schema, { data, siteTime }) => {
    await queryIn(db, schema)
      .updateTable('games')
      .set((eb) => ({
        status: 'final',
        phase: null,
        final_by_admin: true,
        result_at: eb.fn.coalesce('result_at', eb.val(siteTime)),
      }))
      .where('week_id', '=', data.weekId)
      .where(isAny('id', data.gameIds))
      .execute()
  },
} satisfies Partial<Projectors<EventType>>

async function updateWeek(
  db: QueryExecutorProvider,
  schema: SchemaName,
  id: WeekId,
  columns: UpdateObject<Rows, 'weeks'>,
): Promise<void> {
  await queryIn(db, schema).updateTable('weeks').set(columns).where('id', '=', id).execute()
}

/** What is known of a vote changes, and so the ballots of the open one are forgotten. */
async function setSplitVote(
  db: QueryExecutorProvider,
  schema: SchemaName,
  id: WeekId,
  vote: SplitVoteFacts | null,
): Promise<void> {
  await updateWeek(db, schema, id, { split_vote: vote === null ? null : jsonb(vote) })
  await queryIn(db, schema).deleteFrom('split_ballots').execute()
}

async function deleteLock(db: QueryExecutorProvider, schema: SchemaName, weekId: WeekId): Promise<void> {
  for (const table of ['missed', 'locked_picks'] as const) {
    await queryIn(db, schema).deleteFrom(table).where('week_id', '=', weekId).execute()
  }
}

/** Makes the rules of a season changeable again once none of its weeks is locked, if all of its locks were rehearsals. */
async function unfreezeRulesWithoutLock(db: QueryExecutorProvider, schema: SchemaName): Promise<void> {
  const rules = sql`(SELECT pool.rules FROM ${tablesIn(schema).pool} AS pool)`
  await keepPicksOfWeeks(
    db,
    schema,
    rules,
    (tables) => sql`w.season_year IN (SELECT r.season_year FROM ${tables.season_rules} AS r WHERE NOT r.is_fixed)
      AND NOT EXISTS (
        SELECT FROM ${tables.weeks} AS other WHERE other.season_year = w.season_year AND other.locked_position IS NOT NULL)`,
  )
  await queryIn(db, schema)
    .deleteFrom('season_rules as r')
    .where('r.is_fixed', '=', false)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('weeks as w')
            .select('w.id')
            .whereRef('w.season_year', '=', 'r.season_year')
            .where('w.locked_position', 'is not', null),
        ),
      ),
    )
    .execute()
}
