import type { ProvedEvent, WeekProof } from '@outlast/contract'
import { type EntryId, eventsThat, type PickData, type PoolRules, type Position, type WeekId } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { eventColumns, eventOfRow, literals, type LogRow } from '../log/event-rows.ts'
import { LIVE, type WeekRow } from '../tables/rows.ts'
import { decidingEvents } from './deciding-events.ts'

// Raw SQL: set operations on the leaves of a lock, and the columns of the log that several queries share (event-rows.ts).

type Leaf = { readonly entry_id: EntryId } & (LogRow | { readonly position: null })

interface LockedWeek extends Pick<WeekRow, 'id' | 'season_year' | 'week_number'> {
  readonly merkle_root: string
  readonly locked_position: Position
}

/** The positions of further events of a proof. */
type Positions = readonly Position[]

const CHANGES = eventsThat('sets_pick', 'clears_pick', 'restores_pick')

/**
 * Reads everything needed to recompute a week's Merkle root: its leaves as of the standing lock, in the order of the tree, including those
 * of entries that were deleted since; and the events from which its picks, its results and its eliminations follow. The events come from
 * the log alone, so that a changed row of the read models has none. Returns `undefined` if there is no such week or it is open.
 * @param rules the rules of the week's season, according to the log
 */
export async function lockProof(db: QueryExecutorProvider, weekId: number, rules: PoolRules): Promise<WeekProof | undefined> {
  const weeks = await sql<LockedWeek>`
    SELECT id, season_year, week_number, merkle_root, locked_position FROM ${LIVE.weeks}
    WHERE id = ${weekId} AND locked_position IS NOT NULL`.execute(db)
  const week = weeks.rows[0]
  if (week === undefined) return undefined
  const leaves = await readLeaves(db, week.id)
  const { positions, unproved } = await decidingEvents(db, week, rules)
  const events = await readEvents(db, week, positions)
  const lock = events.find(({ position }) => position === week.locked_position)
  if (lock === undefined) throw new Error(`the log has no event ${week.locked_position}, which locked week ${week.id}`)
  const explaining = events.filter((event) => event !== lock)
  return {
    week_id: week.id,
    season_year: week.season_year,
    week_number: week.week_number,
    position: week.locked_position,
    merkle_root: week.merkle_root,
    leaves: proofLeaves(leaves),
    changed_after_lock: changedAfter(week.locked_position, explaining),
    lock,
    events: explaining,
    picks: await readPicks(db, week.id),
    games: await readGames(db, week.id),
    out: await readOut(db, week),
    unproved: [...unproved],
  }
}

async function readLeaves(db: QueryExecutorProvider, weekId: WeekId): Promise<readonly Leaf[]> {
  const { rows } = await sql<Leaf>`
    SELECT leaf.entry_id, ${eventColumns}
    FROM ${LIVE.locked_picks} AS l
    CROSS JOIN LATERAL unnest(l.entry_ids, l.pick_positions) WITH ORDINALITY AS leaf (entry_id, pick_position, place)
    LEFT JOIN events AS e ON e.position = leaf.pick_position
    WHERE l.week_id = ${weekId} ORDER BY leaf.entry_id, leaf.place`.execute(db)
  return rows
}

/**
 * Reads the lock, the picks after it, the latest picks before it of entries without a leaf (a reopening undoes automatic picks and removals
 * of void plans), and the deletions of entries that the week had: their own, that of their account (with the creation, which names the account), or a purge. With them others at given positions.
 */
