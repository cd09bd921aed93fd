import type { AuditLine, AuditPage } from '@outlast/contract'
import { auditEventOf, type AuditRecord, describeAuditRecord } from '@outlast/contract/audit/audit-events'
import { EVENTS, type EventKind, eventsKnownTo, PICK_EVENTS } from '@outlast/domain'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { eventColumns, eventOfRow, type HashedLogRow, literals } from '../log/event-rows.ts'
import { ownedAndUnsealed } from '../picks/seal.ts'
import type { Viewer } from '../picks/viewer.ts'
import { LIVE } from '../tables/rows.ts'
import { ofKind, visibleTo } from './visibility.ts'

/** Selects lines: the newest first, optionally before a position; or the oldest first after a position. */
export interface AuditFilter {
  readonly limit: number
  readonly before?: number | undefined
  readonly after?: number | undefined
  readonly kind?: EventKind | undefined
  /** `hide` leaves out scores of games in progress. */
  readonly progress?: 'hide' | 'show' | undefined
  readonly entry_id?: number | undefined
  readonly week_id?: number | undefined
  readonly actor_id?: number | undefined
}

type Row = NamedRow & RowWeek & RowGame

interface NamedRow extends HashedLogRow {
  readonly entry_id: number | null
  readonly entry_name: string | null
  /** Whether the viewer owns the entry and none of its picks may be sealed. Null if the entry was deleted. */
  readonly is_own: boolean | null
  readonly user_id: number | null
  readonly user_name: string | null
  readonly actor_name: string | null
  /** Of a renamed entry. */
  readonly previous_name: string | null
}

/** Read from the first event of its stream, which remains when the week is deleted. */
type RowWeek =
  | { readonly week_id: number; readonly season_year: number; readonly week_number: number }
  | { readonly week_id: null }

type RowGame = { readonly away: string; readonly home: string } | { readonly away: null }

/** Reads events of the log as far as the viewer may know them; {@link visibleTo} decides who may know what. */
export async function auditLines(
  db: QueryExecutorProvider,
  viewer: Viewer,
  filter: AuditFilter,
): Promise<readonly AuditRecord[]> {
  const rows = await readRows(db, viewer, filter)
  const weeks = await readWeeks(db)
  return rows.map((row) => factsOf(row, weeks))
}

/** Reads a page of the audit trail in the API's form. */
export async function auditPage(db: QueryExecutorProvider, viewer: Viewer, filter: AuditFilter): Promise<AuditPage> {
  const found = await auditLines(db, viewer, { ...filter, limit: filter.limit + 1 })
  const lines = found.slice(0, filter.limit).map(auditLine)
  return { lines, next: found.length > filter.limit ? (lines.at(-1)?.position ?? null) : null }
}

function auditLine(facts: AuditRecord): AuditLine {
  return {
    position: facts.position,
    recorded_at: facts.recorded_at,
    site_time: facts.site_time,
    type: facts.type,
    kind: EVENTS[facts.type].kind,
    actor: facts.actor,
    sentence: describeAuditRecord(facts),
    entry_id: facts.entry?.id ?? null,
    week_id: facts.week?.id ?? null,
    reason: facts.reason,
    hash: facts.hash,
  }
}

/**
 * Reads the page first and then its names. The names of deleted weeks and entries are in the first events of their streams. Raw SQL,
 * because conditions on the log are composed from fragments that its indexes support.
 */
