import { entryId, pickIdOf, userId, weekId } from '@outlast/domain'
import { readableAddresses, tokenOf, waitUntil, Watcher } from '@outlast/testing'
import { ADMIN, OPEN_WEEKS, OTHER, SEASON } from './layout.ts'
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
  return text
    .replaceAll(/\b[0-9a-f]{64}\b/g, numbered)
    .replaceAll(/[\w-]{86}|"[\w-]{43}"/g, numbered)
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<id>')
    .replaceAll(/whsec_[\w+/=]+/g, '<secret>')
    .replaceAll(/http:\/\/(?:localhost|127\.0\.0\.1):\d+/g, '<url>')
}

interface Sent {
  readonly method?: string
  readonly address: string
  readonly token: string | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request without compression, so that its length is comparable too. */
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
  const kept = [...response.headers].filter(([name]) => !IGNORED_HEADERS.has(name)).map(([name, value]) => `${name}: ${value}`)
  const code = response.ok ? undefined : /"code":"(\w+)"/.exec(text)?.[1]
  return { status: response.status, code, text: comparable([`${response.status}`, ...kept, text].join('\n')) }
}

/** Who reads everything after each step. */
export const READERS = ['visitor', 'other', 'admin'] as const
export type Reader = (typeof READERS)[number] | 'owner'

const ACCOUNTS: Readonly<Record<Reader, number | undefined>> = { visitor: undefined, other: OTHER, admin: ADMIN, owner: 2 }

export const tokenFor = (account: number, tokenVersion = 1): string => tokenOf(userId(account), tokenVersion)
export function tokenOfReader(reader: Reader): string | undefined {
  const account = ACCOUNTS[reader]
  return account === undefined ? undefined : tokenFor(account)
}

const PUBLIC_TOPICS = ['pool', ...[1, ...OPEN_WEEKS].map((id) => `week:${id}`), `season:${SEASON}`]
const SLOTS = [2, 4, 5].flatMap((entry) => OPEN_WEEKS.map((week) => pickIdOf(entryId(entry), weekId(week))))

/** Every address that a reader can request; the earlier states of the pool only at the given positions. */
export function addressesAt(positions: readonly number[]): readonly string[] {
  const ids = {
    weeks: [1, ...OPEN_WEEKS],
    entries: [1, 2, 4, 5],
    users: [1, 2, 3, 4],
    picks: SLOTS,
    positions,
    seasons: [SEASON],
  }
  const topics = [...PUBLIC_TOPICS, ...ids.users.map((id) => `user:${id}`), 'admin']
  return readableAddresses({ ids, topics }).filter((address) => !address.startsWith('/api/docs') && !address.includes('openapi'))
}

/** Reads the version of every topic that still exists, with the login of somebody who may. */
export async function topicVersions(world: World, readers: readonly Reader[]): Promise<ReadonlyMap<string, number>> {
  const own = readers.flatMap((reader) => {
    const account = ACCOUNTS[reader]
    return account === undefined ? [] : [[`user:${account}`, tokenOfReader(reader)] as const]
  })
  const topics = [...PUBLIC_TOPICS.map((topic) => [topic, undefined] as const), ...own, ['admin', tokenFor(ADMIN)] as const]
  const versions = new Map<string, number>()
  for (const [topic, token] of topics) {
    const { status, text } = await send(world, { address: `/api/live/${topic}`, token })
    if (status === 200) versions.set(topic, Number(/^x-topic-version: (\d+)$/m.exec(text)?.[1] ?? 0))
  }
  return versions
}

/** A reader's live connection, which has joined every topic it may. */
export class LiveReader {
  readonly reader: Reader
  readonly #watcher: Watcher
  readonly #joined = new Set<string>()
  #isConnected = true

  static async open(world: World, reader: Reader): Promise<LiveReader> {
    const live = new LiveReader(world, reader)
    const account = ACCOUNTS[reader]
    for (const topic of [...PUBLIC_TOPICS, ...(account === undefined ? [] : [`user:${account}`]), 'admin']) {
      if ((await live.#watcher.join(topic)).ok) live.#joined.add(topic)
    }
    return live
  }

  private constructor({ pool }: World, reader: Reader) {
    this.reader = reader
    this.#watcher = new Watcher(pool.url, tokenOfReader(reader))
    this.#watcher.socket.on('disconnect', () => (this.#isConnected = false))
  }

  /** Waits until the reader has heard of these versions of its topics. Messages of one topic arrive in order. */
  async settle(versions: ReadonlyMap<string, number>): Promise<void> {
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
