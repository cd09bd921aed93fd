import type { RouteInput } from '@outlast/contract/routes'
import {
  consequencesToken,
  type FeedGame,
  type Instant,
  previewCommands,
  type ReplyOf,
  RuleViolation,
  visibleTo,
} from '@outlast/domain'
import { LRUCache } from 'lru-cache'
import { listedMembers } from '../imports/import-members.ts'
import { deriveKey, isRepeated } from '../commands/receipts.ts'
import { fetchScoreboard, type ScoreboardRequest } from '../feed/espn.ts'
import { type CallCommand, previewedCall } from '../http/command-call.ts'
import { handlers, type RequestContext } from '../http/handler.ts'
import {
  addedWeeks,
  checkPastPicks,
  commandsBefore,
  firstChunk,
  IMPORT_REASON,
  importablePicks,
  type ImportablePick,
  type ImportedChunk,
  importPastPicks,
  outcomesOf,
  picksInWeeks,
  type PicksToImport,
} from '../imports/import-past-picks.ts'
import { readPastPicks } from '../imports/past-picks-list.ts'
import { planWeeks, seasonOfList } from '../imports/plan-weeks.ts'
import { nodeHashing } from '../log/hashing.ts'
import { withFeedFailure } from './feed.ts'
import type { ReadDependencies } from './read-dependencies.ts'

export interface ImportPicksDependencies extends Pick<ReadDependencies, 'db' | 'pool'> {
  readonly feed: Pick<ScoreboardRequest, 'baseUrl' | 'userAgent'>
  /** Real time. */
  readonly now: () => Instant
}

type Sender = Pick<RequestContext, 'actor' | 'newNonce'>

/** The check, the preview and the import of a list need the same games. */
const GAMES_KEPT = { max: 44, ttl: 300_000 }

/** Imports picks that were made before the pool, or elsewhere: a command for every few entries of the list. */
export function importPicksRoutes({ db, pool, feed, now }: ImportPicksDependencies) {
  const kept = new LRUCache<string, readonly FeedGame[]>(GAMES_KEPT)
  const readGames = async (seasonYear: number, week: number): Promise<readonly FeedGame[]> => {
    const key = `${seasonYear} ${week}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const { games } = await withFeedFailure(fetchScoreboard({ ...feed, seasonYear, week }))
    kept.set(key, games)
    return games
  }
  const readList = async ({ body }: RouteInput<'importPicks'>, { actor }: Sender): Promise<PicksToImport> => {
    const seasonYear = body.season_year ?? seasonOfList(pool(), now())
    const list = readPastPicks(body.csv, seasonYear, body.corrections, picksInWeeks(pool(), seasonYear))
    const members = await listedMembers(db)
    const ofWeek = body.add_weeks === true ? (week: number) => readGames(seasonYear, week) : undefined
    const weeks = await planWeeks(pool(), list, seasonYear, now(), ofWeek)
    return { pool: visibleTo(pool(), actor), list, members, seasonYear, weeks, actor, now: now() }
  }
  const commandFor = (
    given: PicksToImport,
    picks: readonly ImportablePick[],
    { body }: RouteInput<'importPicks'>,
    { newNonce }: Sender,
  ): CallCommand<'ImportPicks'> => ({
    type: 'ImportPicks',
    data: { picks: picks.map((pick) => ({ ...pick, nonce: newNonce() })), reason: body.reason ?? IMPORT_REASON },
    first: commandsBefore(given),
  })
  /** The commands of one list bring its consequences about together, so they are compared before the first. */
  const requireExpected = async (given: PicksToImport, input: RouteInput<'importPicks'>, context: RequestContext) => {
    const { actor, expectedConsequences: expected, idempotency } = context
    if (expected === undefined || (await isRepeated(db, idempotency && deriveKey(idempotency, firstChunk)))) return
    const { type, data, first } = commandFor(given, importablePicks(given), input, context)
    const found = previewCommands(given.pool, [{ command: { type, data }, first, actor }], context.now, nodeHashing)
    if (consequencesToken(nodeHashing, found) !== expected) throw new RuleViolation('consequences_changed')
  }
  return handlers({
    importPicks: previewedCall(
      'importPicks',
      async (input, context) => {
        const given = await readList(input, context)
        return commandFor(given, importablePicks(given), input, context)
      },
      async (input, context) => {
        const given = await readList(input, context)
        if (input.body.dry_run) return { status: 200, body: checkPastPicks(given) }
        await requireExpected(given, input, context)
        const body = await importPastPicks(given, (picks, keySuffix) => {
          const { type, data, first } = commandFor(given, picks, input, context)
          const toResponse = ({ reply }: { readonly reply: ReplyOf<'ImportPicks'> }): ImportedChunk => ({
            outcomes: outcomesOf(picks, reply.outcomes),
            addedWeeks: addedWeeks(given),
          })
          return context.submit(type, data, { keySuffix, wasCompared: true, first, toResponse })
        })
        return { status: 200, body }
      },
    ),
  })
}
