import type { ChangesMessage, ResetMessage } from '@outlast/contract/live/wire'
import { describe, expect, it } from 'vitest'
import { ChangePublisher } from './change-publisher.ts'
import { affected, type AffectedTopic, entries, PICK_COUNT, RESET } from './invalidation.ts'
import { type Subscriber, SubscriptionRegistry } from './subscriptions.ts'
import type { ViewReader } from './view-reader.ts'

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A publisher whose log position and clock the test controls. */
function startPublisher() {
  const state = { applied: 0, nowMs: 10_000, reads: 0, isUnreachable: false }
  const messages: ChangesMessage[] = []
  const resets: ResetMessage[] = []
  const subscriber: Subscriber = {
    send: ({ packet }) => {
      const [event, message] = JSON.parse(packet.slice(1)) as ['changes', ChangesMessage] | ['reset', ResetMessage]
      if (event === 'changes') messages.push(message)
      else resets.push(message)
    },
  }
  const subscriptions = new SubscriptionRegistry()
  const timers: { readonly atMs: number; readonly callback: () => void }[] = []
  const reader: ViewReader = {
    read: async (use) => {
      state.reads += 1
      if (state.isUnreachable) throw new Error('unreachable')
      const position = state.applied
      const row = (id: number) => ({ id, name: `as of ${position}`, team: null, is_override: false, is_auto: false })
      return use({
        position,
        pickCount: () => position,
        weekEntries: (_weekId: number, ids: readonly number[]) => ids.map(row),
      } as never)
    },
  }
  const publisher = new ChangePublisher({
    subscriptions,
    reader,
    follower: {
      get position() {
        return state.applied as never
      },
    },
    nowMs: () => state.nowMs,
    schedule: (ms, callback) => {
      timers.push({ atMs: state.nowMs + ms, callback })
      return () => {}
    },
    log: { warn: () => {} },
  })
  return {
    state,
    subscriptions,
    messages,
    resets,
    subscribe: (topic: 'week:1' | 'user:2') => subscriptions.subscribe(topic, subscriber, 0),
    /** Applies an event and wakes the publisher. */
    apply: async (position: number, ...affectedTopics: readonly AffectedTopic[]) => {
      subscriptions.invalidate(position, affectedTopics)
      state.applied = position
      publisher.wake()
      await nextTurn()
    },
    advanceClock: async (ms: number) => {
      state.nowMs += ms
      const due = timers.filter((timer) => timer.atMs <= state.nowMs)
      for (const timer of due) timers.splice(timers.indexOf(timer), 1)
      for (const timer of due) timer.callback()
      await nextTurn()
    },
  }
}

describe('ChangePublisher', () => {
  it('publishes rows as of the position of the pool, in one message for all events since the last', async () => {
    const { state, subscriptions, subscribe, messages, apply, advanceClock } = startPublisher()
    subscribe('week:1')
    state.isUnreachable = true
    await apply(5, affected('week:1', entries(1)))
    expect(messages).toEqual([])
    state.isUnreachable = false
    subscriptions.invalidate(6, [affected('week:1', entries(2))])
    state.applied = 6
    await advanceClock(500)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatchObject({ from: 0, to: 6 })
    expect(
      messages[0]?.changes.map((change) => 'entry' in change && [change.entry.id, 'name' in change.entry && change.entry.name]),
    ).toEqual([
      [1, 'as of 6'],
      [2, 'as of 6'],
    ])
  })

  it('sends pick counts a few times per second, and reads nothing for changes that events contain', async () => {
    const { state, subscribe, messages, apply, advanceClock } = startPublisher()
    subscribe('week:1')
    subscribe('user:2')
    for (let n = 1; n <= 20; n += 1) {
      const cleared = affected('user:2', { kind: 'pick_cleared', entryId: 1, weekId: 1, slot: 1 })
      await apply(n, affected('week:1', PICK_COUNT), cleared)
    }
    expect(messages.filter(({ topic }) => topic === 'user:2')).toHaveLength(20)
    expect(messages.filter(({ topic }) => topic === 'week:1')).toHaveLength(1)
    expect(state.reads).toBe(1)
    await advanceClock(250)
    expect(messages.at(-1)).toMatchObject({ topic: 'week:1', to: 20, changes: [{ kind: 'pick_count', pick_count: 20 }] })
  })

  it('sends a reset when too much changed, and forgets earlier messages', async () => {
    const { subscribe, messages, resets, apply, advanceClock } = startPublisher()
    const { recent } = subscribe('week:1')
    await apply(1, affected('week:1', entries(1)))
    expect(recent.since(0, 10_000)).toHaveLength(1)
    await apply(2, affected('week:1', RESET))
    expect(resets).toEqual([{ topic: 'week:1', to: 2 }])
    expect(recent.since(0, 10_000)).toBeUndefined()
    await apply(3, affected('week:1', entries(...Array.from({ length: 501 }, (_, id) => id))))
    await advanceClock(100)
    expect(resets).toHaveLength(2)
    expect(messages).toHaveLength(1)
  })
})
