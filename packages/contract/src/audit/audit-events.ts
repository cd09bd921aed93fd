import { weekLabel } from '@outlast/domain'
import type { EventType, PoolEvent } from '@outlast/domain'
import type { AuditLine } from '../rest/audit.ts'
import { originsOf } from './audit-games.ts'
import type { AuditContext, Names } from './audit-line.ts'
import { LINES } from './audit-lines.ts'
import { nameActor, nameEntry } from './audit-words.ts'

/** The data that the audit trail shows, by event type. */
type AuditData = { readonly [T in EventType]: ReturnType<(typeof LINES)[T]['show']> }

/** Returns the part of an event that the audit trail shows. */
export function auditEventOf(event: PoolEvent, context: AuditContext): AuditEvent {
  const show = LINES[event.type].show as (data: PoolEvent['data'], context: AuditContext) => AuditEvent['data']
  return { type: event.type, data: show(event.data, context) } as AuditEvent
}

/** The type of an event with its {@link AuditData}. */
export type AuditEvent = { readonly [T in EventType]: { readonly type: T; readonly data: AuditData[T] } }[EventType]

interface Person {
  readonly id: number
  readonly name: string | null
}

/** An event as the viewer may see it, with the names that its sentence needs. */
export type AuditRecord = AuditEvent & {
  readonly position: number
  readonly recorded_at: string
  readonly site_time: string
  readonly actor: AuditLine['actor']
  /** The entry that the event concerns. Its name is null after redaction, and its owner's once the account is deleted. */
  readonly entry: { readonly id: number; readonly name: string | null; readonly owner: Person | null } | null
  readonly week: { readonly id: number; readonly season_year: number; readonly week_number: number } | null
  /** The user that the event concerns. The name is null when the account was deleted. */
  readonly user: Person | null
  readonly reason: string | null
  /** The hash chain's value after this event, in hex. */
  readonly hash: string
}

/** Describes an event in one sentence, without its reason. */
export function describeAuditRecord(record: AuditRecord): string {
  const describe = LINES[record.type].describe as (data: AuditRecord['data'], names: Names) => string
  return `${describe(record.data, namesOf(record))}.`
}

function namesOf({ actor, entry, week, user }: AuditRecord): Names {
  return {
    actor: nameActor(actor),
    entry: `${nameEntry(entry?.name ?? null)}${ofOwner(actor, entry)}`,
    entryAlone: nameEntry(entry?.name ?? null),
    ofOwner: ofOwner(actor, entry),
    week: week === null ? 'a week that is gone' : `week ${weekLabel(week.week_number)} of ${week.season_year}`,
    user: user?.name ?? 'a former member',
    from: originsOf(actor),
  }
}

/** Says whose an entry is, unless that is who acted: several entries may have the same name. */
function ofOwner(actor: AuditRecord['actor'], entry: AuditRecord['entry']): string {
  const owner = entry?.owner ?? null
  return owner === null || owner.name === null || owner.id === actor.id ? '' : ` of ${owner.name}`
}
