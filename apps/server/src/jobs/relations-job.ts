import { seasonTopic, type Topic, TOPICS, weekTopic } from '@outlast/contract/live/topics'
import type { SeasonView } from '@outlast/contract/live/wire'
import type { PoolState } from '@outlast/domain'
import { deriveRelations, type Part, readCheckpoint, writeRelationsIn } from '@outlast/projections'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { readHeadAt } from '../log/verified-log.ts'
import type { ViewReader } from '../live/view-reader.ts'
import type { Follower } from '../pool/follower.ts'
import type { Job } from './job.ts'

/** How long a change may wait for the others after it, in milliseconds. */
const EVERY_MS = 500
/** Deriving the tables of a large pool holds up live messages, so the job then rests this many times as long as that took. */
const REST_FACTOR = 20

interface RelationsJobOptions {
  readonly db: Kysely<Tables>
  readonly follower: Pick<Follower, 'position' | 'head' | 'assertHead'>
  readonly reader: ViewReader
  readonly versions: { readonly current: (topic: Topic) => number }
}

/** Writes the tables for readers of SQL (docs/sql.md). Parts whose topics have not changed since are not derived again. */
export function relationsJob(options: RelationsJobOptions): Job {
  const writer = new RelationsWriter(options)
  return { name: 'the tables for readers of SQL', leader: true, every: EVERY_MS, run: () => writer.write() }
}

/** How often the names of a season's owners have changed. */
interface Names {
  readonly version: number
  readonly text: string
  readonly changes: number
}

class RelationsWriter {
  readonly #options: RelationsJobOptions
  /** What each part was when it was written last. */
  #written = new Map<string, string>()
  /** Rows of a week contain the names of owners, which do not belong to the week's topic. */
  readonly #names = new Map<number, Names>()
  #position: number | undefined

  constructor(options: RelationsJobOptions) {
    this.#options = options
  }

  /** @returns how long to wait until the next time, in milliseconds */
  async write(): Promise<number> {
    const { db, follower, reader } = this.#options
    const stored = (await readCheckpoint(db))?.position
    if (stored === follower.position) return EVERY_MS
    // Another process may have written them meanwhile, or somebody has made them anew.
    if (stored !== this.#position) this.#written.clear()
    const states = new Map<string, string>()
    const { head, changes, ms } = await reader.read(({ source, season }) => {
      const startedAt = performance.now()
      const isWanted = (part: Part): boolean => {
        const key = `${part.relation} ${part.key}`
        const state = this.#stateOf(part, source.pool, season)
        states.set(key, state)
        return this.#written.get(key) !== state
      }
      const changes = deriveRelations(source, isWanted, season)
      return { head: follower.head, changes, ms: performance.now() - startedAt }
    })
    await db.transaction().execute(async (tx) => {
      // A standby without the last commits may be the primary now. Tables that are ahead of the log would let no server start.
      follower.assertHead(await readHeadAt(tx, head.position), head)
      await writeRelationsIn(tx, changes)
    })
    this.#written = states
    this.#position = changes.position
    return Math.max(EVERY_MS, REST_FACTOR * ms)
  }

  #stateOf({ relation, key, seasonYear }: Part, pool: PoolState, season: (year: number) => SeasonView): string {
    const { versions } = this.#options
    // A year of which only eliminations by hand are left has no topic.
    const version = TOPICS.season.exists(pool, seasonYear) ? versions.current(seasonTopic(seasonYear)) : pool.position
    if (relation !== 'reveal') return String(version)
    return `${versions.current(weekTopic(key))} ${this.#namesIn(seasonYear, version, season).changes}`
  }

  #namesIn(year: number, version: number, season: (year: number) => SeasonView): Names {
    const known = this.#names.get(year)
    if (known?.version === version) return known
    const text = season(year)
      .entries.map((entry) => entry.user_name)
      .join('\n')
    const changes = (known?.changes ?? 0) + (known?.text === text ? 0 : 1)
    const names = { version, text, changes }
    this.#names.set(year, names)
    return names
  }
}
