import { seasonTopic, type Topic, userTopic, weekTopic } from '@outlast/contract/live/topics'
import { entryId, pickIdOf, type Scope, SCOPES, userId, weekId } from '@outlast/domain'
import { readableAddresses, tokenOf, waitUntil, Watcher } from '@outlast/testing'
import { ADMIN, EX_PROXY, OTHER, PROXY, READ_WEEKS, SEALED, SEASON, STAFF } from './layout.ts'
import type { World } from './world.ts'

/** A response, comparable between the worlds. */
export interface Seen {
  readonly status: number
  readonly code: string | undefined
  /** Status, headers and body. */
  readonly text: string
}

/** Headers that differ between any two responses, or that depend on the connection. */
const IGNORED_HEADERS: ReadonlySet<string> = new Set(['date', 'x-request-id', 'connection', 'keep-alive'])

/** Replaces what is random or secret by design: ids of requests, addresses, signatures, and hashes, which cover hidden nonces. */
export function comparable(text: string): string {
  const hashes = new Map<string, string>()
  const numbered = (hash: string) => hashes.getOrInsertComputed(hash, () => `<hash ${hashes.size}>`)
  return (
    text
      .replaceAll(/\b[0-9a-f]{64}\b/g, numbered)
      .replaceAll(/[\w-]{86}|"[\w-]{43}"/g, numbered)
      .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<id>')
      // The tag is a hash of the body, which is compared itself.
      .replaceAll(/etag: (?:W\/)?"[\w-]{22}"/g, 'etag: <hash of the body>')
      // Attempts are spread at random.
      .replaceAll(/"retryMs":\d+/g, '"retryMs":<ms>')
      .replaceAll(/whsec_[\w+/=]+/g, '<secret>')
      // The times of accounts and backups come from the real clock, and not from that of the worlds.
      .replaceAll(/"(created_at|last_success_at|at)":"(?!2026-01-01T|2030-09-10T)[^"]+"/g, '"$1":"<time>"')
      // A failed delivery is tried again after a delay that is drawn.
      .replaceAll(/"next_attempt_at":"(?!2030-09-10T00:00:00\.000Z)[^"]+"/g, '"next_attempt_at":"<retry>"')
      .replaceAll(/http:\/\/(?:localhost|127\.0\.0\.1):\d+/g, '<url>')
      // What a server measures of its machine: clocks, which go on while the worlds stand still, and disks.
      .replaceAll(/"check":"\w+","level":"\w+","message":"[^"]*"/g, (check) => check.replaceAll(/\d+(?:\.\d+)?/g, '<n>'))
      // Each world has a data folder of its own.
      .replaceAll(/\/[\w/-]*\/outlast-pool-\w+/g, '<folder>')
  )
}

