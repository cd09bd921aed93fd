import { accessTo } from '../live/access.ts'
import { isPublicTopic } from '@outlast/contract/live/topics'
import type { TopicViewCache } from '../live/topic-view-cache.ts'
import { encodeBody } from '../lib/encoded-body.ts'
import { HttpError } from '../lib/http-error.ts'
import { handlers } from '../http/handler.ts'
import { PUBLIC_CACHE_CONTROL, type ResponseCache } from '../http/response-cache.ts'
import { readTag } from '../http/send-response.ts'
import type { ReadDependencies } from './read-dependencies.ts'

export interface LiveRouteDependencies extends Pick<ReadDependencies, 'pool'> {
  readonly views: TopicViewCache
  readonly responses: ResponseCache
}

/** The snapshots that clients of the live connection start from. */
export function liveRoutes({ pool, views, responses }: LiveRouteDependencies) {
  return handlers({
    liveSnapshot: async ({ params }, { viewer, clientHas, tokenProblem }) => {
      const access = accessTo(params.topic, viewer, pool())
      if (!access.ok) throw new HttpError(access.code === 'unauthenticated' ? (tokenProblem ?? access.code) : access.code)
      const { topic } = access
      const isPublic = isPublicTopic(topic)
      const cacheControl = isPublic ? PUBLIC_CACHE_CONTROL : 'private, no-cache'
      const topicVersion = views.versionOf(topic)
      if (clientHas(topicVersion)) return { status: 304, topicVersion, cacheControl }
      if (isPublic) {
        const body = (view: unknown, version: number) => ({ topic, version, view })
        const cached = await responses.respond({ routeId: 'liveSnapshot', address: `/api/live/${topic}`, topic, body })
        return cached ?? notFound()
      }
      const found = (await views.read(topic)) ?? notFound()
      const encoded = await encodeBody(JSON.stringify({ topic, ...found }), { etag: readTag(found.version) })
      return { status: 200, encoded, topicVersion: found.version, cacheControl }
    },
  })
}

function notFound(): never {
  throw new HttpError('topic_not_found')
}
