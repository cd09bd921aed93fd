import type { PickWithReceipt } from '@outlast/contract'
import { toPick, toReceipt, toUserPick } from '@outlast/contract/rest/picks'
import {
  createdAtForOwner,
  decidingGame,
  type EntryId,
  type EventOfType,
  gamesOf,
  makerOf,
  mayPickFor,
  pickAt,
  parsePickId,
  type PoolState,
  type RecordedEvent,
  RuleViolation,
  type WeekId,
  weekResults,
} from '@outlast/domain'
import { madeByField } from '@outlast/projections'
import type { Viewer } from '../accounts/viewer.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Notifier } from '../messages/notify.ts'
import { tellOwner } from '../messages/proxy-pick.ts'
import type { StoredEvent } from '../log/stored-event.ts'
import type { AcceptedCommand } from '../commands/queued-command.ts'
import { commandCall } from '../http/command-call.ts'
import { handlers, NO_CONTENT } from '../http/handler.ts'
import type { ReadDependencies } from './read-dependencies.ts'

interface PickOptions extends Pick<ReadDependencies, 'reader'> {
  readonly isLimited: boolean
  readonly notifier: Pick<Notifier, 'notify' | 'wake'>
}

/**
 * Picks, rankings and votes of members, and overrides by admins. Responses are built from the accepted command, without a read after the commit.
 *
 * @param isLimited whether members have a budget of changes per entry (`RATE_LIMITS`)
 */
export function pickRoutes({ isLimited, reader, notifier }: PickOptions) {
  /** Builds the response of an accepted command. Only the name of who picked for the owner is not in it. */
  const pickResponse = async <T extends PickCommand>(accepted: AcceptedCommand<T>): Promise<PickWithReceipt> => {
    const event = await pickEvent(accepted)
    const maker = makerOf(event)
    const made =
      maker?.proxy === undefined
        ? madeByField(NO_NAMES, maker)
        : await reader.read(({ source }) => madeByField(source.people, maker))
    return pickWithReceipt(accepted, event, made)
  }
  const effects = (tx: Kysely<Tables>, accepted: Pick<AcceptedCommand<PickCommand>, 'pool' | 'events'>) =>
    tellOwner(notifier, tx, accepted)
  const wakeFor = ({ receipt }: PickWithReceipt): void => {
    if (receipt.made_by?.proxy !== undefined) notifier.wake()
  }
  return handlers({
    submitPick: async ({ body, ifMatch }, { submit, newNonce }) => {
      const { entry_id: entryId, week_id: weekId, slot, team_abbr: team } = body
      const data = { entryId, weekId, slot, team, nonce: newNonce(), ifVersion: ifMatch, isLimited }
      const { created, pick } = await submit('SubmitPick', data, {
        effects,
        toResponse: async (accepted) => ({
          created: accepted.reply.created,
          pick: await pickResponse(accepted),
        }),
      })
      wakeFor(pick)
      return pickResult(created, pick)
    },
    changePick: async ({ params, body, ifMatch }, { submit, newNonce }) => {
      const data = { pickId: params.id, team: body.team_abbr, nonce: newNonce(), ifVersion: ifMatch, isLimited }
      const pick = await submit('ChangePick', data, { effects, toResponse: pickResponse })
      wakeFor(pick)
      return { status: 200, body: pick, ...versionOf(pick) }
    },
    clearPick: async ({ params, ifMatch }, { submit }) => {
      const data = { pickId: params.id, ifVersion: ifMatch, isLimited }
      await submit('ClearPick', data, { effects, toResponse: () => null })
      notifier.wake()
      return NO_CONTENT
    },
    setRanking: async ({ params, body }, { submit, newNonce }) => {
      const data = { entryId: params.id, teams: body.teams, nonce: newNonce(), isLimited }
      const toResponse = ({ pool }: { pool: PoolState }) => ({ teams: [...(pool.entries.get(params.id)?.ranking ?? [])] })
      return { status: 200, body: await submit('SetRanking', data, { toResponse }) }
    },
    castSplitVote: async ({ params, body: { choice } }, { submit }) => {
      await submit('CastSplitVote', { entryId: params.id, choice }, { toResponse: () => null })
      return { status: 200, body: { choice } }
    },
    overridePick: commandCall('overridePick', {
      toCommand: ({ body, ifMatch }, { newNonce }) => {
        const { entry_id: entryId, week_id: weekId, slot, team_abbr: team } = body
        const data = { entryId, weekId, slot, team, reason: body.reason ?? undefined, nonce: newNonce(), ifVersion: ifMatch }
        return { type: 'OverridePick', data }
      },
      toResponse: async (accepted, { body: { entry_id: entryId, week_id: weekId } }, { viewer }) => {
        const pick = await pickResponse(accepted)
        const isKnown = isPickKnownTo(viewer, accepted.pool, entryId, weekId)
        return { created: accepted.reply.created, pick: isKnown ? pick : withoutTimesAndVersion(pick) }
      },
      answer: ({ created, pick }) => pickResult(created, pick),
    }),
    adminDeletePick: commandCall('adminDeletePick', {
      toCommand: ({ params, query, ifMatch }) => ({
        type: 'RemovePick',
        data: { pickId: params.id, reason: query.reason ?? undefined, ifVersion: ifMatch },
      }),
      toResponse: () => null,
      answer: () => NO_CONTENT,
    }),
  })
}

