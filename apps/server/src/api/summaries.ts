import { entryLabel } from '@outlast/contract/entry-label'
import type { WeekSummary } from '@outlast/contract/rest/summary'
import { seasonTopic, weekTopic } from '@outlast/contract/live/topics'
import { type Entry, type PoolState, summarizeWeek, type WeekId, weekLabel } from '@outlast/domain'
import { nameOf, type Source } from '@outlast/projections'
import { LRUCache } from 'lru-cache'
import { weekSummaryMail } from '../channels/mail/templates.ts'
import { HttpError } from '../lib/http-error.ts'
import { summarySentences } from '../messages/summary-sentences.ts'
import { digestOf, readSummaryText, writeSummaryText } from '../messages/summary-store.ts'
import { handlers } from '../http/handler.ts'
import { queueBroadcast } from './broadcasts.ts'
import type { ReadDependencies } from './read-dependencies.ts'

export interface SummaryDependencies extends Pick<ReadDependencies, 'db' | 'pool' | 'reader' | 'versions'> {
  readonly clubName: () => string
  readonly publicUrl: string
  readonly onMail: () => void
}

const MAX_CACHED = 8

/** The summaries of complete weeks: everybody reads them, admins write, pin and mail them. */
export function summaryRoutes(deps: SummaryDependencies) {
  const { pool, versions } = deps
  /** At the end of the last game everybody requests the summary at once, and deriving it looks at every entry. */
  const cache = new LRUCache<WeekId, { readonly version: number; readonly summary: Promise<WeekSummary> }>({ max: MAX_CACHED })

  /** A summary changes with its week, with the names of its season, and with the pool, since it mentions the next lock. */
  const versionOf = (id: WeekId) => {
    const season = pool().rounds.get(id)?.seasonYear
    const topics = [weekTopic(id), 'pool' as const, ...(season === undefined ? [] : [seasonTopic(season)])]
    return Math.max(...topics.map((topic) => versions.current(topic)))
  }

  function cachedSummary(id: WeekId, version: number): Promise<WeekSummary> {
    const found = cache.get(id)
    if (found !== undefined && found.version >= version) return found.summary
    const summary = readSummary(deps, id)
    cache.set(id, { version, summary })
    summary.catch(() => cache.delete(id))
    return summary
  }

  return handlers({
    getWeekSummary: async ({ params: { id } }, { clientHas }) => {
      requireWeek(pool(), id)
      const version = versionOf(id)
      if (clientHas(version)) return { status: 304, version }
      const summary = await cachedSummary(id, version)
      return { status: 200, body: summary, version, topicVersion: versions.current(weekTopic(id)) }
    },

    updateWeekSummary: async ({ params: { id }, body: { text, is_pinned: isPinned } }, { submit }) => {
      const digest = typeof text === 'string' ? digestOf(text) : text
      await submit(
        'ChangeWeekSummary',
        { weekId: id, digest, isPinned },
        {
          toResponse: () => null,
          effects: async (tx) => (text === undefined ? undefined : writeSummaryText(tx, id, text)),
        },
      )
      return { status: 200, body: await readSummary(deps, id) }
    },

    mailWeekSummary: async ({ params: { id }, body: { audience } }, { submit }) => {
      const summary = await readSummary(deps, id)
      const subject = `${deps.clubName()}: week ${weekLabel(summary.week_number)}`
      const text = [...summary.lines, `The whole week: ${deps.publicUrl}/reveal/${id}`].join('\n\n')
      const body = await queueBroadcast(submit, audience, (emails) => weekSummaryMail(emails, subject, text))
      deps.onMail()
      return { status: 200, body }
    },
  })
}

function requireWeek(pool: PoolState, id: WeekId): void {
  if (!pool.rounds.has(id)) throw new HttpError('week_not_found')
}

/** Names entries with their people: several may have the same name. */
const labelIn =
  ({ people }: Source) =>
  ({ name, userId }: Entry): string =>
    entryLabel({ name, user_name: nameOf(people, userId) })

/** Reads a summary. The state comes before the text, so that a text that is stored in between only makes the summary newer. */
async function readSummary({ db, reader }: SummaryDependencies, id: WeekId): Promise<WeekSummary> {
  const { pool, facts, moments } = await reader.read(({ source, moments: momentsIn }) => {
    requireWeek(source.pool, id)
    return { pool: source.pool, facts: summarizeWeek(source.pool, id, labelIn(source)), moments: momentsIn(id) ?? [] }
  })
  if (facts === undefined) throw new HttpError('week_not_complete')
  const isPinned = pool.pinnedSummary === id
  const text = pool.rounds.get(id)?.summaryDigest ? await readSummaryText(db, id) : undefined
  return {
    week_id: id,
    season_year: facts.seasonYear,
    week_number: facts.weekNumber,
    lines: text === undefined ? summarySentences(facts, moments) : text.split(/\n+/).filter((line) => line.trim() !== ''),
    is_edited: text !== undefined,
    is_pinned: isPinned,
  }
}
