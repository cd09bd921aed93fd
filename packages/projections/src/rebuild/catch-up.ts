import type { Kysely, QueryExecutorProvider } from 'kysely'
import { prepareEvents, projectEvents, writePrepared } from '../projectors/project-events.ts'
import type { ProjectedEvent } from '../log/event-rows.ts'
import type { SchemaName } from '../tables/rows.ts'

/**
 * Reads the log in chunks, in order, from after one position up to another, or to its end as it is when that is reached.
 * A good one asks for the next chunk while the last one is worked on.
 */
export type ReadLog = (
  db: QueryExecutorProvider,
  range: { readonly after: number; readonly until?: number; readonly chunk?: number },
) => AsyncIterable<readonly ProjectedEvent[]>

/** How far a rebuild has come. */
export interface Progress {
  readonly position: number
  readonly events: number
  readonly seconds: number
  readonly eventsPerSecond: number
}

export type OnProgress = (progress: Progress) => void

/** Large enough that a statement's own cost is nothing beside its rows', small enough that the collector has little to keep. */
const CHUNK = 5_000
/** Closer than this, the rest can be done under the lock without anybody noticing. */
const CLOSE = 2_000

/** Counts events against a monotonic clock. */
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
 * Brings tables nobody reads yet near the log's end: while one chunk is written, the next one is prepared and the one after that
 * is read. Each statement commits by itself: whoever fails half way starts over. Answers the position they stand at.
 */
export async function catchUp<DB>(db: Kysely<DB>, schema: SchemaName, read: ReadLog, meter: Meter): Promise<number> {
  let position = 0
  for (;;) {
    const from = position
    let writing: Promise<void> = Promise.resolve()
    try {
      for await (const events of read(db, { after: position, chunk: CHUNK })) {
        const prepared = prepareEvents(events, schema)
        await writing
        position = prepared.position ?? position
        writing = writePrepared(db, prepared).then(() => meter.count(events))
        // Awaited with the next chunk, which may take a while to come.
        writing.catch(() => {})
      }
    } finally {
      // When reading has failed, nothing is left under way either.
      await Promise.allSettled([writing])
    }
    await writing
    if (position - from < CLOSE) return position
  }
}

/** Applies what is left of the log, in the caller's transaction. */
export async function applyRest(
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