const NO_NAMES = { of: () => undefined }

/** Returns 201 if the entry had no pick in that week before, and 200 if it had one. */
function pickResult(created: boolean, pick: PickWithReceipt) {
  const content = { body: pick, ...versionOf(pick) }
  return created ? { status: 201 as const, ...content } : { status: 200 as const, ...content }
}

type PickEvent = StoredEvent & EventOfType<'PickSubmitted' | 'PickOverridden'>

const isPickOf =
  (id: number) =>
  (event: RecordedEvent): event is PickEvent =>
    (event.type === 'PickSubmitted' || event.type === 'PickOverridden') && event.data.pickId === id

type PickCommand = 'SubmitPick' | 'ChangePick' | 'OverridePick'

/** Returns the command's own event or, if the command changed nothing, the earlier one that made the pick what it is. */
async function pickEvent<T extends PickCommand>({ events, pool, reply, eventAt }: AcceptedCommand<T>): Promise<PickEvent> {
  const { pickId: id } = reply
  const { entryId, weekId, slot } = parsePickId(id)
  const pick = pickAt(pool.entries.get(entryId), weekId, slot)
  const event = events.find(isPickOf(id)) ?? (pick === undefined ? undefined : await eventAt(pick.version))
  if (event === undefined || !isPickOf(id)(event)) throw new RuleViolation('pick_not_found')
  return event
}

/** Returns a pick with its receipt, from the event that made it what it is. */
function pickWithReceipt<T extends PickCommand>(
  { pool, reply: { pickId: id } }: AcceptedCommand<T>,
  event: PickEvent,
  made: ReturnType<typeof madeByField>,
): PickWithReceipt {
  const { entryId, weekId, slot } = parsePickId(id)
  const week = pool.rounds.get(weekId)
  const entry = pool.entries.get(entryId)
  const pick = pickAt(entry, weekId, slot)
  if (week === undefined || entry === undefined || pick === undefined) throw new RuleViolation('pick_not_found')
  const result = weekResults(pool, week).results.get(pick.team) ?? 'tbd'
  const resultAt = decidingGame(gamesOf(pool, week), pick.team, week.locked !== null)?.resultAt ?? null
  const updatedAt = event.recordedAt
  const createdAt = createdAtForOwner(pool, entry.userId, pick, updatedAt)
  const isOverride = event.type === 'PickOverridden'
  const userPick = toUserPick(week, { ...pick, ...made, isOverride, isAuto: false, createdAt, updatedAt })
  return { ...toPick(entryId, userPick, { result, result_at: resultAt }), receipt: toReceipt({ ...event, ...made }) }
}

/** Returns whether a viewer may know when a pick was made and changed: the owner always, everyone after the lock (docs/rules.md §10.1). */
function isPickKnownTo(viewer: Viewer, pool: PoolState, entryId: EntryId, weekId: WeekId): boolean {
  const entry = pool.entries.get(entryId)
  const isOwn = viewer.kind !== 'visitor' && entry !== undefined && mayPickFor(pool, viewer.userId, entry)
  const lock = pool.rounds.get(weekId)?.locked ?? null
  return isOwn || lock !== null
}

function withoutTimesAndVersion(pick: PickWithReceipt): PickWithReceipt {
  return { ...pick, created_at: null, updated_at: null, version: null }
}

function versionOf({ version }: PickWithReceipt): { readonly version?: number } {
  return version === null ? {} : { version }
}
