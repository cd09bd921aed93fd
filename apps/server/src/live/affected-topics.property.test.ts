import { isDeepStrictEqual } from 'node:util'
import { everyTopic } from '@outlast/contract/live/test-support'
import { fold } from '@outlast/contract/live/fold'
import { parseTopic, type Topic } from '@outlast/contract/live/topics'
import type { Changes, Views } from '@outlast/contract/live/wire'
import { emptyPool, evolve, type PoolState, type RecordedEvent, type UserId } from '@outlast/domain'
import { playSeed } from '@outlast/domain/histories'
import { expect, it } from 'vitest'
import { affectedTopics } from './affected-topics.ts'
import { type AnyView, buildChanges, viewOf } from './topic-reads.ts'
import type { Invalidation } from './invalidation.ts'
import { MergedInvalidations } from './merged-invalidations.ts'
import { viewQueries, type ViewQueries } from './view-reader.ts'

// Plays random histories with a client that has the views of all topics. After every few commands it gets the messages that their events
// cause, and must then have what the server derives anew; where there is no message, the view must be the same as before. Otherwise devices
// would keep what has changed, and answers with its version would stay cached.
// `LIVE_HISTORIES` sets the number of histories (`npm run test:long -- topics`: 3,000), `LIVE_HISTORIES_SEED` the first seed.
const COUNT = Number(process.env['LIVE_HISTORIES'] ?? 25)
const FIRST_SEED = Number(process.env['LIVE_HISTORIES_SEED'] ?? 1)
/** How many commands one message covers, in turn. */
const MERGED = [1, 1, 2, 5]

/** Histories in which something was missing once. */
const SEEDS = [7, 30, 88, 394, 705, 715, 1142, 2061, 2806, 2813]

it(`messages tell all that ${COUNT} random histories change in the views of topics`, { timeout: 60_000 + 10_000 * COUNT }, () => {
  const seeds = new Set([...Array.from({ length: COUNT }, (_, i) => FIRST_SEED + i), ...SEEDS])
  for (const seed of seeds) expect(playUntilDifferent(seed), `seed ${seed}`).toEqual([])
})

interface Difference {
  readonly topic: Topic
  readonly events: readonly string[]
  readonly invalidations: readonly Invalidation[]
  readonly has: unknown
  readonly derived: unknown
}

/** Plays a history until the client has something else than the server derives. */
function playUntilDifferent(seed: number): readonly Difference[] {
  const pool = emptyPool()
  const found: Difference[] = []
  let views = viewsOf(queriesOf(pool))
  let unsent: RecordedEvent[] = []
  const invalidations = new Map<Topic, Invalidation[]>()
  let commands = 0
  let messages = 0

  const send = (): void => {
    const queries = queriesOf(pool)
    const derived = viewsOf(queries)
    const events = unsent.map(({ position, type }) => `${position} ${type}`)
    for (const [topic, before] of views) {
      const own = invalidations.get(topic) ?? []
      const after = derived.get(topic)
      const has = own.length === 0 ? before : afterMessage(topic, before, own, queries)
      // A client that is told to fetch the view has it, or learns that there is none any more.
      if (has !== 'fetched' && !isSame(has, after))
        found.push({ topic, events, invalidations: own, ...onlyDifferent(has, after) })
    }
    views = derived
    unsent = []
    invalidations.clear()
    messages += 1
    commands = 0
  }

  const observe =
    () =>
    ({ recorded }: { readonly recorded: readonly RecordedEvent[] }): void => {
      if (recorded.length === 0 || found.length > 0) return
      for (const event of recorded) {
        for (const { topic, invalidations: more } of affectedTopics(event, pool)) {
          invalidations.set(topic, [...(invalidations.get(topic) ?? []), ...more])
        }
        evolve(pool, event)
      }
      unsent.push(...recorded)
      commands += 1
      if (commands >= MERGED[messages % MERGED.length]!) send()
    }
  playSeed(seed, { compares: false, observe })
  return found
}

/** Returns a client's view after the message about some invalidations. */
function afterMessage(topic: Topic, before: AnyView, invalidations: readonly Invalidation[], queries: ViewQueries) {
  const merged = new MergedInvalidations(invalidations)
  const parsed = parseTopic(topic)!
  const changes = merged.isReset ? undefined : buildChanges(parsed, merged, queries)
  if (changes === undefined) return 'fetched'
  type Kind = typeof parsed.kind
  return fold(parsed.kind, before as Views[Kind], changes as readonly Changes[Kind][]) ?? 'fetched'
}

const NAMES = { email: 'a@club.example', first_name: 'A', last_name: 'B', mobile: null }
const people = { of: (id: UserId) => ({ ...NAMES, email: `${id}@club.example` }) }
const queriesOf = (pool: PoolState): ViewQueries => viewQueries({ pool, people }, pool.position, 'Club')

function viewsOf(queries: ViewQueries): ReadonlyMap<Topic, AnyView> {
  return new Map(everyTopic(queries.source.pool).map((topic) => [topic, viewOf(parseTopic(topic)!, queries)!]))
}

/** As messages carry them, without fields that are undefined. */
const sent = <T>(value: T): T => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T))
const isSame = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(one, other) || isDeepStrictEqual(sent(one), sent(other))

/** Returns the fields of two views that are different. */
function onlyDifferent(has: object, derived: object | undefined): Pick<Difference, 'has' | 'derived'> {
  const isDifferent = ([name, value]: [string, unknown]): boolean => !isSame(value, (derived as Record<string, unknown>)[name])
  if (derived === undefined) return { has: 'a view', derived }
  const names = Object.entries(has).flatMap((field) => (isDifferent(field) ? [field[0]] : []))
  const only = (view: object) =>
    Object.fromEntries(Object.entries(view).filter(([name]) => names.includes(name) || !(name in has)))
  return { has: only(has), derived: only(derived) }
}
