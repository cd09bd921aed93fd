import { type EntryId, EVENT_KINDS, type EventKind, type Position, type UserId, type WeekId } from '@outlast/domain'
import { ROLE_NAMES } from '@outlast/domain/rules'
import * as z from 'zod'
import { base64url, count, hex32, id, instant, logPosition } from '../fields/responses.ts'
import { idInText, numberInText } from '../fields/numbers.ts'
import { matrix } from './history.ts'
import { week } from './weeks.ts'

const MAX_PAGE = 200
const DEFAULT_PAGE = 50

const position = (label: string) => numberInText(label, 0, Number.MAX_SAFE_INTEGER)

/** The kinds of audit lines. */
export type AuditKind = EventKind

/** Selects a page of the audit trail: newest first, or oldest first with `after`. */
export const auditQuery = z
  .object({
    after: position('After').optional(),
    before: idInText<Position>('Before').optional(),
    limit: numberInText('Limit', 1, MAX_PAGE)
      .optional()
      .transform((limit) => limit ?? DEFAULT_PAGE)
      .meta({ description: `Number of lines; ${DEFAULT_PAGE} by default` }),
    kind: z.enum(EVENT_KINDS).optional(),
    /** Leaves out scores of games in progress, of which a Sunday has hundreds. Final scores and corrections stay. */
    progress: z.enum(['hide', 'show']).optional(),
    entry_id: idInText<EntryId>('Entry ID').optional(),
    week_id: idInText<WeekId>('Week ID').optional(),
    actor_id: idInText<UserId>('Actor ID').optional(),
  })
  .refine((query) => query.after === undefined || query.before === undefined, {
    error: 'Give after or before, not both',
    path: ['after'],
  })
export type AuditQuery = z.output<typeof auditQuery>

export const auditAtParams = z.object({ position: idInText<Position>('Position') })

/** An event of the log as a sentence, without anything that the viewer may not see yet. */
export const auditLine = z
  .strictObject({
    position: logPosition,
    recorded_at: instant,
    site_time: instant,
    type: z.string(),
    kind: z.enum(EVENT_KINDS),
    actor: z.strictObject({
      id: id.nullable(),
      /** Null for the pool itself and for deleted users. */
      name: z.string().nullable(),
      role: z.enum(['member', 'admin', ...ROLE_NAMES, 'proxy', 'visitor', 'system']),
      /** A program did it with a token of that account. */
      by_program: z.literal(true).optional(),
    }),
    sentence: z.string(),
    entry_id: id.nullable(),
    week_id: id.nullable(),
    reason: z.string().nullable(),
    hash: hex32,
  })
  .meta({ id: 'AuditLine' })
export type AuditLine = z.output<typeof auditLine>

export const auditPage = z
  .strictObject({
    lines: z.array(auditLine),
    /** The value of `before` (or `after`, when reading forward) for the next page; null on the last page. */
    next: logPosition.nullable(),
  })
  .meta({ id: 'AuditPage' })
export type AuditPage = z.output<typeof auditPage>

/** The head of the hash chain. Publishing it makes any later change of the log detectable. */
export const auditHead = z.strictObject({ position: logPosition, hash: hex32 }).meta({ id: 'AuditHead' })
export type AuditHead = z.output<typeof auditHead>

/** The number of hashes that one answer has at most. */
export const MAX_HASHES = 1000

/** Selects the events after `from` up to `to`, and whether hashes are left out that follow from the others. */
export const auditHashesQuery = z
  .object({ from: position('From'), to: position('To'), form: z.literal('short').optional() })
  .refine((query) => query.from <= query.to, { error: 'From must not be greater than to', path: ['from'] })

/**
 * The hashes of consecutive events, without what the events say: `hash` = SHA-256(previous hash ‖ `event_hash`). Events from before the
 * chain had event hashes have none (docs/proofs.md). In the short form, only the first of them and those without an event hash have a
 * `hash`; `chainSteps` computes the others.
 */
export const auditHashes = z
  .strictObject({
    hashes: z
      .array(z.strictObject({ position: logPosition, hash: hex32.optional(), event_hash: hex32.nullable() }))
      .max(MAX_HASHES),
  })
  .meta({ id: 'AuditHashes' })
export type AuditHashes = z.output<typeof auditHashes>

/** The number of signed heads that one answer has at most. */
export const MAX_SIGNED_HEADS = 1000

export const auditHeadsQuery = z.object({ before: idInText<Position>('Before').optional() })

/** A head that the server signed: Ed25519 over `outlast-head:v1:<position>:<hash>` (docs/proofs.md). */
const signedHead = z
  .strictObject({
    position: logPosition,
    hash: hex32,
    /** 64 bytes. */
    signature: base64url(64),
    signed_at: instant,
  })
  .meta({ id: 'SignedHead' })
export type SignedHead = z.output<typeof signedHead>

export const auditHeads = z
  .strictObject({
    /** The server's Ed25519 key: 32 bytes. */
    public_key: base64url(32),
    /** Newest first. */
    heads: z.array(signedHead).max(MAX_SIGNED_HEADS),
    /** The value of `before` for the next page; null on the last page. */
    next: logPosition.nullable(),
  })
  .meta({ id: 'AuditHeads' })
export type AuditHeads = z.output<typeof auditHeads>

/** The public state of the pool after an event. */
export const auditAt = z
  .strictObject({
    position: logPosition,
    recorded_at: instant,
    site_time: instant,
    current_week: week.nullable(),
    entries: count,
    alive: count,
    out: count,
    matrix,
  })
  .meta({ id: 'AuditAt' })
export type AuditAt = z.output<typeof auditAt>
