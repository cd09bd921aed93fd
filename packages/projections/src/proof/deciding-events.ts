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
} from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { eventColumns, eventOfRow, type LogRow } from '../log/event-rows.ts'
import type { ProvedWeek } from './proved-week.ts'

// Raw SQL: the columns of the log that several queries share (event-rows.ts).

type StandingEvent = Extract<RecordedEvent, { readonly type: EventsThat<'sets_standing'> }>

/** The events that decide what a locked week shows of its games, and who is out. */
export interface DecidingEvents {
  readonly positions: readonly Position[]
  /** Entries with an event that is left out, because it names a pick of a week that is hidden. */
  readonly unproved: readonly EntryId[]
}

/**
 * Finds in the log the events from which the results of a week and the eliminations of its season follow, besides the picks.
 *
 * @param stream the week's own events
 * @param leaves the entries with a leaf
 */
export async function decidingEvents(
  db: QueryExecutorProvider,
  week: ProvedWeek,
  stream: readonly RecordedEvent[],
  leaves: ReadonlySet<EntryId>,
): Promise<DecidingEvents> {
  const { lock, rules, lockedWeeks } = week
  const standings = await standingEvents(db, week, leaves)
  const isHidden = (event: StandingEvent): boolean => lossesOf(event).some(({ weekId }) => !lockedWeeks.has(weekId))
  const decisive = [...eventsOfResults(stream, lock.position), ...standings.filter((event) => !isHidden(event))]
  return {
    positions: [
      ...decisive.map(({ position }) => position),
      ...(await positionOfRules(db, week)),
      ...(rules.lateEntryLosses ? lateEntries(week, stream) : []),
    ],
    unproved: [...new Set(standings.filter(isHidden).flatMap(({ data }) => data.entryId ?? []))].sort((a, b) => a - b),
  }
}

async function standingEvents(
  db: QueryExecutorProvider,
  { round, entryIds, position }: ProvedWeek,
  leaves: ReadonlySet<EntryId>,
): Promise<readonly StandingEvent[]> {
  const { rows } = await sql<LogRow>`
    SELECT ${eventColumns} FROM unnest(${[...new Set([...entryIds, ...leaves])]}::bigint[]) AS own (entry_id)
    JOIN events AS e ON e.stream = 'entry-' || own.entry_id
    WHERE e.type = ANY (${eventsThat('sets_standing')}::text[]) AND (e.data ->> 'seasonYear')::integer = ${round.seasonYear}
      AND e.position <= ${position}
    ORDER BY e.position`.execute(db)
  return rows.map((row) => eventOfRow(row) as StandingEvent)
}

/** Where the log says that entries joined the season after the week had locked, and where it locked first. */
function lateEntries({ round, joined }: ProvedWeek, stream: readonly RecordedEvent[]): readonly Position[] {
  const firstLock = stream.find(({ type }) => type === 'WeekLocked')?.position ?? Infinity
  const late = joined.filter((position) => position > firstLock)
  return late.length === 0 || round.firstLock === null ? late : [...late, round.firstLock.position]
}

/** Returns the losses that an event names. With its team, a loss is a pick. */
function lossesOf({ data }: StandingEvent): readonly Loss[] {
  if ('forgiven' in data) return data.forgiven
  if ('waived' in data) return [data.loss, ...data.waived]
  return 'unwaived' in data ? (data.unwaived ?? []) : []
}

/** Finds the newest event that set the rules of the week; none if they are the default. */
async function positionOfRules(db: QueryExecutorProvider, { rules, position }: ProvedWeek): Promise<readonly Position[]> {
  const { rows } = await sql<LogRow>`
    SELECT ${eventColumns} FROM events AS e
    WHERE e.stream = 'pool' AND e.type = 'PoolRulesChanged' AND e.position <= ${position} ORDER BY e.position DESC`.execute(db)
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
