import type { EventType } from '@outlast/domain'
import type { QueryExecutorProvider } from 'kysely'
import type { ProjectedEvent } from '../log/event-rows.ts'
import type { SchemaName } from '../tables/rows.ts'

/** Updates the tables of a schema for one event, after every event before it has been written. */
type Projector<T extends EventType> = (db: QueryExecutorProvider, schema: SchemaName, event: ProjectedEvent<T>) => Promise<void>

/** Projectors for some types of events. */
export type Projectors<T extends EventType> = { readonly [K in T]: Projector<K> }

/** For events that change no table. */
export const ignore = (): Promise<void> => Promise.resolve()
