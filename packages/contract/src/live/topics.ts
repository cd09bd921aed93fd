import type { PoolState } from '@outlast/domain'
import { weekId } from '@outlast/domain/rules'
import type { TopicKind } from './wire.ts'

export type { TopicKind }

interface TopicRow {
  /** What the number in the topic's name identifies; null when there is only one topic of this kind. */
  readonly numberedBy: 'week' | 'season' | 'user' | null
  /** Who may read the topic. `owner`: only the user whose id is in the name. */
  readonly readers: 'everyone' | 'owner' | 'admins'
  /** Whether the pool has what the name identifies. */
  readonly exists: (pool: PoolState, id: number) => boolean
}

/**
 * Every kind of live topic. Parsing, access checks and caching follow from this table, and `fold.ts` applies changes; `wire.ts` has the
 * schemas of each kind.
 */
export const TOPICS = {
  week: { numberedBy: 'week', readers: 'everyone', exists: (pool, id) => pool.rounds.has(weekId(id)) },
  season: {
    numberedBy: 'season',
    readers: 'everyone',
    exists: (pool, year) => [...pool.rounds.values()].some((week) => week.seasonYear === year),
  },
  pool: { numberedBy: null, readers: 'everyone', exists: () => true },
  user: { numberedBy: 'user', readers: 'owner', exists: () => true },
  admin: { numberedBy: null, readers: 'admins', exists: () => true },
} as const satisfies Readonly<Record<TopicKind, TopicRow>>

type Topics = typeof TOPICS

type NameOf<K extends TopicKind> = Topics[K]['numberedBy'] extends null ? K : `${K}:${number}`

/** The name of a topic, e.g. `week:12`. */
export type Topic = { [K in TopicKind]: NameOf<K> }[TopicKind]

/** Topics whose view is the same for every reader. */
export type PublicTopic = { [K in TopicKind]: Topics[K]['readers'] extends 'everyone' ? NameOf<K> : never }[TopicKind]

/** The kind of a topic, from its name. */
export type KindOf<T extends Topic> = { [K in TopicKind]: T extends NameOf<K> ? K : never }[TopicKind]

/** A topic's kind and the number in its name: a week's id, a season's year or a user's id. */
export type ParsedTopic = {
  [K in TopicKind]: Topics[K]['numberedBy'] extends null ? { readonly kind: K } : { readonly kind: K; readonly id: number }
}[TopicKind]

/** Starts at 1 without leading zeros, so that every topic has exactly one name. */
const NUMBER = /^[1-9]\d{0,15}$/

/** Parses a topic's name. Returns `undefined` when it cannot name a topic. */
export function parseTopic(name: string): ParsedTopic | undefined {
  const [kind = '', digits, ...rest] = name.split(':')
  if (!isKind(kind) || rest.length > 0) return undefined
  if (TOPICS[kind].numberedBy === null) return digits === undefined ? ({ kind } as ParsedTopic) : undefined
  const id = Number(digits)
  // Accepts the same numbers as the ids in REST paths (fields/numbers.ts).
  if (digits === undefined || !NUMBER.test(digits) || !Number.isSafeInteger(id)) return undefined
  return { kind, id } as ParsedTopic
}

/** Whether everyone may read the topic, so that one response can be cached for all readers. */
export function isPublicTopic(topic: Topic): topic is PublicTopic {
  const kind = parseTopic(topic)?.kind
  return kind !== undefined && TOPICS[kind].readers === 'everyone'
}

export const weekTopic = (id: number): `week:${number}` => `week:${id}`
export const seasonTopic = (year: number): `season:${number}` => `season:${year}`
export const userTopic = (id: number): `user:${number}` => `user:${id}`

function isKind(text: string): text is TopicKind {
  return Object.hasOwn(TOPICS, text)
}
