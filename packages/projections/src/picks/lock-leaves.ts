import {
  deriveStanding,
  enteredWeekAlive,
  type EntryId,
  type EventData,
  isInWeekAtLock,
  type Loss,
  type Position,
  type SeasonResults,
  type TeamAbbr,
  type WeekId,
} from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { weekSlots } from '../schedule/week-slots.ts'
import { readSeasonFacts } from '../schedule/season-facts.ts'
import { type EntryRow, type SchemaName, tablesIn } from '../tables/rows.ts'

// Raw SQL, because a lock handles the picks of all entries in one statement.

/**
 * Stores what a lock found: the entries that missed it, and the leaves of its Merkle tree. The leaves are the week's picks,
 * except those of entries that had been eliminated before, and the places without one. Nobody looks for such places in picks if the event
 * counts as many as there are places. When a week locks again, only entries that took part in it the first time can have missed it
 * (docs/rules.md §2.6).
 */
export async function insertLockLeaves(
  db: QueryExecutorProvider,
  schema: SchemaName,
  lock: EventData['WeekLocked'],
): Promise<void> {
  const eliminated = await readEliminatedPickers(db, schema, lock)
  const tables = tablesIn(schema)
  await sql`
    WITH listed AS MATERIALIZED (
      SELECT w.id AS week_id, e.id AS entry_id FROM json_array_elements_text(${JSON.stringify(lock.missed)}::json) AS m
      JOIN ${tables.entries} AS e ON e.id = m::bigint
      JOIN ${tables.weeks} AS w ON w.id = ${lock.weekId}
    ), missed AS (
      INSERT INTO ${tables.missed} (week_id, entry_id)
      SELECT week_id, entry_id FROM listed
      WHERE (SELECT first_lock_position IS NULL FROM ${tables.weeks} WHERE id = ${lock.weekId})
        OR entry_id IN (SELECT entry_id FROM ${tables.first_participants} WHERE week_id = ${lock.weekId})
    ), places AS MATERIALIZED (
      SELECT generate_series(1, ${weekSlots(tables, 'w')}) AS slot FROM ${tables.weeks} AS w WHERE w.id = ${lock.weekId}
    ), picked AS NOT MATERIALIZED (
      SELECT entry_id, slot::integer, version FROM ${tables.picks}
      WHERE week_id = ${lock.weekId} AND entry_id <> ALL (${eliminated}::bigint[])
    ), lacking AS (
      SELECT entry_id FROM listed
      UNION SELECT entry_id FROM picked WHERE ${lock.picks} < ${lock.entries} * (SELECT count(*) FROM places)
      GROUP BY entry_id HAVING count(*) < (SELECT count(*) FROM places)
    ), leaves AS (
      SELECT entry_id, slot, version AS pick_position FROM picked
      UNION ALL
      SELECT lacking.entry_id, places.slot, NULL FROM lacking CROSS JOIN places
      WHERE NOT EXISTS (SELECT FROM picked AS p WHERE p.entry_id = lacking.entry_id AND p.slot = places.slot)
      ORDER BY entry_id, slot
    )
    INSERT INTO ${tables.locked_picks} (week_id, entry_ids, pick_positions)
    SELECT ${lock.weekId}::bigint, array_agg(entry_id), array_agg(pick_position) FROM leaves
    HAVING count(*) > 0`.execute(db)
}

/**
 * Finds entries that have a pick in the week although they were eliminated before it, because an admin picked for them, or
 * although the season was decided before they joined it.
 * Usually nothing is found with one query: the event counts as many picks as the table has.
 */
