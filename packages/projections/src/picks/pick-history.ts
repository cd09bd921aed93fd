import type { EntryHistory, PickChange } from '@outlast/contract'
import {
  type EntryId,
  type EventOfType,
  parsePickId,
  PICK_EVENTS,
  type PickEventType,
  type RecordedEvent,
  SLOTS,
  type WeekId,
} from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { eventColumns, eventOfRow, type HashedLogRow, literals } from '../log/event-rows.ts'
import { LIVE } from '../tables/rows.ts'
import { personName, query } from '../tables/query.ts'
import { type Outcomes, readOutcomes } from '../schedule/outcomes.ts'
import { ownedAndUnsealed } from './seal.ts'
import type { Viewer } from './viewer.ts'
import { visiblePicks } from './visible-picks.ts'

// Raw SQL: events are joined by fields of their JSON.

type PickEvent = RecordedEvent & EventOfType<PickEventType>

interface ChangeRow extends HashedLogRow {
  readonly week_id: WeekId
  readonly actor_name: string | null
}

interface Change {
  readonly row: ChangeRow
  readonly event: PickEvent
}

interface Owner {
  readonly name: string
  readonly user_id: number
  readonly user_name: string
}

/**
 * Reads every change of an entry's picks, newest week first. The owner sees all of them, everyone else those of revealed weeks. Of a hidden
 * week an admin sees that there is a pick, and not when or how often it changed. Returns `undefined` if there is no such entry.
 */
export async function pickHistory(db: QueryExecutorProvider, viewer: Viewer, entryId: number): Promise<EntryHistory | undefined> {
  const owner = await readOwner(db, entryId)
  if (owner === undefined) return undefined
  const changes = await readChanges(db, viewer, entryId)
  const picks = await visiblePicks(db, viewer, { entryIds: [entryId] })
  const outcomes = await readOutcomes(db, [
    ...new Set([...changes.map(({ row }) => row.week_id), ...picks.map(({ weekId }) => weekId)]),
  ])
  const weeks = [...outcomes.weeks.values()].flatMap((week) =>
    SLOTS.flatMap((slot) => {
      const pick = picks.find((one) => one.weekId === week.id && one.slot === slot)
      const own = changes.filter(({ row, event }) => row.week_id === week.id && parsePickId(event.data.pickId).slot === slot)
      if (pick === undefined && own.length === 0) return []
      return {
        week_id: week.id,
        season_year: week.season_year,
        week_number: week.week_number,
        ...(slot > 1 && { slot }),
        is_locked: week.is_locked,
        reopened_after_reveal: week.reopened_after_reveal,
        result: pick === undefined ? null : resultOf(week.id, pick.team, outcomes),
        changes: changesOf(own, owner),
      }
    }),
  )
  return { entry_id: entryId, entry_name: owner.name, user_name: owner.user_name, weeks }
}

function resultOf(weekId: number, team: string | null, outcomes: Outcomes) {
  return team === null ? 'tbd' : outcomes.of(weekId, team).result
}

async function readOwner(db: QueryExecutorProvider, entryId: number): Promise<Owner | undefined> {
  return query(db)
    .selectFrom('projections.entries as e')
    .leftJoin('accounts as a', 'a.user_id', 'e.user_id')
    .select(['e.name', 'e.user_id', personName.as('user_name')])
    .where('e.id', '=', entryId as EntryId)
    .executeTakeFirst()
}

async function readChanges(db: QueryExecutorProvider, viewer: Viewer, entryId: number): Promise<readonly Change[]> {
  const { rows } = await sql<ChangeRow>`
    SELECT ${eventColumns}, w.id AS week_id, a.first_name || ' ' || a.last_name AS actor_name
    FROM events AS e
    JOIN ${LIVE.entries} AS own ON own.id = ${entryId}
    JOIN ${LIVE.weeks} AS w ON w.id = (e.data ->> 'weekId')::bigint
    LEFT JOIN accounts AS a ON a.user_id = (e.metadata ->> 'actor')::bigint
    WHERE e.data ->> 'entryId' = ${String(entryId)} AND e.type IN (${literals(PICK_EVENTS)})
      AND (w.locked_position IS NOT NULL OR ${ownedAndUnsealed(viewer, 'own', sql`e.position`)})
    ORDER BY e.position`.execute(db)
  return rows.map((row) => ({ row, event: eventOfRow(row) as PickEvent }))
}

function changesOf(changes: readonly Change[], owner: Owner): PickChange[] {
  let hasPick = false
  return changes.map(({ row, event }) => {
    const change: PickChange = {
      position: event.position,
      recorded_at: event.recordedAt,
      site_time: event.siteTime,
      action: actionOf(event, hasPick),
      ...proofOf(event),
      by: authorOf(event, owner),
      actor_name: row.actor_name,
      reason: event.metadata.reason ?? null,
      hash: row.hash,
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
function authorOf({ type, data, metadata: { actor } }: PickEvent, owner: Owner): PickChange['by'] {
  if (actor === null || type === 'PickAssigned' || type === 'PickRestored' || 'usedIn' in data || 'noGame' in data)
    return 'system'
  const isOfOwner = type === 'PickSubmitted' || type === 'PickCleared'
  return isOfOwner && actor === owner.user_id ? 'owner' : 'admin'
}
