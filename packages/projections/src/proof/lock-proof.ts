import type { ProvedEvent, WeekProof } from '@outlast/contract'
import {
  type EntryId,
  type EventOfType,
  eventsThat,
  PICK_EVENTS,
  type PickData,
  type PoolState,
  type Position,
  type RecordedEvent,
} from '@outlast/domain'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { eventColumns, eventOfRow, literals, type LogRow } from '../log/event-rows.ts'
import { decidingEvents } from './deciding-events.ts'
import { leavesAtLock, type LockLeaf, type PickEvent } from './lock-leaves.ts'
import { type ProvedWeek, provedWeek } from './proved-week.ts'

// Raw SQL: the columns of the log that several queries share (event-rows.ts).

const CHANGES = eventsThat('sets_pick', 'clears_pick', 'restores_pick')

/**
 * Returns everything needed to recompute a week's Merkle root: its leaves as of the standing lock, in the order of the tree, including those
 * of entries that were deleted since; and the events from which its picks, its results and its eliminations follow. The events come from
 * the log alone, so that a pool in memory that differs from it has none. Returns `undefined` if there is no such week or it is open.
 */
export async function lockProof(db: QueryExecutorProvider, pool: PoolState, weekId: number): Promise<WeekProof | undefined> {
  const week = provedWeek(pool, weekId)
  if (week === undefined) return undefined
  const { round, lock, picks, games, out } = week
  const changes = (await readChanges(db, week)) as readonly PickEvent[]
  const stream = await readEvents(db, week, sql`e.stream = ${`week-${round.id}`}`)
  const changed = new Set([...changes.map(({ data }) => data.entryId), ...missedAt(stream, lock.position)])
  const gone = [...changed].filter((id) => !week.entryIds.has(id))
  const deletions = gone.length === 0 ? [] : await readDeletions(db, week, gone)
  const leaves = leavesAtLock(week, inOrder([...changes, ...stream, ...deletions]))
  const leafEntries = new Set(leaves.map(({ entryId }) => entryId))
  const counting = changesThatCount(changes, stream)
  const concerned = new Set([...leafEntries, ...counting.map(({ data }) => data.entryId)])
  const { positions, unproved } = await decidingEvents(db, week, stream, leafEntries)
  const events = await readProved(db, [
    lock.position,
    ...positions,
    ...explaining(counting, leafEntries, lock.position),
    ...deletionsOf(deletions, concerned, lock.position),
  ])
  const lockEvent = events.find(({ position }) => position === lock.position)
  if (lockEvent === undefined) throw new Error(`the log has no event ${lock.position}, which locked week ${round.id}`)
  const others = events.filter((event) => event !== lockEvent)
  const byPosition = new Map(changes.map((event) => [event.position, event]))
  return {
    week_id: round.id,
    season_year: round.seasonYear,
    week_number: round.weekNumber,
    position: lock.position,
    merkle_root: lock.merkleRoot,
    leaves: leaves.map((leaf) => proofLeaf(leaf, byPosition)),
    changed_after_lock: changedAfter(lock.position, others),
    lock: lockEvent,
    events: others,
    picks,
    games,
    out,
    unproved: [...unproved],
  }
}

const inOrder = (events: readonly RecordedEvent[]): readonly RecordedEvent[] => events.toSorted((a, b) => a.position - b.position)

function missedAt(stream: readonly RecordedEvent[], lock: Position): readonly EntryId[] {
  return stream.flatMap((event) => (event.type === 'WeekLocked' && event.position === lock ? event.data.missed : []))
}

async function readEvents(
  db: QueryExecutorProvider,
  { position }: ProvedWeek,
  condition: RawBuilder<unknown>,
): Promise<readonly RecordedEvent[]> {
  const { rows } = await sql<LogRow>`
    SELECT ${eventColumns} FROM events AS e WHERE ${condition} AND e.position <= ${position} ORDER BY e.position`.execute(db)
  return rows.map(eventOfRow)
}

/** Reads every change of a pick of the week. */
function readChanges(db: QueryExecutorProvider, week: ProvedWeek): Promise<readonly RecordedEvent[]> {
  return readEvents(db, week, sql`e.type IN (${literals(PICK_EVENTS)}) AND e.data ->> 'weekId' = ${String(week.round.id)}`)
}

/** Reads the creations of entries that are gone, and what may have deleted them: they themselves, their account, or a purge. */
async function readDeletions(
  db: QueryExecutorProvider,
  week: ProvedWeek,
  gone: readonly EntryId[],
): Promise<readonly RecordedEvent[]> {
  const own = await readEvents(
    db,
    week,
    sql`e.stream = ANY (${gone.map((id) => `entry-${id}`)}::text[]) AND e.type IN ('EntryCreated', 'EntryHandedOver', 'EntryDeleted')`,
  )
  const users = own.flatMap((event) => (namesOwner(event) ? [`user-${event.data.userId}`] : []))
  const accounts = await readEvents(db, week, sql`e.stream = ANY (${users}::text[]) AND e.type = 'UserDeleted'`)
  const purges = await readEvents(db, week, sql`e.stream = 'pool' AND e.type = 'UsersAndEntriesPurged'`)
  return [...own, ...accounts, ...purges]
}

