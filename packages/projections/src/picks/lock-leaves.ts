import {
  type EntryId,
  type EventData,
  type Loss,
  type SeasonResults,
  deriveStanding,
  type TeamAbbr,
  type WeekId,
  enteredWeekAlive,
} from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { EntryRow, Tables } from '../tables/rows.ts'
import { readSeasonFacts } from '../schedule/season-facts.ts'

interface Picker extends Pick<EntryRow, 'id'> {
  readonly hand: number | null
  readonly picks: readonly { readonly week_id: WeekId; readonly team: TeamAbbr }[]
  readonly missed: readonly WeekId[]
  readonly forgiven: readonly { readonly week_id: WeekId; readonly team: TeamAbbr | null }[]
}

/**
 * Keeps what a lock found: who missed it, and the leaves of its tree, which are the week's picks and those who missed it, but
 * for picks of entries that had fallen before.
 */
export async function keepLeaves(db: QueryExecutorProvider, tables: Tables, lock: EventData['WeekLocked']): Promise<void> {
  const leavers = await readLeavers(db, tables, lock)
  await sql`
    WITH missed AS (
      INSERT INTO ${tables.missed} (week_id, entry_id)
      SELECT w.id, e.id FROM json_array_elements_text(${JSON.stringify(lock.missed)}::json) AS m
      JOIN ${tables.entries} AS e ON e.id = m::bigint
      JOIN ${tables.weeks} AS w ON w.id = ${lock.weekId}
      RETURNING week_id, entry_id
    )
    INSERT INTO ${tables.locked_picks} (week_id, entry_id, pick_position)
    SELECT week_id, entry_id, NULL FROM missed
    UNION ALL
    SELECT week_id, entry_id, version FROM ${tables.picks}
    WHERE week_id = ${lock.weekId} AND entry_id <> ALL (${leavers}::bigint[])`.execute(db)
}

/**
 * Entries with a pick in a week who did not go into it alive (an admin picked for one that had fallen): the week's lock does
 * not count them. Usually there are none, which the event's own count tells.
 */
async function readLeavers(
  db: QueryExecutorProvider,
  tables: Tables,
  lock: Pick<EventData['WeekLocked'], 'weekId' | 'picks'>,
): Promise<readonly EntryId[]> {
  const { rows } = await sql<{ season_year: number; week_number: number }>`
    SELECT season_year, week_number FROM ${tables.weeks}
    WHERE id = ${lock.weekId}
      AND (SELECT count(*) FROM ${tables.picks} WHERE week_id = ${lock.weekId}) <> ${lock.picks}`.execute(db)
  const week = rows[0]
  if (week === undefined) return []
  const season = await readSeasonFacts(db, tables, week.season_year)
  const pickers = await readPickers(db, tables, lock.weekId, week.season_year)
  return pickers.filter((picker) => !enteredWeekAlive(standing(picker, season), week.week_number)).map((picker) => picker.id)
}

function standing(picker: Picker, season: SeasonResults) {
  const teams = new Map(picker.picks.map((pick) => [pick.week_id, pick.team]))
  return deriveStanding(
    {
      teamOf: (weekId) => teams.get(weekId),
      hasMissed: (weekId) => picker.missed.includes(weekId),
      waivedLosses: picker.forgiven.map(({ week_id: weekId, team }): Loss => ({ weekId, team })),
      eliminatedByHand: picker.hand === null ? null : { seasonYear: season.seasonYear, weekNumber: picker.hand },
    },
    season,
  )
}

async function readPickers(
  db: QueryExecutorProvider,
  tables: Tables,
  weekId: WeekId,
  seasonYear: number,
): Promise<readonly Picker[]> {
  const { rows } = await sql<Picker>`
    WITH season AS MATERIALIZED (SELECT id AS week_id FROM ${tables.weeks} WHERE season_year = ${seasonYear}),
      pickers AS MATERIALIZED (SELECT entry_id FROM ${tables.picks} WHERE week_id = ${weekId}),
      teams AS (
        SELECT entry_id, json_agg(json_build_object('week_id', week_id, 'team', team)) AS picks
        FROM ${tables.picks} JOIN season USING (week_id) JOIN pickers USING (entry_id) GROUP BY entry_id),
      absences AS (
        SELECT entry_id, json_agg(week_id) AS missed
        FROM ${tables.missed} JOIN season USING (week_id) JOIN pickers USING (entry_id) GROUP BY entry_id),
      pardons AS (
        SELECT entry_id, json_agg(json_build_object('week_id', week_id, 'team', team)) AS forgiven
        FROM ${tables.forgiven} JOIN pickers USING (entry_id) GROUP BY entry_id)
    SELECT entry_id AS id, hands.week_number AS hand, teams.picks, coalesce(absences.missed, '[]') AS missed,
      coalesce(pardons.forgiven, '[]') AS forgiven
    FROM teams LEFT JOIN absences USING (entry_id) LEFT JOIN pardons USING (entry_id)
    LEFT JOIN (SELECT entry_id, week_number FROM ${tables.hand_eliminations} WHERE season_year = ${seasonYear}) AS hands
      USING (entry_id)`.execute(db)
  return rows
}
