import type { EventType, RecordedEvent } from '@outlast/domain'
import type { QueryExecutorProvider } from 'kysely'
import { LIVE_SCHEMA, type SchemaName, type Tables, tablesIn } from '../schema.ts'
import { fold, type FoldedType } from './fold.ts'
import { NetChanges } from './net-changes.ts'
import { peopleSteps } from './people.ts'
import { poolSteps } from './pool.ts'
import { scheduleSteps } from './schedule.ts'
import type { Steps } from './step.ts'
import { write } from './write.ts'

const STEPS: Steps<Exclude<EventType, FoldedType>> = { ...peopleSteps, ...poolSteps, ...scheduleSteps }

/**
 * Brings recorded events into the tables, in order, as `evolve` brings them into the pool's state. A batch comes to its net
 * changes first, so that a few hundred picks are one statement; events that need the tables as they stand come in between.
 * Never refuses an event: one about something that is gone changes nothing. Runs in the caller's transaction.
 */
export async function apply(
  db: QueryExecutorProvider,
  events: readonly RecordedEvent[],
  schema: SchemaName = LIVE_SCHEMA,
): Promise<void> {
  const tables = tablesIn(schema)
  const last = events.at(-1)
  if (last === undefined) return
  let net = new NetChanges()
  for (const event of events) {
    if (fold(net, event)) continue
    await write(db, tables, net)
    net = new NetChanges()
    await step(db, tables, event)
  }
  await write(db, tables, net, last.position)
}

function step(db: QueryExecutorProvider, tables: Tables, event: RecordedEvent): Promise<void> {
  const handler = STEPS[event.type as keyof typeof STEPS] as (
    db: QueryExecutorProvider,
    tables: Tables,
    event: RecordedEvent,
  ) => Promise<void>
  return handler(db, tables, event)
}
