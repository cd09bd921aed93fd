import {
  isPublicTopic,
  type KindOf,
  type ParsedTopic,
  parseTopic,
  type PublicTopic,
  type Topic,
} from '@outlast/contract/live/topics'
import type { Views } from '@outlast/contract/live/wire'
import { LruMap } from '../lib/lru-map.ts'
import { type EncodedBody, encodeBody } from '../lib/encoded-body.ts'
import { VISITOR } from '../accounts/viewer.ts'
import { accessTo } from './access.ts'
import type { LiveFollower } from './follower.ts'
import type { AnyView, LiveReader } from './reader.ts'
import type { TopicVersions } from './topic-versions.ts'

/** A view, and the version of its topic that it is at. */
export interface VersionedView<V> {
  readonly version: number
  readonly view: V
}

/** An answer made of a view, encoded and compressed. */
export interface VersionedBody {
  readonly version: number
  readonly encoded: EncodedBody
}

export interface SnapshotsParts {
  readonly reader: LiveReader
  readonly follower: Pick<LiveFollower, 'pool' | 'position' | 'caughtUpTo'>
  readonly versions: Pick<TopicVersions, 'current' | 'versionAt'>
}

/** Views kept: the current ones, and past weeks that somebody looks at. */
const KEPT_VIEWS = 32
const KEPT_BODIES = 96
const TRIES = 3

interface Body {
  readonly version: number
  readonly encoded: Promise<EncodedBody>
}

/**
 * Views at their versions. Those of public topics are read once per version, encoded and compressed once, and kept;
 * whoever asks meanwhile waits for the first one's. Members' and admins' own are read for each.
 */
export class Snapshots {
  readonly #parts: SnapshotsParts
  readonly #views = new LruMap<string, VersionedView<AnyView>>(KEPT_VIEWS)
  readonly #bodies = new LruMap<string, Body>(KEPT_BODIES)
  readonly #flights = new Map<string, Promise<VersionedView<AnyView> | undefined>>()

  constructor(parts: SnapshotsParts) {
    this.#parts = parts
  }

  /** The version of a topic as far as this process has read the log: for answering 304 without a query. */
  versionOf(topic: Topic): number {
    // Nothing keeps the version of a week or season that the pool does not have: any event may concern it.
    return this.#isKnown(topic) ? this.#parts.versions.current(topic) : this.#parts.follower.position
  }

  /** A public topic's view, not to be changed; `undefined` when there is no such thing. */
  async view<T extends PublicTopic>(topic: T): Promise<VersionedView<Views[KindOf<T>]> | undefined> {
    const wanted = this.versionOf(topic)
    const kept = this.#isKnown(topic) ? this.#views.get(topic) : undefined
    const found = kept !== undefined && kept.version >= wanted ? kept : await this.#fly(topic, wanted)
    return found as VersionedView<Views[KindOf<T>]> | undefined
  }

  /**
   * An answer that follows from a public topic's view, made and encoded once per version.
   * @param kind tells different answers from the same topic apart
   */
  async cachedBody<T extends PublicTopic>(
    topic: T,
    kind: string,
    derive: (view: Views[KindOf<T>], version: number) => unknown,
  ): Promise<VersionedBody | undefined> {
    const key = `${topic} ${kind}`
    const kept = this.#bodies.get(key)
    if (kept !== undefined && kept.version >= this.versionOf(topic)) return { version: kept.version, encoded: await kept.encoded }
    const found = await this.view(topic)
    if (found === undefined) return undefined
    const { version, view } = found
    const made = this.#bodies.get(key)
    if (made !== undefined && made.version >= version) return { version: made.version, encoded: await made.encoded }
    const encoded = encodeBody(JSON.stringify(derive(view, version)), { etag: String(version) })
    this.#bodies.set(key, { version, encoded })
    // What could not be made is made again for the next one.
    encoded.catch(() => this.#bodies.set(key, { version: -1, encoded }))
    return { version, encoded: await encoded }
  }

  /** `GET /api/live/{topic}`; whether the viewer may see it was decided before. */
  async snapshot(topic: Topic): Promise<VersionedBody | undefined> {
    if (isPublicTopic(topic)) {
      return this.cachedBody(topic, 'live', (view, version) => ({ topic, version, view }))
    }
    const found = await this.#read(topic, parsed(topic))
    if (found === undefined) return undefined
    const encoded = await encodeBody(JSON.stringify({ topic, ...found }), { etag: String(found.version) })
    return { version: found.version, encoded }
  }

  /** The reading under way, when it is new enough; else the next one, which is. */
  async #fly(topic: PublicTopic, wanted: number): Promise<VersionedView<AnyView> | undefined> {
    const underWay = this.#flights.get(topic)
    if (underWay !== undefined) {
      const found = await underWay.catch(() => undefined)
      if (found !== undefined && found.version >= wanted) return found
    }
    const flight = this.#flights.get(topic) ?? this.#depart(topic)
    return flight
  }

  #depart(topic: PublicTopic): Promise<VersionedView<AnyView> | undefined> {
    const flight = this.#read(topic, parsed(topic))
      .then((found) => {
        if (found !== undefined) this.#views.set(topic, found)
        return found
      })
      .finally(() => this.#flights.delete(topic))
    this.#flights.set(topic, flight)
    return flight
  }

  /** The connection is given back before memory is waited for: catching up needs one too. */
  async #read(topic: Topic, parsedTopic: ParsedTopic): Promise<VersionedView<AnyView> | undefined> {
    const { reader, follower, versions } = this.#parts
    for (let left = TRIES; left > 0; left -= 1) {
      const { position, view } = await reader.read(async (queries) => ({
        position: queries.position,
        view: await queries.view(parsedTopic),
      }))
      await follower.caughtUpTo(position)
      const version = this.#isKnown(topic) ? versions.versionAt(topic, position) : position
      if (version !== undefined) return view === undefined ? undefined : { version, view }
    }
    throw new Error(`the version of ${topic} moved on too fast`)
  }

  #isKnown(topic: Topic): boolean {
    return accessTo(topic, VISITOR, this.#parts.follower.pool).ok || !isPublicTopic(topic)
  }
}

function parsed(topic: Topic): ParsedTopic {
  const found = parseTopic(topic)
  if (found === undefined) throw new RangeError(`not a topic: ${topic}`)
  return found
}
