import type { ErrorCode } from '@outlast/contract/errors'
import { type ParsedTopic, parseTopic, type Topic } from '@outlast/contract/live/topics'
import type { PoolState, UserId } from '@outlast/domain'
import type { Viewer } from '../accounts/viewer.ts'

/** Whether somebody may watch a topic. */
export type Access =
  | { readonly ok: true; readonly topic: Topic; readonly parsed: ParsedTopic }
  | { readonly ok: false; readonly code: Extract<ErrorCode, 'topic_not_found' | 'unauthenticated' | 'forbidden'> }

/**
 * Who may watch what: weeks, seasons and the pool anybody, a member's topic that member, the admin's topic admins. Somebody
 * else's topic does not exist, and neither does one of a week or season that the pool does not have.
 */
export function accessTo(text: string, viewer: Viewer, pool: PoolState): Access {
  const parsed = parseTopic(text)
  if (parsed === undefined) return { ok: false, code: 'topic_not_found' }
  const code = refusalOf(parsed, viewer, pool)
  return code === undefined ? { ok: true, topic: text as Topic, parsed } : { ok: false, code }
}

function refusalOf(topic: ParsedTopic, viewer: Viewer, pool: PoolState) {
  switch (topic.kind) {
    case 'pool':
      return undefined
    case 'week':
      return pool.weeks.has(topic.weekId as never) ? undefined : 'topic_not_found'
    case 'season':
      return hasSeason(pool, topic.seasonYear) ? undefined : 'topic_not_found'
    case 'user':
      if (viewer.kind === 'visitor') return 'unauthenticated'
      return isSelf(viewer.userId, topic.userId) ? undefined : 'topic_not_found'
    case 'admin':
      if (viewer.kind === 'visitor') return 'unauthenticated'
      return viewer.kind === 'admin' ? undefined : 'forbidden'
    default:
      return topic satisfies never
  }
}

const isSelf = (viewer: UserId, id: number): boolean => viewer === id

function hasSeason(pool: PoolState, seasonYear: number): boolean {
  for (const week of pool.weeks.values()) if (week.seasonYear === seasonYear) return true
  return false
}
