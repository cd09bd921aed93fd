import { seasonTopic, weekTopic } from '@outlast/contract/live/topics'
import type { OpenPool } from '@outlast/domain'
import type { TopicVersions } from './topic-versions.ts'

interface Followed {
  readonly follower: { readonly pool: OpenPool; readonly position: number }
  readonly versions: Pick<TopicVersions, 'current'>
}

/**
 * Returns a function that returns the position of the last event that changed what everybody knows about seasons and locked weeks.
 * Picks that are still hidden, and how many there are, do not count. Locking and reopening a week change the topic `pool`.
 */
export function revealedVersion({ follower, versions }: Followed): () => number {
  let known = { position: -1, version: 0 }
  return () => {
    const { position } = follower
    if (known.position !== position) known = { position, version: latest(follower.pool, versions) }
    return known.version
  }
}

function latest(pool: OpenPool, versions: Followed['versions']): number {
  let version = versions.current('pool')
  for (const { id, seasonYear, locked } of pool.rounds.values()) {
    version = Math.max(version, versions.current(seasonTopic(seasonYear)), locked === null ? 0 : versions.current(weekTopic(id)))
  }
  return version
}