interface Sent {
  readonly method?: string
  readonly address: string
  readonly token: string | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request without compression, so that its length is comparable too. Rejects when the machine is too busy to answer in time. */
export async function send({ pool }: World, { method = 'GET', address, token, body, headers = {} }: Sent): Promise<Seen> {
  const response = await fetch(`${pool.url}${address}`, {
    method,
    headers: {
      'accept-encoding': 'identity',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status === 503) throw new Error(`${method} ${address}: ${text}`)
  const kept = [...response.headers].filter(([name]) => !IGNORED_HEADERS.has(name)).map(([name, value]) => `${name}: ${value}`)
  const code = response.ok ? undefined : /"code":"(\w+)"/.exec(text)?.[1]
  return { status: response.status, code, text: comparable([`${response.status}`, ...kept, text].join('\n')) }
}

/** Who reads everything after each step. */
const PEOPLE = ['visitor', 'other', 'treasurer', 'scorekeeper', 'helper', 'admin', 'proxy', 'exProxy'] as const
/** A program that reads with a token of the admin: by scope. */
type Program = `admin’s program: ${Scope}`
export const programOf = (scope: Scope): Program => `admin’s program: ${scope}`
export type Reader = (typeof PEOPLE)[number] | Program | 'owner' | 'sealed'
export const READERS: readonly Reader[] = [...PEOPLE, ...SCOPES.map(programOf)]
/** The tokens of the programs. */
export type Programs = ReadonlyMap<Reader, string>

const ACCOUNTS: Readonly<Record<Exclude<Reader, Program>, number | undefined>> = {
  visitor: undefined,
  other: OTHER,
  admin: ADMIN,
  ...STAFF,
  proxy: PROXY,
  exProxy: EX_PROXY,
  owner: 2,
  sealed: SEALED,
}

const accountOf = (reader: Reader): number | undefined => (reader in ACCOUNTS ? ACCOUNTS[reader as keyof typeof ACCOUNTS] : ADMIN)

export const tokenFor = (account: number, tokenVersion = 1): string => tokenOf(userId(account), tokenVersion)
export function tokenOfReader({ programs }: Pick<World, 'programs'>, reader: Reader): string | undefined {
  const program = programs.get(reader)
  if (program !== undefined) return program
  const account = accountOf(reader)
  // Sealing the account ended its first login.
  return account === undefined ? undefined : tokenFor(account, reader === 'sealed' ? 2 : 1)
}

const PUBLIC_TOPICS: readonly Topic[] = ['pool', ...READ_WEEKS.map(weekTopic), seasonTopic(SEASON)]
const PICKS = ([1, 2] as const).flatMap((slot) =>
  [2, 4, 5].flatMap((entry) => READ_WEEKS.slice(1).map((week) => pickIdOf(entryId(entry), weekId(week), slot))),
)

/** Every address that a reader can request; the earlier states of the pool only at the given positions. */
export function addressesAt(positions: readonly number[]): readonly string[] {
  const ids = {
    weeks: READ_WEEKS,
    entries: [1, 2, 4, 5],
    users: [1, 2, 3, 4],
    picks: PICKS,
    positions,
    seasons: [SEASON],
  }
  const topics = [...PUBLIC_TOPICS, ...ids.users.map((id) => `user:${id}`), 'admin']
  return readableAddresses({ ids, topics }).filter((address) => !address.startsWith('/api/docs') && !address.includes('openapi'))
}

/** The topics that a reader can join, or may try to. */
function topicsOf(reader: Reader): readonly Topic[] {
  const account = accountOf(reader)
  return [...PUBLIC_TOPICS, ...(account === undefined ? [] : [userTopic(account)]), 'admin']
}

/** Reads the versions of topics that changed, with the login of somebody who may. */
export class TopicVersions {
  readonly #world: World
  readonly #tokens: ReadonlyMap<Topic, string | undefined>
  readonly #known: Map<Topic, number>

  constructor(world: World, readers: readonly Reader[]) {
    const tokens = readers.flatMap((reader) => topicsOf(reader).map((topic) => [topic, tokenOfReader(world, reader)] as const))
    this.#world = world
    this.#tokens = new Map([...tokens, ['admin', tokenFor(ADMIN)], ...PUBLIC_TOPICS.map((topic) => [topic, undefined] as const)])
    this.#known = new Map(this.#tokens.keys().map((topic) => [topic, this.#versionOf(topic)]))
  }

  /** The topics that changed since they were last read. */
  changedTopics(): readonly Topic[] {
    return [...this.#known].flatMap(([topic, version]) => (this.#versionOf(topic) === version ? [] : [topic]))
  }

  /** Returns the versions of those of the topics that still exist. */
  async read(topics: ReadonlySet<Topic>): Promise<ReadonlyMap<Topic, number>> {
    const versions = new Map<Topic, number>()
    for (const topic of topics) {
      this.#known.set(topic, this.#versionOf(topic))
      const { status, text } = await send(this.#world, { address: `/api/live/${topic}`, token: this.#tokens.get(topic) })
      if (status === 200) versions.set(topic, Number(/^x-topic-version: (\d+)$/m.exec(text)?.[1] ?? 0))
    }
    return versions
  }

  #versionOf(topic: Topic): number {
    return this.#world.pool.server.topicVersion(topic)
  }
}

/** A reader's live connection, which has joined every topic it may. */
export class LiveReader {
  readonly reader: Reader
  readonly #watcher: Watcher
  readonly #joined = new Set<Topic>()
  #isConnected = true

  static async open(world: World, reader: Reader): Promise<LiveReader> {
    const live = new LiveReader(world, reader)
    for (const topic of topicsOf(reader)) {
      if ((await live.#watcher.join(topic)).ok) live.#joined.add(topic)
    }
    return live
  }

  private constructor(world: World, reader: Reader) {
    this.reader = reader
    this.#watcher = new Watcher(world.pool.url, tokenOfReader(world, reader))
    this.#watcher.socket.on('disconnect', () => (this.#isConnected = false))
  }

  /** Waits until the reader has heard of these versions of its topics. Messages of one topic arrive in order. */
  async settle(versions: ReadonlyMap<Topic, number>): Promise<void> {
    for (const topic of this.#joined) {
      const version = versions.get(topic) ?? 0
      const hasHeard = () => !this.#isConnected || this.#heard(topic) >= version
      await waitUntil(`${this.reader} hears of ${topic} ${version}`, hasHeard, { everyMs: 2 })
    }
  }

  /** The messages by topic, comparable between the worlds. */
  messages(): Readonly<Record<string, readonly string[]>> {
    const byTopic = Map.groupBy(this.#watcher.received, (message) => /"topic":"([^"]+)"|^joined (\S+)/.exec(message)?.[0] ?? '')
    const topics = [...byTopic.keys()].sort((a, b) => a.localeCompare(b))
    return Object.fromEntries(topics.map((topic) => [topic, (byTopic.get(topic) ?? []).map(comparable)]))
  }

  close(): void {
    this.#watcher.close()
  }

  #heard(topic: string): number {
    const versions = this.#watcher.received.flatMap((message) => {
      if (message.startsWith(`joined ${topic} `)) return Number(/"version":(\d+)/.exec(message)?.[1] ?? 0)
      if (!message.includes(`"topic":"${topic}"`)) return []
      return Number(/"to":(\d+)/.exec(message)?.[1] ?? 0)
    })
    return Math.max(0, ...versions)
  }
}
