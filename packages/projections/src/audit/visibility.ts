import type { AuditKind } from '@outlast/contract'
import { AUDIT_KIND_OF } from '@outlast/contract/audit/audit-events'
import { EVENT_TYPES, type EventType } from '@outlast/domain'
import { type RawBuilder, sql } from 'kysely'
import { type Viewer, viewerId } from '../picks/viewer.ts'

const HIDDEN_UNTIL_LOCK: readonly EventType[] = ['PickSubmitted', 'PickOverridden', 'PickCleared']

/**
 * Which events of the log `e` somebody may know, with the entry `own` and the week `w` they are about:
 * a change of a pick only its owner as long as the week is not revealed, since that there was one tells already (a week
 * that is gone stays closed); what concerns an account only that account and the admins; payments only the entry's owner and
 * the admins; everything else everybody.
 */
export function visibleTo(viewer: Viewer): RawBuilder<unknown> {
  const id = viewerId(viewer)
  const isAdmin = viewer.kind === 'admin'
  return sql`CASE
    WHEN ${ofTypes(HIDDEN_UNTIL_LOCK)} THEN coalesce(w.locked_position IS NOT NULL OR own.user_id = ${id}, false)
    WHEN ${ofKind('user')} THEN ${isAdmin} OR coalesce((e.data ->> 'userId')::bigint = ${id}, false)
    WHEN ${ofKind('payment')} THEN ${isAdmin} OR coalesce(own.user_id = ${id}, false)
    ELSE true END`
}

/** Events of a kind. */
export function ofKind(kind: AuditKind): RawBuilder<unknown> {
  return ofTypes(EVENT_TYPES.filter((type) => AUDIT_KIND_OF[type] === kind))
}

function ofTypes(types: readonly EventType[]): RawBuilder<unknown> {
  return sql`e.type = ANY (${types}::text[])`
}
