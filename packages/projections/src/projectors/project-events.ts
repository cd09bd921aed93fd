import { canChangeSetup, combine, type EventType, type Position } from '@outlast/domain'
import type { QueryExecutorProvider } from 'kysely'
import type { ProjectedEvent } from '../log/event-rows.ts'
import { setVoidPlanAside } from '../picks/void-plans.ts'
import { LIVE_SCHEMA, type SchemaName, tablesIn } from '../tables/rows.ts'
import { type FoldedType, foldEvent } from './fold-event.ts'
import { peopleProjectors } from './people.ts'
import { poolProjectors, projectSetup } from './pool.ts'
import type { Projectors } from './projector.ts'
import { rowChangeStatements } from './row-change-statements.ts'
import { RowChanges } from './row-changes.ts'
import { scheduleProjectors } from './schedule.ts'

const PROJECTORS: Projectors<Exclude<EventType, FoldedType> | 'PickCleared'> = combine([
  peopleProjectors,
  poolProjectors,
  scheduleProjectors,
  { PickCleared: (db, schema, { data }) => setVoidPlanAside(db, schema, data) } satisfies Partial<Projectors<EventType>>,
])

/**
 * Updates the tables for recorded events, in order, as the domain's `evolve` updates the pool's state. Events are first reduced to
 * their row changes, so that a few hundred picks are one statement; an event that depends on the tables' content is projected
 * after everything before it has been written. An event about something that was deleted changes nothing; none is ever rejected.
 * Runs in the caller's transaction.
 */
export function projectEvents(
  db: QueryExecutorProvider,
  events: readonly ProjectedEvent[],
  schema: SchemaName = LIVE_SCHEMA,
): Promise<void> {
  return writePrepared(db, prepareEvents(events, schema))
}

type Write = (db: QueryExecutorProvider) => Promise<unknown>

/** The writes that project some events, in order. */
export interface PreparedEvents {
  readonly writes: readonly Write[]
  /** The position that the tables reach with these writes; absent without events. */
  readonly position: Position | undefined
}

/** Does the part of {@link projectEvents} that needs no database, so that it can run while earlier events are written. */
export function prepareEvents(events: readonly ProjectedEvent[], schema: SchemaName = LIVE_SCHEMA): PreparedEvents {
  const writes: Write[] = []
  let changes = new RowChanges()
  const writeChanges = (position?: Position): void => {
    for (const statement of rowChangeStatements(tablesIn(schema), changes, position)) writes.push((db) => statement.execute(db))
    changes = new RowChanges()
  }
  for (const event of events) {
    if (foldEvent(changes, event)) continue
    writeChanges()
    writes.push((db) => projectEvent(db, schema, event))
  }
  const position = events.at(-1)?.position
  if (position !== undefined) writeChanges(position)
  return { writes, position }
}

/** Writes prepared events to the database. */
export async function writePrepared(db: QueryExecutorProvider, { writes }: PreparedEvents): Promise<void> {
  for (const write of writes) await write(db)
}

async function projectEvent(db: QueryExecutorProvider, schema: SchemaName, event: ProjectedEvent): Promise<void> {
  const projector = PROJECTORS[event.type as keyof typeof PROJECTORS] as (
    db: QueryExecutorProvider,
    schema: SchemaName,
    event: ProjectedEvent,
  ) => Promise<void>
  await projector(db, schema, event)
  if (canChangeSetup(event.type)) await projectSetup(db, schema, event)
}
