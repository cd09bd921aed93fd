import type { EventData, EventMetadata, EventType, Recorded } from '@outlast/domain'
import type { QueryExecutorProvider } from 'kysely'
import type { Tables } from '../schema.ts'

/** As much of an event as tables are built from: which stream it is of and who caused it, none of them holds. */
export type AppliedEvent<T extends EventType = EventType> = {
  readonly [K in T]: { readonly type: K; readonly data: EventData[K] } & Applied
}[T]

interface Applied extends Omit<Recorded, 'metadata'> {
  readonly metadata: Pick<EventMetadata, 'reason'>
}

/** Brings one event that needs the tables as they stand into them, after everything before it has been written. */
export type Step<T extends EventType> = (db: QueryExecutorProvider, tables: Tables, event: AppliedEvent<T>) => Promise<void>

/** Steps for some types of events. */
export type Steps<T extends EventType> = { readonly [K in T]: Step<K> }

/** For events that no table holds anything of. */
export const nothing = (): Promise<void> => Promise.resolve()