/** Returns the changes of picks that explain what a week shows: a reopening undoes automatic picks and removals of void plans. */
function changesThatCount(changes: readonly PickEvent[], stream: readonly RecordedEvent[]): readonly PickEvent[] {
  const reopened = stream.findLast(({ type }) => type === 'WeekReopened')?.position ?? 0
  const isUndone = ({ type, data }: PickEvent): boolean =>
    type === 'PickAssigned' || type === 'PickRestored' || 'usedIn' in data || 'noGame' in data
  const wanted = changes.filter(({ type }) => CHANGES.some((other) => other === type))
  return wanted.filter((event) => event.position > reopened || !isUndone(event))
}

/** Returns the picks after a lock, and the latest before it of entries without a leaf. */
function explaining(changes: readonly PickEvent[], leaves: ReadonlySet<EntryId>, lock: Position): readonly Position[] {
  const before = changes.filter(({ position, data }) => position < lock && !leaves.has(data.entryId))
  const latest = new Map(before.map(({ position, data }) => [data.pickId, position]))
  return [...latest.values(), ...changes.flatMap(({ position }) => (position > lock ? [position] : []))]
}

/** Whether an event says whose an entry is. */
const namesOwner = (event: RecordedEvent): event is RecordedEvent & EventOfType<'EntryCreated' | 'EntryHandedOver'> =>
  event.type === 'EntryCreated' || event.type === 'EntryHandedOver'

/**
 * Returns the deletions of entries that the week had: their own, that of their account (with what names the account: the creation, and who
 * the entry was given to), or a purge after the lock.
 */
function deletionsOf(events: readonly RecordedEvent[], concerned: ReadonlySet<EntryId>, lock: Position): readonly Position[] {
  const owners = events.filter(namesOwner).filter(({ data }) => concerned.has(data.entryId))
  if (owners.length === 0) return []
  const deletedUsers = new Set(events.flatMap(({ type, data }) => (type === 'UserDeleted' ? [data.userId] : [])))
  const ofDeleted = new Set(owners.flatMap(({ data }) => (deletedUsers.has(data.userId) ? [data.entryId] : [])))
  return events.flatMap((event) => {
    const { position } = event
    if (event.type === 'EntryDeleted') return concerned.has(event.data.entryId) ? [position] : []
    if (event.type === 'UserDeleted') return owners.some(({ data }) => data.userId === event.data.userId) ? [position] : []
    if (namesOwner(event)) return ofDeleted.has(event.data.entryId) ? [position] : []
    return position > lock ? [position] : []
  })
}

async function readProved(db: QueryExecutorProvider, positions: readonly Position[]): Promise<ProvedEvent[]> {
  const { rows } = await sql<ProvedEvent>`
    SELECT e.position, e.stream, e.version, e.event_id, e.type, e.schema_version, e.recorded_at, e.site_time, e.data,
      encode(e.data_hash, 'hex') AS data_hash, e.metadata,
      coalesce(encode(before.hash, 'hex'), repeat('0', 64)) AS previous_hash, encode(e.hash, 'hex') AS hash
    FROM events AS e LEFT JOIN events AS before ON before.position = e.position - 1
    WHERE e.position = ANY (${[...new Set(positions)]}::bigint[]) ORDER BY e.position`.execute(db)
  return rows
}

/** Returns the entries whose pick an admin has set, changed or cleared since the lock. Deleted entries are left out. */
function changedAfter(lock: number, events: readonly ProvedEvent[]): number[] {
  const changed = events.filter(({ type, position }) => CHANGES.some((other) => other === type) && position > lock)
  const deleted = new Set(events.filter(({ type }) => type === 'EntryDeleted').map(({ data }) => data['entryId']))
  const ids = new Set(changed.map(({ data }) => data['entryId'] as number))
  return [...ids].filter((entryId) => !deleted.has(entryId)).sort((a, b) => a - b)
}

function proofLeaf(
  { entryId, slot, pickPosition }: LockLeaf,
  events: ReadonlyMap<Position, PickEvent>,
): WeekProof['leaves'][number] {
  const place = { entry_id: entryId, ...(slot > 1 && { slot }) }
  const event = pickPosition === null ? undefined : events.get(pickPosition)
  if (event === undefined) return { ...place, team_abbr: null, nonce: null, commitment: null }
  const { team, nonce, commitment } = event.data as PickData
  const mark = event.type === 'PickAssigned' ? { is_auto: true as const } : {}
  return { ...place, team_abbr: team, nonce, commitment, ...mark }
}
