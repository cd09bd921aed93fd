import {
  isPublicTopic,
  type KindOf,
  type ParsedTopic,
  parseTopic,
  type PublicTopic,
  type Topic,
} from '@outlast/contract/live/topics'
import type { Views } from '@outlast/contract/live/wire'
import { LRUCache } from 'lru-cache'
import { VISITOR } from '../accounts/viewer.ts'
import { accessTo } from './access.ts'
import type { Follower } from '../pool/follower.ts'
import type { AnyView, ViewQueries, ViewReader } from './view-reader.ts'
import type { TopicVersions } from './topic-versions.ts'

/** A view with the version of its topic. */
export interface TopicView<V> {
  readonly version: number
  readonly view: V
}

export interface TopicViewCacheOptions {
  readonly reader: ViewReader
  readonly follower: Pick<Follower, 'pool' | 'position' | 'caughtUpTo'>
  readonly versions: Pick<TopicVersions, 'current' | 'versionAt'>
}

/** Reads something in one snapshot of the database. */
type Query<V> = (queries: ViewQueries) => Promise<V | undefined>

/** The current topics, and some past weeks. */
const MAX_VIEWS = 32
const MAX_ATTEMPTS = 3

/** Reads the views of topics, those of public topics once per version: concurrent requests share one read. */
export class TopicViewCache {
  readonly #options: TopicViewCacheOptions
  readonly #views = new LRUCache<string, TopicView<object>>({ max: MAX_VIEWS })
  readonly #reads = new Map<string, Promise<TopicView<object> | undefined>>()

  constructor(options: TopicViewCacheOptions) {
    this.#options = options
  }

  /** Returns a topic's version as of the events that this process has applied. */
  versionOf(topic: Topic): number {
    // No version is kept for a week or season that the pool does not have: any event may create it.
    return this.#isKnown(topic) ? this.#options.versions.current(topic) : this.#options.follower.position
  }

  /** Returns a public topic's current view, which callers must not change, or undefined if the topic does not exist. */
  async view<T extends PublicTopic>(topic: T): Promise<TopicView<Views[KindOf<T>]> | undefined> {
    const found = await this.query(topic, topic, (queries) => queries.view(parsedTopic(topic)))
    return found as TopicView<Views[KindOf<T>]> | undefined
  }

  /**
   * Returns what a query reads about a public topic, once per version, or undefined if it finds nothing.
   * @param key identifies the query
   */
  async query<V extends object>(key: string, topic: PublicTopic, query: Query<V>): Promise<TopicView<V> | undefined> {
    const minVersion = this.versionOf(topic)
    const cached = this.#isKnown(topic) ? this.#views.get(key) : undefined
    const found =
      cached !== undefined && cached.version >= minVersion ? cached : await this.#readOnce(key, topic, query, minVersion)
    return found as TopicView<V> | undefined
  }

  /** Reads a topic's view without caching it. The caller has checked that the viewer may see it. */
  read(topic: Topic): Promise<TopicView<AnyView> | undefined> {
    const parsed = parsedTopic(topic)
    return this.#read(topic, (queries) => queries.view(parsed))
  }

  async #read<V extends object>(topic: Topic, query: Query<V>): Promise<TopicView<V> | undefined> {
    const { reader, follower, versions } = this.#options
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { position, view } = await reader.read(async (queries) => ({
        position: queries.position,
        view: await query(queries),
      }))
      // Only after the connection is released, because catching up with the log may need one too.
      await follower.caughtUpTo(position)
      const version = this.#isKnown(topic) ? versions.versionAt(topic, position) : position
      if (version !== undefined) return view === undefined ? undefined : { version, view }
    }
    throw new Error(`the version of ${topic} changed too quickly to read its view`)
  }

  /** Joins the read in progress if it is recent enough, and otherwise the next one. */
  async #readOnce(
    key: string,
    topic: PublicTopic,
    query: Query<object>,
    minVersion: number,
  ): Promise<TopicView<object> | undefined> {
    const inProgress = this.#reads.get(key)
    if (inProgress !== undefined) {
      const found = await inProgress.catch(() => undefined)
      if (found !== undefined && found.version >= minVersion) return found
    }
    return this.#reads.get(key) ?? this.#startRead(key, topic, query)
  }

  #startRead(key: string, topic: PublicTopic, query: Query<object>): Promise<TopicView<object> | undefined> {
    const read = this.#read(topic, query)
      .then((found) => {
        if (found !== undefined) this.#views.set(key, found)
        return found
      })
      .finally(() => this.#reads.delete(key))
    this.#reads.set(key, read)
    return read
  }

  #isKnown(topic: Topic): boolean {
    return !isPublicTopic(topic) || accessTo(topic, VISITOR, this.#options.follower.pool).ok
  }
}

function parsedTopic(topic: Topic): ParsedTopic {
  const parsed = parseTopic(topic)
  if (parsed === undefined) throw new RangeError(`not a topic: ${topic}`)
  return parsed
}
