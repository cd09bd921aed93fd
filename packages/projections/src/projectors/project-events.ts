import { canChangeSetup, combine, type EventType, type Position } from '@outlast/domain'
import type { QueryExecutorProvider } from 'kysely'
import type { ProjectedEvent } from '../log/event-rows.ts'
import { restorePick, setVoidPlanAside } from '../picks/void-plans.ts'
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
  {
    PickCleared: (db, schema, { data }) => setVoidPlanAside(db, schema, data),
    PickRestored: (db, schema, { data }) => restorePick(db, schema, data),
  } satisfies Partial<Projectors<EventType>>,
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
  const projection = new Projection(schema)
  projection.add(events)
  return projection.write(db)
}

type Write = (db: QueryExecutorProvider) => Promise<unknown>

/**
 * Does {@link projectEvents} in two parts. The first needs no database, so that it can run while the database does something else, such
 * as inserting the next ones of these events.
 */
export class Projection {
  readonly #schema: SchemaName
  readonly #writes: Write[] = []
  #changes = new RowChanges()
  /** The position that the tables reach; undefined without events. */
  position: Position | undefined

  constructor(schema: SchemaName = LIVE_SCHEMA) {
    this.#schema = schema
  }

  /** Prepares events that follow those before. */
  add(events: readonly ProjectedEvent[]): void {
    for (const event of events) {
      if (foldEvent(this.#changes, event)) continue
      this.#flush()
      this.#writes.push((db) => projectEvent(db, this.#schema, event))
    }
    this.position = events.at(-1)?.position ?? this.position
  }

  /** Writes what was prepared to the database. */
  async write(db: QueryExecutorProvider): Promise<void> {
    if (this.position !== undefined) this.#flush(this.position)
    for (const write of this.#writes) await write(db)
  }

  #flush(position?: Position): void {
    const statements = rowChangeStatements(tablesIn(this.#schema), this.#changes, position)
    for (const statement of statements) this.#writes.push((db) => statement.execute(db))
    this.#changes = new RowChanges()
  }
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
