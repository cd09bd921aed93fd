import {
  type EntryId,
  type Instant,
  type PickId,
  pickIdOf,
  type Position,
  type Slot,
  type TeamAbbr,
  type WeekId,
} from '@outlast/domain'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { LIVE } from '../tables/rows.ts'
import { createdAtForOwner, ownedAndUnsealed } from './seal.ts'
import { type Viewer, viewerId } from './viewer.ts'

// Raw SQL: one CASE expression masks the team in the database, and array parameters keep one prepared statement.

/** A pick as far as the viewer may know it. */
export type VisiblePick = { readonly id: PickId; readonly entryId: EntryId; readonly weekId: WeekId; readonly slot: Slot } & (
  | {
      readonly team: TeamAbbr
      readonly isOverride: boolean
      readonly isAuto: boolean
      readonly version: Position
      readonly createdAt: Instant
      readonly updatedAt: Instant
    }
  /**
   * What an admin sees of another member's pick before the lock, and the owner of a sealed one: that it exists, and neither
   * when nor how often it changed.
   */
  | { readonly team: null }
)

/** Selects picks. At least one condition is required. */
export interface PickFilter {
  readonly weekIds?: readonly number[] | undefined
  readonly entryIds?: readonly number[] | undefined
  readonly seasonYear?: number | undefined
}

interface Row {
  readonly entry_id: EntryId
  readonly week_id: WeekId
  readonly slot: Slot
  readonly team: TeamAbbr | null
  readonly is_override: boolean
  readonly is_auto: boolean
  readonly version: Position
  readonly created_at: Instant
  readonly updated_at: Instant
}

/**
 * The only reader of picks for viewers (docs/architecture.md, "Reads and secrecy"). Everyone sees the picks of a locked week. Before the
 * lock, owners see their own unless it is sealed, and an admin sees that a pick exists. A team that the viewer may not know does not leave the database.
 */
export function visiblePicks(db: QueryExecutorProvider, viewer: Viewer, filter: PickFilter): Promise<readonly VisiblePick[]> {
  return readPicks(db, viewer, filter, sql`false`)
}

/** Like {@link visiblePicks}, for the admin's picks list only: an unmasked week shows its teams (docs/rules.md §10.2). */
export function picksForAdminList(
  db: QueryExecutorProvider,
  viewer: Extract<Viewer, { kind: 'admin' }>,
  weekId: number,
): Promise<readonly VisiblePick[]> {
  return readPicks(db, viewer, { weekIds: [weekId] }, sql`w.unmasked`)
}

async function readPicks(
  db: QueryExecutorProvider,
  viewer: Viewer,
  filter: PickFilter,
  unmasked: RawBuilder<unknown>,
): Promise<readonly VisiblePick[]> {
  const isKnown = sql`(w.locked_position IS NOT NULL OR ${ownedAndUnsealed(viewer, 'e', sql`p.version`)} OR ${unmasked})`
  const isListed = viewer.kind === 'admin' ? sql`true` : sql`(${isKnown} OR e.user_id = ${viewerId(viewer)})`
  const { rows } = await sql<Row>`
    SELECT p.entry_id, p.week_id, p.slot, CASE WHEN ${isKnown} THEN p.team END AS team, p.is_override, p.is_auto, p.version, ${createdAtForOwner} AS created_at,
      p.updated_at
    FROM ${LIVE.weeks} AS w
    JOIN ${LIVE.picks} AS p ON p.week_id = w.id
    JOIN ${LIVE.entries} AS e ON e.id = p.entry_id
    WHERE ${conditionOf(filter)} AND ${isListed}
    ORDER BY p.entry_id, w.season_year, w.week_number, p.slot`.execute(db)
  return rows.map(visiblePick)
}

function conditionOf({ weekIds, entryIds, seasonYear }: PickFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = []
  if (weekIds !== undefined) conditions.push(sql`w.id = ANY (${weekIds}::bigint[])`)
  if (entryIds !== undefined) conditions.push(sql`p.entry_id = ANY (${entryIds}::bigint[])`)
  if (seasonYear !== undefined) conditions.push(sql`w.season_year = ${seasonYear}`)
  if (conditions.length === 0) throw new RangeError('Picks need a filter by week, entry or season')
  return sql.join(conditions, sql` AND `)
}

function visiblePick(row: Row): VisiblePick {
  const { entry_id: entryId, week_id: weekId, slot } = row
  const place = { id: pickIdOf(entryId, weekId, slot), entryId, weekId, slot }
  if (row.team === null) return { ...place, team: null }
  const { team, is_override: isOverride, is_auto: isAuto, version, created_at: createdAt, updated_at: updatedAt } = row
  return { ...place, team, isOverride, isAuto, version, createdAt, updatedAt }
}

/** An entry's revealed picks of a season: the teams by week number, and the weeks whose pick was automatic. */
export interface RevealedPicks {
  readonly teams: Readonly<Record<string, TeamAbbr>>
  /** The teams of the slots from the second on; null if there is none. */
  readonly more: Readonly<Record<string, readonly TeamAbbr[]>> | null
  /** The number of a week once for each automatic pick. */
  readonly auto: readonly number[] | null
  /** The teams of these picks, in the same order. */
  readonly auto_teams: readonly TeamAbbr[] | null
}

/**
 * Reads the revealed picks of a season, by entry: the same as {@link visiblePicks} for a visitor. Aggregated in the
 * database, because a season has too many picks to transfer them one by one.
 */
export async function revealedPicks(
  db: QueryExecutorProvider,
  seasonYear: number,
  entryIds?: readonly number[],
): Promise<ReadonlyMap<EntryId, RevealedPicks>> {
  const ofEntries = entryIds === undefined ? sql`true` : sql`p.entry_id = ANY (${entryIds}::bigint[])`
  const { rows } = await sql<RevealedPicks & { entry_id: EntryId }>`
    SELECT p.entry_id, coalesce(json_object_agg(w.week_number, p.team) FILTER (WHERE p.slot = 1), '{}') AS teams,
      (SELECT json_object_agg(other.week_number, other.teams) FROM (
        SELECT more.week_number, json_agg(more.team ORDER BY more.slot) AS teams
        FROM unnest(array_agg(w.week_number) FILTER (WHERE p.slot > 1), array_agg(p.slot) FILTER (WHERE p.slot > 1),
          array_agg(p.team) FILTER (WHERE p.slot > 1)) AS more (week_number, slot, team)
        GROUP BY more.week_number) AS other) AS more,
      json_agg(w.week_number ORDER BY w.week_number, p.slot) FILTER (WHERE p.is_auto) AS auto,
      json_agg(p.team ORDER BY w.week_number, p.slot) FILTER (WHERE p.is_auto) AS auto_teams
    FROM ${LIVE.weeks} AS w JOIN ${LIVE.picks} AS p ON p.week_id = w.id
    WHERE w.season_year = ${seasonYear} AND w.locked_position IS NOT NULL AND ${ofEntries}
    GROUP BY p.entry_id`.execute(db)
  return new Map(rows.map((row) => [row.entry_id, row]))
}
