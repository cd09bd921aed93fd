import type { EventType } from '@outlast/domain'
import type { QueryExecutorProvider } from 'kysely'
import type { ProjectedEvent } from '../log/event-rows.ts'
import type { Tables } from '../tables/rows.ts'

/** Brings one event that needs the tables as they stand into them, after everything before it has been written. */
export type Step<T extends EventType> = (db: QueryExecutorProvider, tables: Tables, event: ProjectedEvent<T>) => Promise<void>

/** Steps for some types of events. */
export type Steps<T extends EventType> = { readonly [K in T]: Step<K> }

/** For events that no table holds anything of. */
export const nothing = (): Promise<void> => Promise.resolve()
