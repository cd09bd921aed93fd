import type { EntryHistory, PickChange } from '@outlast/contract'
import {
  type Entry,
  type EntryId,
  type EventOfType,
  isSealedAt,
  keeperAt,
  makerOf,
  mayPickFor,
  parsePickId,
  PICK_EVENTS,
  type PickEventType,
  type RecordedEvent,
  type Round,
  SLOTS,
  type UserId,
} from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { outcomesIn } from './entry-picks.ts'
import { eventColumns, eventOfRow, type HashedLogRow, literals } from '../log/event-rows.ts'
import { nameOf, playerOf } from '../people/directory.ts'
import { madeByField } from '../user/proxies.ts'
import type { Source } from '../source.ts'
import { weeksByNumber } from '../week/weeks.ts'
import { type Viewer, viewerId } from '../picks/viewer.ts'
import { type VisiblePick, visiblePicks } from '../picks/visible-picks.ts'

// Raw SQL: events are found by fields of their JSON.

type PickEvent = RecordedEvent & EventOfType<PickEventType>

/** An event that changed a pick of an entry, with the hash of the chain after it. A secret of the entry's owner until the week locks. */
interface PickLogEvent {
  readonly event: PickEvent
  readonly hash: string
}

/** Reads from the log every change of an entry's picks, for {@link pickHistory}. */
export async function readPickEvents(db: QueryExecutorProvider, entryId: number): Promise<readonly PickLogEvent[]> {
  const { rows } = await sql<HashedLogRow>`
    SELECT ${eventColumns} FROM events AS e
    WHERE e.data ->> 'entryId' = ${String(entryId)} AND e.type IN (${literals(PICK_EVENTS)})
    ORDER BY e.position`.execute(db)
  return rows.map((row) => ({ event: eventOfRow(row) as PickEvent, hash: row.hash }))
}

/**
 * Returns every change of an entry's picks, newest week first. The owner, and who picks for the owner, sees all of them, everyone else those of revealed weeks. Of a hidden
 * week an admin sees that there is a pick, and not when or how often it changed. Returns `undefined` if there is no such entry.
 */
export function pickHistory(
  source: Source,
  viewer: Viewer,
  entryId: number,
  events: readonly PickLogEvent[],
): EntryHistory | undefined {
  const { pool, people } = source
  const entry = pool.entries.get(entryId as EntryId)
  if (entry === undefined) return undefined
  const picks = visiblePicks(pool, viewer, entry)
  const known = events.filter(({ event }) => event.position <= pool.position && mayKnow(source, viewer, entry, event))
  const weeks = weeksByNumber(pool)
    .toReversed()
    .flatMap((week) =>
      SLOTS.flatMap((slot) => {
        const pick = picks.find((one) => one.weekId === week.id && one.slot === slot)
        const own = known.filter(({ event }) => isAt(event, week, slot))
        if (pick === undefined && own.length === 0) return []
        return {
          week_id: week.id,
          season_year: week.seasonYear,
          week_number: week.weekNumber,
          ...(slot > 1 && { slot }),
          is_locked: week.locked !== null,
          reopened_after_reveal: week.reopenedAfterReveal,
          result: pick === undefined ? null : resultOf(source, pick),
          changes: changesOf(source, own, entry),
        }
      }),
    )
  return { entry_id: entry.id, entry_name: entry.name, user_name: playerOf(people, entry), weeks }
}

const resultOf = (source: Source, { team, week }: VisiblePick) => (team === null ? 'tbd' : outcomesIn(source, week)(team).result)

/** The picks of deleted weeks stay hidden. */
function mayKnow({ pool }: Source, viewer: Viewer, entry: Entry, { data, position }: PickEvent): boolean {
  const week = pool.rounds.get(data.weekId)
  if (week === undefined) return false
  const isOwner = mayPickFor(pool, viewerId(viewer), entry)
  return week.locked !== null || (isOwner && !isSealedAt(pool, entry, position))
}

const isAt = ({ data }: PickEvent, week: Round, slot: number): boolean =>
  data.weekId === week.id && parsePickId(data.pickId).slot === slot

function changesOf({ people }: Source, changes: readonly PickLogEvent[], owner: Entry): PickChange[] {
  let hasPick = false
  return changes.map(({ event, hash }) => {
    const change: PickChange = {
      position: event.position,
      recorded_at: event.recordedAt,
      site_time: event.siteTime,
      action: actionOf(event, hasPick),
      ...proofOf(event),
      by: authorOf(event, owner),
      ...madeByField(people, makerOf(event)),
      actor_name: actorName(people, event.metadata.actor),
      reason: event.metadata.reason ?? null,
      hash,
    }
    hasPick = 'team' in event.data || event.type === 'PickRestored'
    return change
  })
}

function actionOf(event: PickEvent, hasPick: boolean): PickChange['action'] {
  if (event.type === 'PickCleared') return 'cleared'
  if (event.type === 'PickAssigned') return 'assigned'
  if (event.type === 'AssignedPickWithdrawn') return 'withdrawn'
  if (event.type === 'PickRestored') return 'restored'
  if (event.type === 'PickSubmitted') return hasPick ? 'changed' : 'submitted'
  return event.data.source === 'randomized' ? 'randomized' : 'overridden'
}

function proofOf(event: PickEvent): Pick<PickChange, 'team_abbr' | 'commitment' | 'nonce'> {
  if (!('team' in event.data)) return { team_abbr: null, commitment: null, nonce: null }
  const { team, commitment, nonce } = event.data
  return { team_abbr: team, commitment, nonce }
}

/** What a lock does to picks is the pool's doing, also if an admin locked the week (docs/rules.md §3.9, §14.2). */
function authorOf({ type, data, position, metadata: { actor, role } }: PickEvent, entry: Entry): PickChange['by'] {
  if (actor === null || type === 'PickAssigned' || type === 'PickRestored' || 'usedIn' in data || 'noGame' in data)
    return 'system'
  if (role === 'proxy') return 'proxy'
  const isOfOwner = type === 'PickSubmitted' || type === 'PickCleared'
  const keeper = keeperAt(entry, position)
  if (!isOfOwner || actor !== (keeper ?? entry.userId)) return 'admin'
  return keeper === undefined ? 'owner' : 'keeper'
}

/** Null for the pool itself, and for an account that was deleted. */
function actorName(people: Source['people'], actor: UserId | null): string | null {
  return actor === null || people.of(actor) === undefined ? null : nameOf(people, actor)
}
