import type { EventNamed, EventType, Recorded } from '@outlast/domain'
import type { QueryExecutorProvider } from 'kysely'
import type { Tables } from '../schema.ts'

/** Brings one event that needs the tables as they stand into them, after everything before it has been written. */
export type Step<T extends EventType> = (
  db: QueryExecutorProvider,
  tables: Tables,
  event: EventNamed<T> & Recorded,
) => Promise<void>

/** Steps for some types of events. */
export type Steps<T extends EventType> = { readonly [K in T]: Step<K> }

/** For events that no table holds anything of. */
export const nothing = (): Promise<void> => Promise.resolve()
