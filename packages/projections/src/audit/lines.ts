import type { AuditLine, AuditPage } from '@outlast/contract'
import { auditEventOf, type AuditRecord, describeAuditRecord } from '@outlast/contract/audit/audit-events'
import {
  type EntryId,
  EVENTS,
  type EventKind,
  eventsKnownTo,
  gamesOf,
  keeperAt,
  knownFrom,
  PICK_EVENTS,
  type PoolState,
  type RecordedEvent,
  type WeekId,
} from '@outlast/domain'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { eventColumns, eventOfRow, type HashedLogRow, literals } from '../log/event-rows.ts'
import type { Viewer } from '../picks/viewer.ts'
import { lockedWeeks } from '../week/weeks.ts'
import { ofKind, ownEntries, visibleTo } from './visibility.ts'

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

type Row = NamedRow & RowWeek

interface NamedRow extends HashedLogRow {
  readonly entry_id: number | null
  /** The name with which the entry was created; null once it was redacted. */
  readonly first_name: string | null
  readonly owner_id: number | null
  readonly owner_name: string | null
  readonly user_id: number | null
  readonly user_name: string | null
  readonly actor_name: string | null
  /** Of a renamed entry. */
  readonly previous_name: string | null
  readonly token_name: string | null
}

/** Read from the first event of its stream, which remains when the week is deleted. */
type RowWeek =
  | { readonly week_id: number; readonly season_year: number; readonly week_number: number }
  | { readonly week_id: null }

/** Reads events of the log as far as the viewer may know them; {@link visibleTo} decides who may know what. */
export async function auditLines(
  db: QueryExecutorProvider,
  pool: PoolState,
  viewer: Viewer,
  filter: AuditFilter,
): Promise<readonly AuditRecord[]> {
  const facts = factsOfPool(pool, viewer)
  const rows = await readRows(db, pool, viewer, filter)
  return rows.map((row) => factsOf(row, facts))
}

/** Reads a page of the audit trail in the API's form. */
export async function auditPage(
  db: QueryExecutorProvider,
  pool: PoolState,
  viewer: Viewer,
  filter: AuditFilter,
): Promise<AuditPage> {
  const found = await auditLines(db, pool, viewer, { ...filter, limit: filter.limit + 1 })
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
async function readRows(
  db: QueryExecutorProvider,
  pool: PoolState,
  viewer: Viewer,
  filter: AuditFilter,
): Promise<readonly Row[]> {
  const order = filter.after === undefined ? sql`DESC` : sql`ASC`
  const { rows } = await sql<Row>`
    WITH page AS MATERIALIZED (
      SELECT e.position FROM ${sourceOf(filter)} AS e
      WHERE ${visibleTo(pool, viewer)} AND ${conditionOf(filter)} AND e.position <= ${pool.position}
      ORDER BY e.position ${order} LIMIT ${filter.limit}
    )
    SELECT ${eventColumns}, (e.data ->> 'entryId')::bigint AS entry_id,
      made.data ->> 'name' AS first_name, owner.user_id AS owner_id, owner.first_name || ' ' || owner.last_name AS owner_name, (e.data ->> 'weekId')::bigint AS week_id,
      (added.data ->> 'seasonYear')::integer AS season_year, (added.data ->> 'weekNumber')::double precision AS week_number,
      (e.data ->> 'userId')::bigint AS user_id, subject.first_name || ' ' || subject.last_name AS user_name,
      actor.first_name || ' ' || actor.last_name AS actor_name,
      CASE WHEN e.type = 'EntryRenamed' THEN (
        SELECT named.data ->> 'name' FROM events AS named
        WHERE named.stream = e.stream AND named.version < e.version AND named.type IN ('EntryCreated', 'EntryRenamed')
        ORDER BY named.version DESC LIMIT 1) END AS previous_name, token.name AS token_name
    FROM page JOIN events AS e ON e.position = page.position
    LEFT JOIN events AS made ON made.stream = 'entry-' || (e.data ->> 'entryId') AND made.version = 1
    LEFT JOIN accounts AS owner ON owner.user_id = (made.data ->> 'userId')::bigint
    LEFT JOIN events AS added ON added.stream = 'week-' || (e.data ->> 'weekId') AND added.version = 1
    LEFT JOIN accounts AS subject ON subject.user_id = (e.data ->> 'userId')::bigint
    LEFT JOIN accounts AS actor ON actor.user_id = (e.metadata ->> 'actor')::bigint
    LEFT JOIN token_names AS token
      ON e.type LIKE 'ProgramToken%' AND token.token_id = coalesce((e.data ->> 'tokenId')::bigint, e.position)
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

/** What lines say from the pool. All but the names are as of when they are asked for: the pool changes while the log is read. */
function factsOfPool(pool: PoolState, viewer: Viewer) {
  const unsealed = ownEntries(pool, viewer).filter((entry) => knownFrom(pool, entry) === 0)
  const own = new Set<number>(unsealed.map(({ id }) => id))
  return {
    entries: pool.entries,
    /** The viewer's entries, unless a pick of them may be sealed. */
    own,
    weekNumbers: new Map(Array.from(pool.rounds.values(), ({ id, weekNumber }) => [id, weekNumber])),
    locked: lockedWeeks(pool),
    games: new Map([...pool.rounds.values()].flatMap((round) => gamesOf(pool, round).map((game) => [game.id as number, game]))),
  }
}

function factsOf(row: Row, pool: ReturnType<typeof factsOfPool>): AuditRecord {
  const event = eventOfRow(row)
  const entry = row.entry_id === null ? undefined : pool.entries.get(row.entry_id as EntryId)
  const isOwn = row.entry_id !== null && pool.own.has(row.entry_id)
  return {
    ...auditEventOf(event, {
      game: gameOf(event, pool),
      previousName: row.previous_name,
      tokenName: row.token_name,
      isByHand: entry !== undefined && keeperAt(entry, event.position) !== undefined,
      weekNumber: (weekId) => pool.weekNumbers.get(weekId as WeekId) ?? null,
      maySeePick: (weekId) => isOwn || pool.locked.has(weekId as WeekId),
    }),
    position: event.position,
    recorded_at: event.recordedAt,
    site_time: event.siteTime,
    actor: {
      id: event.metadata.actor,
      name: row.actor_name,
      role: event.metadata.role,
      ...(event.metadata.program === undefined ? {} : { by_program: true }),
    },
    entry:
      row.entry_id === null
        ? null
        : {
            id: row.entry_id,
            name: entry?.name ?? row.first_name,
            owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name },
          },
    week: row.week_id === null ? null : { id: row.week_id, season_year: row.season_year, week_number: row.week_number },
    user: row.user_id === null || event.type === 'EventsRedacted' ? null : { id: row.user_id, name: row.user_name },
    reason: event.metadata.reason ?? null,
    hash: row.hash,
  }
}

function gameOf({ data }: RecordedEvent, { games }: ReturnType<typeof factsOfPool>) {
  const game = 'gameId' in data ? games.get(data.gameId) : undefined
  return game === undefined ? null : { away_team_abbr: game.away, home_team_abbr: game.home }
}
