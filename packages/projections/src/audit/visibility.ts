import { type EventKind, eventsKnownTo, eventsOfKind, type EventType } from '@outlast/domain'
import { type RawBuilder, sql } from 'kysely'
import { ownedAndUnsealed } from '../picks/seal.ts'
import { type Viewer, viewerId } from '../picks/viewer.ts'

// Raw SQL: one CASE expression decides in the database, so that hidden events do not leave it.

/**
 * Returns the condition for events of the log `e` that the viewer may know, with their entry `own` and week `w`. Before the reveal, only the
 * owner knows of a changed pick (unless it is sealed), since even its existence is secret; a deleted week stays secret. Account events are for that account and
 * admins (except what admins do to it), payments for the entry's owner and admins, everything else for everyone.
 */
export function visibleTo(viewer: Viewer): RawBuilder<unknown> {
  const id = viewerId(viewer)
  const isAdmin = viewer.kind === 'admin'
  return sql`CASE
    WHEN ${ofTypes(eventsKnownTo('owner_until_lock'))} THEN coalesce(w.locked_position IS NOT NULL OR ${ownedAndUnsealed(viewer, 'own', sql`e.position`)}, false)
    WHEN ${ofTypes(eventsKnownTo('owner'))} THEN coalesce(${ownedAndUnsealed(viewer, 'own', sql`e.position`)}, false)
    WHEN ${ofTypes(eventsKnownTo('account'))} THEN ${isAdmin} OR coalesce((e.data ->> 'userId')::bigint = ${id}, false)
    WHEN ${ofTypes(eventsKnownTo('payer'))} THEN ${isAdmin} OR coalesce(own.user_id = ${id}, false)
    WHEN ${ofTypes(eventsKnownTo('everyone'))} THEN true
    ELSE false END`
}

/** Returns the condition for events of one kind. */
export function ofKind(kind: EventKind): RawBuilder<unknown> {
  return ofTypes(eventsOfKind(kind))
}

function ofTypes(types: readonly EventType[]): RawBuilder<unknown> {
  return sql`e.type = ANY (${types}::text[])`
}