async function readEvents(
  db: QueryExecutorProvider,
  { id, locked_position: lock }: LockedWeek,
  others: Positions,
): Promise<ProvedEvent[]> {
  const { rows } = await sql<ProvedEvent>`
    WITH of_picks AS MATERIALIZED (
      SELECT position, (data ->> 'entryId')::bigint AS entry_id, data ->> 'pickId' AS pick_id FROM events
      WHERE type IN (${literals(CHANGES)}) AND data ->> 'weekId' = ${String(id)}
        AND (position > coalesce((
            SELECT max(reopened.position) FROM events AS reopened
            WHERE reopened.stream = ${`week-${id}`} AND reopened.type = 'WeekReopened'), 0)
          OR NOT (type IN ('PickAssigned', 'PickRestored') OR data ?| ARRAY['usedIn', 'noGame']))
    ),
    leaves AS MATERIALIZED (SELECT unnest(entry_ids) AS entry_id FROM ${LIVE.locked_picks} WHERE week_id = ${id}),
    gone AS MATERIALIZED (
      SELECT entry_id FROM (SELECT entry_id FROM leaves UNION SELECT entry_id FROM of_picks) AS concerned
      WHERE NOT EXISTS (SELECT FROM ${LIVE.entries} AS own WHERE own.id = concerned.entry_id)
    ),
    created AS MATERIALIZED (
      SELECT e.position, e.data ->> 'userId' AS user_id FROM gone JOIN events AS e ON e.stream = 'entry-' || gone.entry_id AND e.version = 1
    ),
    wanted AS (
      SELECT unnest(${[lock, ...others]}::bigint[]) AS position
      UNION SELECT position FROM of_picks WHERE position > ${lock}
      UNION SELECT max(position) FROM of_picks
        WHERE position < ${lock} AND NOT EXISTS (SELECT FROM leaves WHERE leaves.entry_id = of_picks.entry_id) GROUP BY pick_id
      UNION SELECT e.position FROM gone JOIN events AS e ON e.stream = 'entry-' || gone.entry_id AND e.type = 'EntryDeleted'
      UNION SELECT unnest(ARRAY[created.position, e.position])
        FROM created JOIN events AS e ON e.stream = 'user-' || created.user_id AND e.type = 'UserDeleted'
      UNION SELECT position FROM events
        WHERE stream = 'pool' AND type = 'UsersAndEntriesPurged' AND position > ${lock} AND EXISTS (SELECT FROM gone)
    )
    SELECT e.position, e.stream, e.version, e.event_id, e.type, e.schema_version, e.recorded_at, e.site_time, e.data,
      encode(e.data_hash, 'hex') AS data_hash, e.metadata,
      coalesce(encode(before.hash, 'hex'), repeat('0', 64)) AS previous_hash, encode(e.hash, 'hex') AS hash
    FROM events AS e JOIN wanted USING (position) LEFT JOIN events AS before ON before.position = e.position - 1
    ORDER BY e.position`.execute(db)
  return rows
}

/** Returns the entries whose pick an admin has set, changed or cleared since the lock. Deleted entries are left out. */
function changedAfter(lock: number, events: readonly ProvedEvent[]): number[] {
  const changed = events.filter(({ type, position }) => CHANGES.some((other) => other === type) && position > lock)
  const deleted = new Set(events.filter(({ type }) => type === 'EntryDeleted').map(({ data }) => data['entryId']))
  const ids = new Set(changed.map(({ data }) => data['entryId'] as number))
  return [...ids].filter((entryId) => !deleted.has(entryId)).sort((a, b) => a - b)
}

/** Reads the picks that every read of the week shows. The week is locked. */
async function readPicks(db: QueryExecutorProvider, weekId: WeekId): Promise<WeekProof['picks']> {
  const { rows } = await sql<WeekProof['picks'][number]>`
    SELECT p.entry_id, p.team AS team_abbr FROM ${LIVE.picks} AS p JOIN ${LIVE.entries} AS own ON own.id = p.entry_id
    WHERE p.week_id = ${weekId} ORDER BY p.entry_id, p.slot`.execute(db)
  return rows
}

/** Reads the games that every read of the week shows. */
async function readGames(db: QueryExecutorProvider, weekId: WeekId): Promise<WeekProof['games']> {
  const { rows } = await sql<WeekProof['games'][number]>`
    SELECT id, home AS home_team_abbr, away AS away_team_abbr, status, home_score, away_score FROM ${LIVE.games}
    WHERE week_id = ${weekId} ORDER BY id`.execute(db)
  return rows
}

/** Reads the entries that every read shows as out since the week. */
async function readOut(db: QueryExecutorProvider, { season_year, week_number }: LockedWeek): Promise<number[]> {
  const { rows } = await sql<{ entry_id: EntryId }>`
    SELECT fallen.entry_id FROM ${LIVE.eliminations} AS fallen JOIN ${LIVE.entries} AS own ON own.id = fallen.entry_id
    WHERE fallen.season_year = ${season_year} AND fallen.eliminated_week = ${week_number} ORDER BY fallen.entry_id`.execute(db)
  return rows.map(({ entry_id }) => entry_id)
}

/** An entry has a leaf for each slot of the week, in their order. */
function proofLeaves(leaves: readonly Leaf[]): WeekProof['leaves'] {
  let slot = 0
  return leaves.map((leaf, i) => {
    slot = leaves[i - 1]?.entry_id === leaf.entry_id ? slot + 1 : 1
    return proofLeaf(leaf, slot)
  })
}

function proofLeaf(leaf: Leaf, slot: number): WeekProof['leaves'][number] {
  const place = { entry_id: leaf.entry_id, ...(slot > 1 && { slot }) }
  if (leaf.position === null) return { ...place, team_abbr: null, nonce: null, commitment: null }
  const event = eventOfRow(leaf)
  const { team, nonce, commitment } = event.data as PickData
  const mark = event.type === 'PickAssigned' ? { is_auto: true as const } : {}
  return { ...place, team_abbr: team, nonce, commitment, ...mark }
}
