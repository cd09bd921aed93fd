import {
  type EntryId,
  type EventData,
  type EventsThat,
  eventsOfResults,
  eventsThat,
  type Loss,
  type PoolRules,
  type Position,
  type RecordedEvent,
  type WeekId,
} from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { eventColumns, eventOfRow, type LogRow } from '../log/event-rows.ts'
import { LIVE } from '../tables/rows.ts'

// Raw SQL: the columns of the log that several queries share (event-rows.ts).

type StandingEvent = Extract<RecordedEvent, { readonly type: EventsThat<'sets_standing'> }>

interface LockedWeek {
  readonly id: WeekId
  readonly season_year: number
  readonly locked_position: Position
}

/** The events that decide what a locked week shows of its games, and who is out. */
export interface DecidingEvents {
  readonly positions: readonly Position[]
  /** Entries with an event that is left out, because it names a pick of a week that is hidden. */
  readonly unproved: readonly EntryId[]
}

/** Finds in the log the events from which the results of a week and the eliminations of its season follow, besides the picks. */
export async function decidingEvents(db: QueryExecutorProvider, week: LockedWeek, rules: PoolRules): Promise<DecidingEvents> {
  const results = eventsOfResults(await readStream(db, `week-${week.id}`), week.locked_position)
  const locked = await lockedWeeks(db)
  const standings = await standingEvents(db, week)
  const isHidden = (event: StandingEvent): boolean => lossesOf(event).some(({ weekId }) => !locked.has(weekId))
  const hidden = standings.filter(isHidden)
  const positions = [...results, ...standings.filter((event) => !isHidden(event))].map(({ position }) => position)
  return {
    positions: [
      ...positions,
      ...(await positionOfRules(db, rules)),
      ...(rules.lateEntryLosses ? await lateEntries(db, week) : []),
    ],
    unproved: [...new Set(hidden.flatMap(({ data }) => data.entryId ?? []))].sort((a, b) => a - b),
  }
}

async function readStream(db: QueryExecutorProvider, stream: string) {
  const { rows } = await sql<LogRow>`
    SELECT ${eventColumns} FROM events AS e WHERE e.stream = ${stream} ORDER BY e.version`.execute(db)
  return rows.map(eventOfRow)
}

async function standingEvents(db: QueryExecutorProvider, { id, season_year }: LockedWeek): Promise<readonly StandingEvent[]> {
  const { rows } = await sql<LogRow>`
    SELECT ${eventColumns} FROM (
      SELECT unnest(entry_ids) AS entry_id FROM ${LIVE.locked_picks} WHERE week_id = ${id} UNION SELECT id FROM ${LIVE.entries}
    ) AS own JOIN events AS e ON e.stream = 'entry-' || own.entry_id
    WHERE e.type = ANY (${eventsThat('sets_standing')}::text[]) AND (e.data ->> 'seasonYear')::integer = ${season_year}
    ORDER BY e.position`.execute(db)
  return rows.map((row) => eventOfRow(row) as StandingEvent)
}

/** Where the log says that entries joined the season after the week had locked, and where it locked first. */
async function lateEntries(db: QueryExecutorProvider, { id, season_year }: LockedWeek): Promise<readonly Position[]> {
  const { rows } = await sql<{ joined: Position; first_lock: Position | null }>`
    SELECT e.position AS joined, (SELECT first_lock_position FROM ${LIVE.weeks} WHERE id = ${id}) AS first_lock
    FROM ${LIVE.season_members} AS m JOIN events AS e ON e.stream = 'entry-' || m.entry_id
    WHERE m.season_year = ${season_year}
      AND (e.type = 'EntryCreated' OR (e.type = 'EntryRenewed' AND (e.data ->> 'seasonYear')::integer = ${season_year}))
      AND e.position > (SELECT min(position) FROM events WHERE stream = ${`week-${id}`} AND type = 'WeekLocked')`.execute(db)
  return rows.flatMap(({ joined, first_lock }) => (first_lock === null ? [joined] : [joined, first_lock]))
}

async function lockedWeeks(db: QueryExecutorProvider): Promise<ReadonlySet<WeekId>> {
  const { rows } = await sql<{ id: WeekId }>`SELECT id FROM ${LIVE.weeks} WHERE locked_position IS NOT NULL`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the losses that an event names. With its team, a loss is a pick. */
function lossesOf({ data }: StandingEvent): readonly Loss[] {
  if ('forgiven' in data) return data.forgiven
  if ('waived' in data) return [data.loss, ...data.waived]
  return 'unwaived' in data ? (data.unwaived ?? []) : []
}

/** Finds the newest event that set these rules; none if they are the default. */
async function positionOfRules(db: QueryExecutorProvider, rules: PoolRules): Promise<readonly Position[]> {
  const { rows } = await sql<LogRow>`
    SELECT ${eventColumns} FROM events AS e
    WHERE e.stream = 'pool' AND e.type = 'PoolRulesChanged' ORDER BY e.position DESC`.execute(db)
  const wanted = comparable(rules)
  const found = rows.map(eventOfRow).find(({ data }) => comparable((data as EventData['PoolRulesChanged']).rules) === wanted)
  return found === undefined ? [] : [found.position]
}

/** The rules as text. The database does not keep the order of keys. */
const comparable = (rules: PoolRules): string =>
  JSON.stringify(rules, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
