import { type Changes, type ChangesMessage, type ResetMessage, TOPIC_SCHEMAS, type Views } from '@outlast/contract/live/wire'
import { everyTopic } from '@outlast/contract/live/test-support'
import { fold } from '@outlast/contract/live/fold'
import { parseTopic, type Topic } from '@outlast/contract/live/topics'
import assert from 'node:assert/strict'
import { describe, expect, it } from 'vitest'
import { ChangePublisher } from '../src/live/change-publisher.ts'
import { type AnyView, viewOf } from '../src/live/topic-reads.ts'
import { SubscriptionRegistry } from '../src/live/subscriptions.ts'
import type { WebSocketFrame } from '../src/live/websocket-frame.ts'
import { seededRandom, runRandomCommand, openSeason } from './support/live-play.ts'
import { type LivePool, openLivePool, silent } from './support/live-pool.ts'

interface Taken {
  readonly version: number
  readonly view: AnyView
}

/** Subscribes to every topic and records snapshots and the messages between them. */
class Watch {
  readonly messages: ChangesMessage[] = []
  readonly resets: ResetMessage[] = []
  readonly snapshots = new Map<Topic, Taken[]>()
  readonly subscriptions = new SubscriptionRegistry()
  readonly #pool: LivePool
  readonly #publisher: ChangePublisher
  #nowMs = 0

  constructor(pool: LivePool) {
    this.#pool = pool
    pool.versions.onAffectedTopics((position, affected) => this.subscriptions.invalidate(position, affected))
    this.#publisher = new ChangePublisher({
      subscriptions: this.subscriptions,
      follower: pool.follower,
      reader: pool.reader,
      nowMs: () => this.#nowMs,
      schedule: () => () => {},
      log: silent,
    })
  }

  /** Receives all messages like a subscriber. */
  send({ packet }: WebSocketFrame): void {
    const [event, message] = JSON.parse(packet.slice(1)) as ['changes', ChangesMessage] | ['reset', ResetMessage]
    if (event === 'changes') this.messages.push(message)
    else this.resets.push(message)
  }

  topics(): readonly Topic[] {
    return everyTopic(this.#pool.follower.pool)
  }

  /** Reads a snapshot of every topic and stores it by version. */
  async look(): Promise<void> {
    const { reader, versions } = this.#pool
    await reader.read((queries) => {
      for (const topic of this.topics()) {
        const view = viewOf(parseTopic(topic)!, queries)
        const version = versions.current(topic)
        const taken = this.snapshots.get(topic) ?? []
        const before = taken.at(-1)
        // An event that does not affect a topic leaves its view unchanged.
        if (before?.version === version) assert.deepEqual({ topic, version, view }, { topic, ...before })
        else taken.push({ version, view: view! })
        this.snapshots.set(topic, taken)
        if (this.subscriptions.get(topic) === undefined) this.subscriptions.subscribe(topic, this, versions.current(topic))
      }
    })
  }

  /** Advances time and sends all pending changes. */
  async flush(): Promise<void> {
    const { versions } = this.#pool
    const isDone = (): boolean =>
      [...this.subscriptions].every(({ topic, publishedVersion }) => publishedVersion === versions.current(topic))
    for (let i = 0; i < 2_000 && !isDone(); i += 1) {
      this.#nowMs += 1_000
      this.#publisher.wake()
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    assert(isDone())
  }

  /** Checks that each message turns each earlier snapshot in its range into the snapshot at its end. */
  verify(): number {
    let folded = 0
    for (const message of this.messages) {
      const topic = message.topic as Topic
      const { kind } = parseTopic(topic)!
      assert.equal(TOPIC_SCHEMAS[kind].message.safeParse(message).error, undefined)
      const taken = this.snapshots.get(topic) ?? []
      const end = taken.find(({ version }) => version === message.to)
      for (const { version, view } of taken) {
        if (end === undefined || version < message.from || version >= message.to) continue
        const after = fold(kind, view as Views[typeof kind], message.changes as never[] as Changes[typeof kind][])
        const said = { topic, from: version, to: message.to }
        assert.deepEqual({ ...said, view: after }, { ...said, view: end.view })
        folded += 1
      }
    }
    return folded
  }

  schemas(): void {
    for (const [topic, taken] of this.snapshots) {
      const { kind } = parseTopic(topic)!
      for (const { version, view } of taken) {
        if (view === undefined) continue
        assert.equal(TOPIC_SCHEMAS[kind].snapshot.safeParse({ topic, version, view }).error, undefined)
      }
    }
  }
}

const SEEDS = (process.env['LIVE_SEEDS'] ?? '1,2').split(',').map(Number)
const STEPS = 90

/** What the runs of all seeds together must cover. */
const EXPECTED = [
  ...['week', 'pick_count', 'games', 'entry', 'entry_removed', 'reveal'].map((kind) => `week ${kind}`),
  ...['week', 'entry', 'reveal'].map((kind) => `season ${kind}`),
  'pool pool',
  ...['user', 'entry', 'pick'].map((kind) => `user ${kind}`),
  ...['user', 'entry', 'picked', 'picked_closed'].map((kind) => `admin ${kind}`),
]

describe('a snapshot at version n and the messages from n to m', () => {
  const seen = new Set<string>()

  const games = [...SEEDS.map((seed) => [seed, 1] as const), ...SEEDS.slice(-1).map((seed) => [seed, 2] as const)]
  it.each(games)('produce the snapshot at m for each topic (season %i, picks a week: %i)', async (seed, picks) => {
    const pool = await openLivePool()
    const random = seededRandom(seed)
    try {
      await openSeason(pool, picks)
      const watch = new Watch(pool)
      await watch.look()
      for (let step = 0; step < STEPS; step += 1) {
        await runRandomCommand(pool, random, picks)
        await watch.look()
        if (random.below(3) === 0) await watch.flush()
      }
      await watch.flush()
      await watch.look()
      watch.schemas()
      expect(watch.verify()).toBeGreaterThan(20)
      for (const { topic, changes } of watch.messages) {
        for (const change of changes) seen.add(`${topic.split(':')[0]} ${change.kind}`)
      }
    } finally {
      await pool.close()
    }
  })

  it('cover every kind of message', () => {
    expect([...seen]).toEqual(expect.arrayContaining(EXPECTED))
  })
})
