import type { AuditKind } from '@outlast/contract'
import { AUDIT_KIND_OF } from '@outlast/contract/audit/audit-kinds'
import { EVENT_TYPES, type EventType } from '@outlast/domain'
import { type RawBuilder, sql } from 'kysely'
import { ownedAndUnsealed } from '../picks/seal.ts'
import { type Viewer, viewerId } from '../picks/viewer.ts'

// Raw SQL: one CASE expression decides in the database, so that hidden events do not leave it.

const HIDDEN_UNTIL_LOCK: readonly EventType[] = [
  ...(['PickSubmitted', 'PickOverridden', 'PickCleared', 'PickAssigned', 'AssignedPickWithdrawn'] as const),
]
const FOR_OWNERS: readonly EventType[] = ['RankingSet']

/** What an admin does to somebody else's account is on public record, and so is the end of it (docs/rules.md §11.6, §11.7). */
const PUBLIC_ACCOUNT_EVENTS: readonly EventType[] = [
  'EmailChangedByAdmin',
  'PicksUnsealed',
  'PasswordChosenByAdmin',
  'AdminPasswordReplaced',
]

/**
 * Returns the condition for events of the log `e` that the viewer may know, with their entry `own` and week `w`. Before the reveal, only the
 * owner knows of a changed pick (unless it is sealed), since even its existence is secret; a deleted week stays secret. Account events are for that account and
 * admins (except what admins do to it), payments for the entry's owner and admins, everything else for everyone.
 */
export function visibleTo(viewer: Viewer): RawBuilder<unknown> {
  const id = viewerId(viewer)
  const isAdmin = viewer.kind === 'admin'
  return sql`CASE
    WHEN ${ofTypes(HIDDEN_UNTIL_LOCK)} THEN coalesce(w.locked_position IS NOT NULL OR ${ownedAndUnsealed(viewer, 'own', sql`e.position`)}, false)
    WHEN ${ofTypes(FOR_OWNERS)} THEN coalesce(${ownedAndUnsealed(viewer, 'own', sql`e.position`)}, false)
    WHEN ${ofTypes(PUBLIC_ACCOUNT_EVENTS)} THEN true
    WHEN ${ofKind('user')} THEN ${isAdmin} OR coalesce((e.data ->> 'userId')::bigint = ${id}, false)
    WHEN ${ofKind('payment')} THEN ${isAdmin} OR coalesce(own.user_id = ${id}, false)
    ELSE true END`
}

/** Returns the condition for events of one kind. */
export function ofKind(kind: AuditKind): RawBuilder<unknown> {
  return ofTypes(EVENT_TYPES.filter((type) => AUDIT_KIND_OF[type] === kind))
}

function ofTypes(types: readonly EventType[]): RawBuilder<unknown> {
  return sql`e.type = ANY (${types}::text[])`
}
