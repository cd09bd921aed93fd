import type { RouteId } from '@outlast/contract/endpoints'
import type { RouteAnswer, RouteInput } from '@outlast/contract/routes'
import type { Actor, CommandData, CommandType, EventMetadata, Instant } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { IdempotencyKey } from '../commands/receipts.ts'
import type { Done } from '../commands/queued-command.ts'
import type { Viewer } from '../accounts/viewer.ts'
import type { AuthCode } from '../accounts/tokens.ts'
import type { EncodedBody } from '../lib/encoded-body.ts'

/**
 * How a route is served. The contract's table says who may call it and what it takes; before its handler runs, the
 * request was authenticated, limited, parsed and checked against it, and every lock that is due has been recorded. A
 * route file makes handlers from the services they need:
 *
 * ```ts
 * export function entryRoutes({ entries }: { entries: EntryReads }) {
 *   return handlers({
 *     // A read: the answer is the table's; `version` becomes the ETag.
 *     entryPicks: async ({ params }, { viewer }) => {
 *       const found = await entries.picks(viewer, params.id)
 *       return { status: 200, body: found.rows, topicVersion: found.version }
 *     },
 *     // A write: actor, request id and Idempotency-Key are added by `submit`; a refusal by the rules is thrown.
 *     createEntry: async ({ body }, { submit }) => {
 *       const data = { userId: body.user_id, name: body.name }
 *       const { id } = await submit('CreateEntry', data, { answer: ({ answer }) => ({ id: answer.entryId }) })
 *       const row = await entries.row(id)
 *       return { status: 201, body: row, version: row.version }
 *     },
 *     clearPick: async ({ params, ifMatch }, { submit }) => {
 *       await submit('ClearPick', { pickId: params.id, ifVersion: ifMatch }, { answer: () => null })
 *       return NO_CONTENT
 *     },
 *   })
 * }
 * ```
 *
 * What is refused is thrown: `new Refusal('pick_not_found')`, or the domain's RuleViolation as it is. Anything else
 * that is thrown becomes a 500 without internals, or a 503 when the database is away.
 */
export type Handler<Id extends RouteId> = (input: RouteInput<Id>, context: RequestContext) => Promise<Reply<Id>> | Reply<Id>

/** A handler for every route (`/healthz`, `/readyz` and `/metrics` are served beside them). */
export type Handlers = { readonly [Id in Exclude<RouteId, ServiceRouteId>]: Handler<Id> }
export type ServiceRouteId = 'health' | 'readiness' | 'metrics'

/** Gives the handlers of a route file their types. */
export function handlers<const Ids extends keyof Handlers>(given: Pick<Handlers, Ids>): Pick<Handlers, Ids> {
  return given
}

/** The answer of a DELETE. */
export const NO_CONTENT = { status: 204, body: undefined } as const

/** What goes into the headers of an answer. */
export interface ReplyHeaders {
  /** Becomes `ETag: "<version>"`; on a read, a client that holds it is answered 304. */
  readonly version?: number
  /** Becomes `X-Topic-Version`, and the ETag when `version` is not given. */
  readonly topicVersion?: number
  /** Default: `no-store`; with a version, `private, no-cache`. */
  readonly cacheControl?: string
}

/** What a handler answers: a status of the table with its body; a body that was encoded before; or that nothing changed. */
export type Reply<Id extends RouteId> = (RouteAnswer<Id> & ReplyHeaders) | EncodedReply | NotModified

/** A body that is kept encoded and compressed for many (snapshots); served with its own ETag. */
export interface EncodedReply extends Omit<ReplyHeaders, 'version'> {
  readonly status: 200
  readonly encoded: EncodedBody
  /**
   * Only of an answer that is the same for everybody, visitors too: whether the handler would give this very one still. It is
   * then given to all who ask for the same address, and the handler is not asked (shared-answers.ts).
   */
  readonly holds?: () => boolean
}

/** An answer that is everybody's. */
export type SharedReply = EncodedReply & Required<Pick<EncodedReply, 'holds'>>

/** To be answered when {@link RequestContext.holds} said so before anything was read. */
export interface NotModified extends ReplyHeaders {
  readonly status: 304
}

/** What a handler knows besides the request itself. */
export interface RequestContext {
  readonly viewer: Viewer
  /** The viewer as a sender of commands. */
  readonly actor: Actor
  /** Why a token that came along does not hold; on public routes its sender is a visitor. */
  readonly tokenProblem: AuthCode | undefined
  readonly requestId: string
  /** Of the client, as the trusted proxies tell it. */
  readonly ip: string
  /** Real time, by the database's clock. */
  readonly now: Instant
  /** Of `Idempotency-Key` in the scope of user and route; `submit` passes it on by itself. */
  readonly idempotency: IdempotencyKey | undefined
  /** Whether the client holds this version already (`If-None-Match`): answer `{ status: 304, version }`. */
  readonly holds: (version: number) => boolean
  readonly submit: Submit
}

/** What belongs to a command besides its payload. */
export interface Submission<T extends CommandType, A> {
  /** What the sender is told: JSON, kept with the receipt and told again to a repeat. No personal data, no tokens. */
  readonly answer: (done: Done<T>) => A
  /** Writes to ordinary tables in the same transaction. */
  readonly effects?: (tx: Kysely<Tables>, done: Done<T>) => Promise<void>
  readonly metadata?: Pick<EventMetadata, 'on_behalf_of' | 'reason'>
  /** In place of the viewer: the pool itself, or a visitor. */
  readonly actor?: Actor
}

/**
 * Sends a command through the queue as the viewer, at most once a request, and gives its answer once it is committed.
 * @param data the payload; or how to make it from what ordinary tables say, read under the lock (it may run twice)
 * @throws RuleViolation when the rules refuse it; Overloaded, DatabaseAway, OutcomeUnknown, IdempotencyMismatch
 */
export type Submit = <T extends CommandType, A>(
  type: T,
  data: CommandData[T] | ((tx: Kysely<Tables>) => Promise<CommandData[T]>),
  rest: Submission<T, A>,
) => Promise<A>
