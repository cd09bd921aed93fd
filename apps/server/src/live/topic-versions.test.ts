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
  it('returns the position of the last event that affected a topic, now and at earlier positions', () => {
    const versions = new TopicVersions()
    expect(versions.current('pool')).toBe(0)
    for (const n of [2, 5, 9]) versions.apply(week(n), pool)
    expect(versions.current('pool')).toBe(9)
    expect(versions.current('week:5')).toBe(5)
    expect([1, 2, 4, 5, 8, 9, 100].map((n) => versions.versionAt('pool', n))).toEqual([0, 2, 2, 5, 5, 9, 9])
    expect(versions.versionAt('user:1', 100)).toBe(0)
  })

  it('restores current versions from JSON, without earlier ones', () => {
    const versions = new TopicVersions()
    for (const n of [2, 5]) versions.apply(week(n), pool)
    const restored = TopicVersions.fromJSON(JSON.parse(JSON.stringify(versions)))
    expect(restored.current('pool')).toBe(5)
    expect(restored.versionAt('pool', 4)).toBeUndefined()
    expect(restored.versionAt('pool', 5)).toBe(5)
    restored.apply(week(7), pool)
    expect(restored.versionAt('pool', 6)).toBe(5)
    expect(TopicVersions.fromJSON(undefined).current('pool')).toBe(0)
  })

  it('keeps a limited number of versions per topic', () => {
    const versions = new TopicVersions()
    for (let n = 1; n <= 20_000; n += 1) versions.apply(at(n, createEvent('SiteTimeCleared', {})), pool)
    expect(versions.versionAt('pool', 19_000)).toBe(19_000)
    expect(versions.versionAt('pool', 10)).toBeUndefined()
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