async function readRows(db: QueryExecutorProvider, viewer: Viewer, filter: AuditFilter): Promise<readonly Row[]> {
  const order = filter.after === undefined ? sql`DESC` : sql`ASC`
  const { rows } = await sql<Row>`
    WITH page AS MATERIALIZED (
      SELECT e.position FROM ${sourceOf(filter)} AS e
      LEFT JOIN ${LIVE.entries} AS own ON own.id = (e.data ->> 'entryId')::bigint
      LEFT JOIN ${LIVE.weeks} AS w ON w.id = (e.data ->> 'weekId')::bigint
      WHERE ${visibleTo(viewer)} AND ${conditionOf(filter)}
      ORDER BY e.position ${order} LIMIT ${filter.limit}
    )
    SELECT ${eventColumns}, (e.data ->> 'entryId')::bigint AS entry_id,
      ${ownedAndUnsealed(viewer, 'own', sql`0`)} AS is_own,
      coalesce(own.name, made.data ->> 'name') AS entry_name, (e.data ->> 'weekId')::bigint AS week_id,
      (added.data ->> 'seasonYear')::integer AS season_year, (added.data ->> 'weekNumber')::double precision AS week_number,
      (e.data ->> 'userId')::bigint AS user_id, subject.first_name || ' ' || subject.last_name AS user_name,
      actor.first_name || ' ' || actor.last_name AS actor_name, g.away, g.home,
      CASE WHEN e.type = 'EntryRenamed' THEN (
        SELECT named.data ->> 'name' FROM events AS named
        WHERE named.stream = e.stream AND named.version < e.version AND named.type IN ('EntryCreated', 'EntryRenamed')
        ORDER BY named.version DESC LIMIT 1) END AS previous_name
    FROM page JOIN events AS e ON e.position = page.position
    LEFT JOIN ${LIVE.entries} AS own ON own.id = (e.data ->> 'entryId')::bigint
    LEFT JOIN ${LIVE.games} AS g ON g.id = (e.data ->> 'gameId')::bigint
    LEFT JOIN events AS made ON made.stream = 'entry-' || (e.data ->> 'entryId') AND made.version = 1
    LEFT JOIN events AS added ON added.stream = 'week-' || (e.data ->> 'weekId') AND added.version = 1
    LEFT JOIN accounts AS subject ON subject.user_id = (e.data ->> 'userId')::bigint
    LEFT JOIN accounts AS actor ON actor.user_id = (e.metadata ->> 'actor')::bigint
    ORDER BY e.position ${order}`.execute(db)
  return rows
}

function conditionOf(filter: AuditFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (filter.before !== undefined) conditions.push(sql`e.position < ${filter.before}`)
  if (filter.after !== undefined) conditions.push(sql`e.position > ${filter.after}`)
  if (filter.kind !== undefined) conditions.push(ofKind(filter.kind))
  if (filter.progress === 'hide') conditions.push(sql`e.type <> 'GameScored'`)
  if (filter.entry_id !== undefined) conditions.push(sql`e.data ->> 'entryId' = ${String(filter.entry_id)}`)
  if (filter.actor_id !== undefined) conditions.push(sql`e.metadata ->> 'actor' = ${String(filter.actor_id)}`)
  return sql.join(conditions, sql` AND `)
}

/**
 * Returns the log; for a week or an entry, its own stream and the changes of its picks. PostgreSQL uses the index of each part, which it
 * would not do for one condition that covers both.
 */
function sourceOf({ week_id: weekId, entry_id: entryId }: AuditFilter): RawBuilder<unknown> {
  if (weekId !== undefined) {
    return sql`(
      SELECT * FROM events WHERE stream = ${`week-${weekId}`}
      UNION ALL
      SELECT * FROM events WHERE type IN (${literals(PICK_EVENTS)}) AND data ->> 'weekId' = ${String(weekId)})`
  }
  if (entryId === undefined) return sql`events`
  const stream = `entry-${entryId}`
  return sql`(
    SELECT * FROM events WHERE stream = ${stream}
    UNION ALL
    SELECT * FROM events
    WHERE type IN (${literals([...PICK_EVENTS, ...eventsKnownTo('owner')])}) AND data ->> 'entryId' = ${String(entryId)} AND stream <> ${stream})`
}

interface KnownWeek {
  readonly week_number: number
  readonly is_locked: boolean
}

async function readWeeks(db: QueryExecutorProvider): Promise<ReadonlyMap<number, KnownWeek>> {
  const { rows } = await sql<KnownWeek & { readonly id: number }>`
    SELECT id, week_number, locked_position IS NOT NULL AS is_locked FROM ${LIVE.weeks}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

function factsOf(row: Row, weeks: ReadonlyMap<number, KnownWeek>): AuditRecord {
  const event = eventOfRow(row)
  const isOwn = row.is_own === true
  return {
    ...auditEventOf(event, {
      game: row.away === null ? null : { away_team_abbr: row.away, home_team_abbr: row.home },
      previousName: row.previous_name,
      weekNumber: (weekId) => weeks.get(weekId)?.week_number ?? null,
      maySeePick: (weekId) => isOwn || weeks.get(weekId)?.is_locked === true,
    }),
    position: event.position,
    recorded_at: event.recordedAt,
    site_time: event.siteTime,
    actor: { id: event.metadata.actor, name: row.actor_name, role: event.metadata.role },
    entry: row.entry_id === null ? null : { id: row.entry_id, name: row.entry_name },
    week: row.week_id === null ? null : { id: row.week_id, season_year: row.season_year, week_number: row.week_number },
    user: row.user_id === null || event.type === 'EventsRedacted' ? null : { id: row.user_id, name: row.user_name },
    reason: event.metadata.reason ?? null,
    hash: row.hash,
  }
}
