import {
  emptyPool,
  createEvent,
  type Instant,
  position,
  userId,
  weekId,
  type PoolEvent,
  type RecordedEvent,
  evolve,
} from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import type { AffectedTopic } from './invalidation.ts'
import { TopicVersions } from './topic-versions.ts'

const pool = emptyPool()
const at = (n: number, event: PoolEvent): RecordedEvent => ({
  ...event,
  position: position(n),
  recordedAt: '2025-09-01T00:00:00.000Z' as Instant,
  siteTime: '2025-09-01T00:00:00.000Z' as Instant,
  metadata: { actor: null, role: 'system' },
})
const week = (n: number) =>
  at(
    n,
    createEvent('WeekAdded', {
      weekId: weekId(n),
      seasonYear: 2025,
      weekNumber: n,
      lockTime: '2025-09-07T16:00:00.000Z' as Instant,
    }),
  )

describe('TopicVersions', () => {
  it('returns the position of the last event that affected a topic', () => {
    const versions = new TopicVersions()
    expect(versions.current('pool')).toBe(0)
    for (const n of [2, 5, 9]) versions.apply(week(n), pool)
    expect(versions.current('pool')).toBe(9)
    expect(versions.current('week:5')).toBe(5)
    expect(versions.current('user:1')).toBe(0)
  })

  it('restores versions from JSON', () => {
    const versions = new TopicVersions()
    for (const n of [2, 5]) versions.apply(week(n), pool)
    const restored = TopicVersions.fromJSON(JSON.parse(JSON.stringify(versions)))
    expect(restored.current('pool')).toBe(5)
    expect(TopicVersions.fromJSON(undefined).current('pool')).toBe(0)
  })

  it('calls listeners with the affected topics before the event is applied', () => {
    const versions = new TopicVersions()
    const calls: [number, readonly AffectedTopic[]][] = []
    versions.onAffectedTopics((n, affected) => calls.push([n, affected]))
    const state = emptyPool()
    const registered = at(1, createEvent('UserRegistered', { userId: userId(1), isAdmin: true, origin: 'self' }))
    versions.apply(registered, state)
    evolve(state, registered)
    versions.apply(at(2, createEvent('LoginsEnded', { userId: userId(1) })), state)
    expect(calls.map(([n, affected]) => [n, ...affected.map(({ topic }) => topic)])).toEqual([
      [1, 'admin', 'user:1', 'pool'],
      [2],
    ])
  })
})
