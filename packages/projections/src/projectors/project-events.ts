import type { EventType, Position } from '@outlast/domain'
import type { QueryExecutorProvider } from 'kysely'
import { LIVE_SCHEMA, type SchemaName, type Tables, tablesIn } from '../tables/rows.ts'
import { fold, type FoldedType } from './fold-event.ts'
import { NetChanges } from './row-changes.ts'
import { peopleSteps } from './people.ts'
import { poolSteps } from './pool.ts'
import { scheduleSteps } from './schedule.ts'
import type { ProjectedEvent } from '../log/event-rows.ts'
import type { Steps } from './projector.ts'
import { statementsOf } from './row-change-statements.ts'

const STEPS: Steps<Exclude<EventType, FoldedType>> = { ...peopleSteps, ...poolSteps, ...scheduleSteps }

/**
 * Brings recorded events into the tables, in order, as `evolve` brings them into the pool's state. A batch comes to its net
 * changes first, so that a few hundred picks are one statement; events that need the tables as they stand come in between.
 * Never refuses an event: one about something that is gone changes nothing. Runs in the caller's transaction.
 */
export function apply(
  db: QueryExecutorProvider,
  events: readonly ProjectedEvent[],
  schema: SchemaName = LIVE_SCHEMA,
): Promise<void> {
  return applyPrepared(db, prepare(events, schema))
}

/** Something to do in the database. */
type Work = (db: QueryExecutorProvider) => Promise<unknown>

/** Events on their way into the tables: what is to be done for them, in this order. */
export interface Prepared {
  readonly work: readonly Work[]
  /** Where the tables stand afterwards; absent without events. */
  readonly position: Position | undefined
}

/** The part of {@link apply} that needs no database: it can be done while the events before are written. */
export function prepare(events: readonly ProjectedEvent[], schema: SchemaName): Prepared {
  const tables = tablesIn(schema)
  const work: Work[] = []
  let net = new NetChanges()
  const write = (upTo?: Position): void => {
    for (const statement of statementsOf(tables, net, upTo)) work.push((db) => statement.execute(db))
    net = new NetChanges()
  }
  for (const event of events) {
    if (fold(net, event)) continue
    write()
    work.push((db) => step(db, tables, event))
  }
  const position = events.at(-1)?.position
  if (position !== undefined) write(position)
  return { work, position }
}

/** The part of {@link apply} that writes. */
export async function applyPrepared(db: QueryExecutorProvider, { work }: Prepared): Promise<void> {
  for (const one of work) await one(db)
}

function step(db: QueryExecutorProvider, tables: Tables, event: ProjectedEvent): Promise<void> {
  const handler = STEPS[event.type as keyof typeof STEPS] as (
    db: QueryExecutorProvider,
    tables: Tables,
    event: ProjectedEvent,
  ) => Promise<void>
  return handler(db, tables, event)
}
