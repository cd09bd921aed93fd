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
import { type AnyView, viewOf } from './topic-reads.ts'
import type { ViewQueries, ViewReader } from './view-reader.ts'
import type { TopicVersions } from './topic-versions.ts'

/** A view with the version of its topic. */
export interface TopicView<V> {
  readonly version: number
  readonly view: V
}

export interface TopicViewCacheOptions {
  readonly reader: ViewReader
  readonly follower: Pick<Follower, 'pool' | 'position'>
  readonly versions: Pick<TopicVersions, 'current'>
}

type Query<V> = (queries: ViewQueries) => V | undefined

/** The current topics, and some past weeks. */
const MAX_VIEWS = 32

/** Derives the views of topics, those of public topics once per version. */
export class TopicViewCache {
  readonly #options: TopicViewCacheOptions
  readonly #views = new LRUCache<string, TopicView<object>>({ max: MAX_VIEWS })

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
    const found = await this.query(topic, topic, (queries) => viewOf(parsedTopic(topic), queries))
    return found as TopicView<Views[KindOf<T>]> | undefined
  }

  /**
   * Returns what a query derives about a public topic, once per version, or undefined if it finds nothing.
   * @param key identifies the query
   */
  query<V extends object>(key: string, topic: PublicTopic, query: Query<V>): Promise<TopicView<V> | undefined> {
    return this.#options.reader.read((queries) => {
      const version = this.versionOf(topic)
      const cached = this.#isKnown(topic) ? this.#views.get(key) : undefined
      if (cached?.version === version) return cached as TopicView<V>
      const view = query(queries)
      if (view === undefined) return undefined
      const found = { version, view }
      this.#views.set(key, found)
      return found
    })
  }

  /** Derives a topic's view without caching it. The caller has checked that the viewer may see it. */
  read(topic: Topic): Promise<TopicView<AnyView> | undefined> {
    const parsed = parsedTopic(topic)
    return this.#options.reader.read((queries) => {
      const view = viewOf(parsed, queries)
      return view && { version: this.versionOf(topic), view }
    })
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
