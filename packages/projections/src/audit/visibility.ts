import {
  type Entry,
  entriesOf,
  type EventKind,
  eventsKnownTo,
  eventsOfKind,
  type EventType,
  knownFrom,
  type PoolState,
} from '@outlast/domain'
import { type RawBuilder, sql } from 'kysely'
import { hasPower, type Viewer, viewerId } from '../picks/viewer.ts'
import { lockedWeeks } from '../week/weeks.ts'

// Raw SQL: one CASE expression decides in the database, so that hidden events do not leave it.

/**
 * Returns the condition for events of the log `e` that the viewer may know. Before the reveal, only the
 * owner knows of a changed pick (unless it is sealed), since even its existence is secret; a deleted week stays secret. Account events are for that account and
 * admins (except what admins do to it), payments for the entry's owner and admins, everything else for everyone.
 */
export function visibleTo(pool: PoolState, viewer: Viewer): RawBuilder<unknown> {
  const id = viewerId(viewer)
  const isAdmin = viewer.kind === 'admin'
  const isTreasurer = hasPower(viewer, 'money')
  const own = ownEntries(pool, viewer)
  const ids = own.map((entry) => String(entry.id))
  const isOwn = sql`coalesce(e.data ->> 'entryId' = ANY (${ids}::text[]), false)`
  const isOwnAndUnsealed = sql`EXISTS (
    SELECT FROM unnest(${ids}::text[], ${own.map((entry) => knownFrom(pool, entry))}::bigint[]) AS own (id, known_from)
    WHERE own.id = e.data ->> 'entryId' AND e.position >= own.known_from)`
  const locked = Array.from(lockedWeeks(pool), String)
  return sql`CASE
    WHEN ${ofTypes(eventsKnownTo('owner_until_lock'))} THEN coalesce(e.data ->> 'weekId' = ANY (${locked}::text[]), false) OR ${isOwnAndUnsealed}
    WHEN ${ofTypes(eventsKnownTo('owner'))} THEN ${isOwnAndUnsealed}
    WHEN ${ofTypes(eventsKnownTo('account'))} THEN ${isAdmin} OR coalesce((e.data ->> 'userId')::bigint = ${id}, false)
    WHEN ${ofTypes(eventsKnownTo('payer'))} THEN ${isTreasurer} OR ${isOwn}
    WHEN ${ofTypes(eventsKnownTo('everyone'))} THEN true
    ELSE false END`
}

/** Returns the viewer's entries. */
export function ownEntries(pool: PoolState, viewer: Viewer): readonly Entry[] {
  const id = viewerId(viewer)
  return id === null ? [] : entriesOf(pool, id)
}

/** Returns the condition for events of one kind. */
export function ofKind(kind: EventKind): RawBuilder<unknown> {
  return ofTypes(eventsOfKind(kind))
}

function ofTypes(types: readonly EventType[]): RawBuilder<unknown> {
  return sql`e.type = ANY (${types}::text[])`
}
