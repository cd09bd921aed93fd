import type { ErrorCode } from '@outlast/contract/errors'
import { type ParsedTopic, parseTopic, type Topic, TOPICS } from '@outlast/contract/live/topics'
import { type PoolState, userId } from '@outlast/domain'
import type { Viewer } from '../accounts/viewer.ts'

/** The result of checking whether a viewer may read a topic. */
export type Access =
  | { readonly ok: true; readonly topic: Topic; readonly parsed: ParsedTopic }
  | { readonly ok: false; readonly code: Extract<ErrorCode, 'topic_not_found' | 'unauthenticated' | 'forbidden'> }

/**
 * Checks a topic's name and who may read it. A topic of another user results in `topic_not_found`, like the topic of a week that
 * does not exist, so that it does not reveal which users exist.
 */
export function accessTo(text: string, viewer: Viewer, pool: PoolState): Access {
  const parsed = parseTopic(text)
  if (parsed === undefined) return { ok: false, code: 'topic_not_found' }
  const code = denialOf(parsed, viewer, pool)
  return code === undefined ? { ok: true, topic: text as Topic, parsed } : { ok: false, code }
}

function denialOf(topic: ParsedTopic, viewer: Viewer, pool: PoolState) {
  const { readers, exists } = TOPICS[topic.kind]
  const id = 'id' in topic ? topic.id : 0
  if (readers !== 'everyone' && viewer.kind === 'visitor') return 'unauthenticated'
  if (readers === 'admins' && viewer.kind !== 'admin') return 'forbidden'
  if (readers === 'owner' && !isUser(viewer, id)) return 'topic_not_found'
  return exists(pool, id) ? undefined : 'topic_not_found'
}

const isUser = (viewer: Viewer, id: number): boolean => viewer.kind !== 'visitor' && viewer.userId === userId(id)