async function readEliminatedPickers(
  db: QueryExecutorProvider,
  schema: SchemaName,
  lock: Pick<EventData['WeekLocked'], 'weekId' | 'picks'>,
): Promise<readonly EntryId[]> {
  const tables = tablesIn(schema)
  const { rows } = await sql<{ season_year: number; week_number: number; count: number }>`
    SELECT w.season_year, w.week_number, p.count FROM ${tables.weeks} AS w
    CROSS JOIN (SELECT count(*)::integer AS count FROM ${tables.picks} WHERE week_id = ${lock.weekId}) AS p
    WHERE w.id = ${lock.weekId} AND p.count <> ${lock.picks}`.execute(db)
  const week = rows[0]
  if (week === undefined) return []
  const season = await readSeasonFacts(db, schema, week.season_year)
  const pickers = await readPickers(db, schema, lock.weekId, week.season_year)
  const withStandings = pickers.map((picker) => ({ ...picker, standing: standingOf(picker, season) }))
  const without = (isIn: (picker: (typeof withStandings)[number]) => boolean) =>
    withStandings.filter((picker) => picker.is_late || !isIn(picker))
  const absent = without(({ standing, took_part }) => isInWeekAtLock(standing, week.week_number, took_part))
  const left = absent.reduce(
    (count, { picks }) => count - picks.filter(({ week_id: id }) => id === lock.weekId).length,
    week.count,
  )
  // The lock of an older version had the entries in it that were out since this week or a later one.
  const all = left === lock.picks ? absent : without(({ standing }) => enteredWeekAlive(standing, week.week_number))
  return all.map(({ id }) => id)
}

interface Picker extends Pick<EntryRow, 'id'> {
  /** It joined after the season was decided (docs/rules.md §6). */
  readonly is_late: boolean
  /** In all earlier locks of the week, since the first. */
  readonly took_part: boolean
  readonly joined_position: Position | null
  readonly eliminated_by_hand: number | null
  readonly picks: readonly { readonly week_id: WeekId; readonly team: TeamAbbr }[]
  readonly missed: readonly WeekId[]
  readonly waived: readonly { readonly week_id: WeekId; readonly team: TeamAbbr | null }[]
}

function standingOf(picker: Picker, season: SeasonResults) {
  const teams = Map.groupBy(picker.picks, (pick) => pick.week_id)
  return deriveStanding(
    {
      joinedPosition: picker.joined_position ?? 0,
      teamsOf: (weekId) => (teams.get(weekId) ?? []).map(({ team }) => team),
      hasMissed: (weekId) => picker.missed.includes(weekId),
      waivedLosses: picker.waived.map(({ week_id: weekId, team }): Loss => ({ weekId, team })),
      eliminatedByHandIn: picker.eliminated_by_hand,
    },
    season,
  )
}

/** Reads the entries that have a pick in a week, with everything that decides their standing in the season. */
async function readPickers(
  db: QueryExecutorProvider,
  schema: SchemaName,
  weekId: WeekId,
  seasonYear: number,
): Promise<readonly Picker[]> {
  const tables = tablesIn(schema)
  const { rows } = await sql<Picker>`
    WITH season AS MATERIALIZED (SELECT id AS week_id FROM ${tables.weeks} WHERE season_year = ${seasonYear}),
      pickers AS MATERIALIZED (SELECT DISTINCT entry_id FROM ${tables.picks} WHERE week_id = ${weekId}),
      teams AS (
        SELECT entry_id, json_agg(json_build_object('week_id', week_id, 'team', team) ORDER BY slot) AS picks
        FROM ${tables.picks} JOIN season USING (week_id) JOIN pickers USING (entry_id) GROUP BY entry_id),
      absences AS (
        SELECT entry_id, json_agg(week_id) AS missed
        FROM ${tables.missed} JOIN season USING (week_id) JOIN pickers USING (entry_id) GROUP BY entry_id),
      waivers AS (
        SELECT entry_id, json_agg(json_build_object('week_id', week_id, 'team', team)) AS waived
        FROM ${tables.waived_losses} JOIN pickers USING (entry_id) GROUP BY entry_id)
    SELECT entry_id AS id, standing.entry_id IS NULL AS is_late, standing.joined_position,
      EXISTS (SELECT FROM ${tables.first_participants} AS f WHERE f.week_id = ${weekId} AND f.entry_id = teams.entry_id) AS took_part, hands.week_number AS eliminated_by_hand, teams.picks, coalesce(absences.missed, '[]') AS missed,
      coalesce(waivers.waived, '[]') AS waived
    FROM teams LEFT JOIN absences USING (entry_id) LEFT JOIN waivers USING (entry_id)
    LEFT JOIN (SELECT entry_id, week_number FROM ${tables.hand_eliminations} WHERE season_year = ${seasonYear}) AS hands
      USING (entry_id)
    LEFT JOIN (SELECT entry_id, joined_position FROM ${tables.standings} WHERE season_year = ${seasonYear}) AS standing USING (entry_id)`.execute(
    db,
  )
  return rows
}
