import * as z from 'zod'
import { parseTopic, type Topic } from '../live/topics.ts'
import { TOPIC_VIEW_SCHEMAS } from '../live/wire.ts'

const TOPICS = 'Topic must be pool, admin, week:<id>, season:<year> or user:<id>'

export const topicParams = z.object({
  topic: z
    .string({ error: TOPICS })
    .refine((text): text is Topic => parseTopic(text) !== undefined, TOPICS)
    .meta({ example: 'week:1' }),
})

const { pool, week, season, user, admin } = TOPIC_VIEW_SCHEMAS

/** A live topic's view at a version. The Socket.IO event `changes` updates it. */
export const liveSnapshot = z.union([pool, week, season, user, admin]).meta({ id: 'LiveSnapshot' })
export type LiveSnapshot = z.output<typeof liveSnapshot>
