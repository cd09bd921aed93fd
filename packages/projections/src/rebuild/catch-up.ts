import type { Kysely, QueryExecutorProvider } from 'kysely'
import { Projection, projectEvents } from '../projectors/project-events.ts'
import type { ProjectedEvent } from '../log/event-rows.ts'
import type { SchemaName } from '../tables/rows.ts'

/**
 * Reads the log in chunks, in order: from after one position up to another, or to its current end. Implementations should request the
 * next chunk before the caller has processed the last one.
 */
export type ReadLog = (
  db: QueryExecutorProvider,
  range: { readonly after: number; readonly until?: number; readonly chunk?: number },
) => AsyncIterable<readonly ProjectedEvent[]>

/** The progress of a rebuild. */
export interface Progress {
  readonly position: number
  readonly events: number
  readonly seconds: number
  readonly eventsPerSecond: number
}

export type OnProgress = (progress: Progress) => void

/** Large enough to hide the fixed cost of a statement, and small enough to give the garbage collector little to copy. */
const CHUNK = 5_000
/** With fewer events than this left, the rest can be projected under the append lock without a noticeable pause. */
const CLOSE = 2_000

/** Measures progress with a monotonic clock. */
export class Meter {
  readonly #onProgress: OnProgress | undefined
  readonly #start = performance.now()
  #events = 0

  constructor(onProgress?: OnProgress) {
    this.#onProgress = onProgress
  }

  count(events: readonly ProjectedEvent[]): void {
    this.#events += events.length
    this.#onProgress?.(this.at(events.at(-1)?.position ?? 0))
  }

  at(position: number): Progress {
    const seconds = (performance.now() - this.#start) / 1000
    const eventsPerSecond = seconds === 0 ? 0 : Math.round(this.#events / seconds)
    return { position, events: this.#events, seconds, eventsPerSecond }
  }
}

/**
 * Projects the log into tables that are not in use yet, until they are close to its end. While one chunk is written, the next one is
 * prepared and the one after it is read. Each statement is a transaction of its own, so a failed run starts over. Returns the position
 * that the tables have reached.
 */
export async function catchUp<DB>(db: Kysely<DB>, schema: SchemaName, read: ReadLog, meter: Meter): Promise<number> {
  let position = 0
  for (;;) {
    const from = position
    let writing: Promise<void> = Promise.resolve()
    try {
      for await (const events of read(db, { after: position, chunk: CHUNK })) {
        const projection = new Projection(schema)
        projection.add(events)
        await writing
        position = projection.position ?? position
        writing = projection.write(db).then(() => meter.count(events))
        // The error is thrown when the next chunk awaits this promise. Until then it must not count as unhandled.
        writing.catch(() => {})
      }
    } finally {
      // If reading fails, the last write must end before the caller continues.
      await Promise.allSettled([writing])
    }
    await writing
    if (position - from < CLOSE) return position
  }
}

/** Projects the remaining events in the caller's transaction. Returns the position that the tables have reached. */
export async function projectRemaining(
  trx: QueryExecutorProvider,
  schema: SchemaName,
  read: ReadLog,
  range: { readonly after: number; readonly until?: number },
  meter: Meter,
): Promise<number> {
  let position = range.after
  for await (const events of read(trx, { ...range, chunk: CHUNK })) {
    await projectEvents(trx, events, schema)
    position = events.at(-1)?.position ?? position
    meter.count(events)
  }
  return position
}
