import type { PreviewableCall, RouteId } from '@outlast/contract/endpoints'
import type { RouteResponse, RouteInput } from '@outlast/contract/routes'
import type { Actor, Command, CommandData, CommandType, EventMetadata, Instant, PreviewedCommand, Seal } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { AuthCode } from '../accounts/tokens.ts'
import type { Viewer } from '../accounts/viewer.ts'
import type { Tables } from '../database/tables.ts'
import type { EncodedBody } from '../lib/encoded-body.ts'
import type { IdempotencyKey } from '../commands/receipts.ts'
import type { AcceptedCommand } from '../commands/queued-command.ts'

/**
 * Handles the requests of a route. Before a handler runs, serve-route.ts has authenticated and limited the request,
 * checked it against the contract, and, for a read, recorded every lock that is due. A route file creates handlers from the
 * services they need:
 *
 * ```ts
 * export function entryRoutes({ entries }: { entries: EntryReads }) {
 *   return handlers({
 *     // A read. `topicVersion` becomes the ETag, with the build.
 *     entryPicks: async ({ params }, { viewer }) => {
 *       const found = await entries.picks(viewer, params.id)
 *       return { status: 200, body: found.rows, topicVersion: found.version }
 *     },
 *     // A write. `submit` adds the actor, the request id and the Idempotency-Key; it throws if the rules reject the command.
 *     createEntry: async ({ body }, { submit }) => {
 *       const data = { userId: body.user_id, name: body.name }
 *       const { id } = await submit('CreateEntry', data, { toResponse: ({ reply }) => ({ id: reply.entryId }) })
 *       const row = await entries.row(id)
 *       return { status: 201, body: row, version: row.version }
 *     },
 *   })
 * }
 * ```
 *
 * Handlers throw `HttpError` or the domain's `RuleViolation`. Anything else becomes a 500, or a 503 while the database is
 * unreachable.
 */
export type Handler<Id extends RouteId> = (
  input: RouteInput<Id>,
  context: ContextOf<Id>,
) => Promise<HandlerResponse<Id>> | HandlerResponse<Id>

/** A command that changes nobody's standing, title or view of picks, so that no admin has to be asked before. */
type QuietCommand = Exclude<CommandType, PreviewedCommand>

/** The compiler refuses a command that needs a preview in a route without one. */
type ContextOf<Id extends RouteId> = Id extends PreviewableCall | OwnProfileCall ? RequestContext : QuietContext
interface QuietContext extends Omit<RequestContext, 'submit'> {
  readonly submit: Submit
}
/** Members change their own profile, which holds no role. */
type OwnProfileCall = 'updateAccount'

/** A handler for each route, except those of service-routes.ts. */
export type Handlers = { readonly [Id in Exclude<RouteId, ServiceRouteId>]: Handler<Id> }
export type ServiceRouteId = 'health' | 'readiness' | 'metrics' | 'checks'

/** Checks the handlers of a route file against the types of their routes. */
export function handlers<const Given extends Partial<Handlers>>(given: Given): Given {
  return given
}

/** The result of a handler of a DELETE. */
export const NO_CONTENT = { status: 204, body: undefined } as const

export interface ResponseHeaders {
  /** Sent as the ETag: of a read with the build ({@link readTag}). A client that has this version receives 304. Null: no ETag. */
  readonly version?: number | string | null
  /** Sent as `X-Topic-Version`, and as the ETag if `version` is absent. */
  readonly topicVersion?: number
  /** Default: `no-store`; with a version, `private, no-cache`. */
  readonly cacheControl?: string
}

/** What a handler returns: one of the contract's statuses with its body, an encoded body, or {@link NotModified}. */
export type HandlerResponse<Id extends RouteId> = (RouteResponse<Id> & ResponseHeaders) | EncodedResponse | NotModified

/** A body that is encoded already, for many requests or for large views; sent with its own ETag. */
export interface EncodedResponse extends Omit<ResponseHeaders, 'version'> {
  readonly status: 200
  readonly encoded: EncodedBody
}

/** Returned if {@link RequestContext.clientHas} is true, to save the read. */
export interface NotModified extends ResponseHeaders {
  readonly status: 304
}

/** The context of a request, which a handler receives besides the input. */
export interface RequestContext {
  readonly viewer: Viewer
  /** The viewer as the sender of commands. */
  readonly actor: Actor
  /** Why the request's token is invalid. On public routes its sender counts as a visitor. */
  readonly tokenProblem: AuthCode | undefined
  readonly requestId: string
  /** The viewer's login; undefined for visitors. */
  readonly sessionId?: string | undefined
  /** The seal of the viewer's own picks. */
  readonly seal?: Seal | undefined
  readonly userAgent: string | undefined
  /** The client's address, as trusted proxies report it. */
  readonly ip: string
  /** Real time, by the database's clock. */
  readonly now: Instant
  /** The request's `Idempotency-Key`; `submit` passes it on. */
  readonly idempotency: IdempotencyKey | undefined
  /** Returns whether the client has this version already (`If-None-Match`). */
  readonly clientHas: (version: number | string) => boolean
  /** The request's `Expected-Consequences`; `submit` passes them on. */
  readonly expectedConsequences: string | undefined
  readonly submit: Submit<CommandType>
  /** Returns 32 secret random bytes in hex. */
  readonly newNonce: () => string
}

/** The options of {@link Submit}. */
interface SubmitOptions<T extends CommandType, R> {
  /** Builds the JSON response. The receipt stores it for repeats of the request, so it must contain no personal data and no tokens. */
  readonly toResponse: (accepted: AcceptedCommand<T>) => R | Promise<R>
  /** Writes to ordinary tables in the same transaction. */
  readonly effects?: (tx: Kysely<Tables>, accepted: AcceptedCommand<T>) => Promise<void>
  readonly metadata?: Pick<EventMetadata, 'reason'>
  /** Added to the idempotency key if a request submits several commands, so that each has its own receipt. */
  readonly keySuffix?: string
  /** Whether the request has compared its `Expected-Consequences` itself, because several commands bring them about together. */
  readonly wasCompared?: boolean
  /** Commands that are run before it, all or none. */
  readonly first?: readonly Command[] | undefined
  /** Default: the viewer. */
  readonly actor?: Actor
}

/**
 * Submits a command to the queue, once per request, and resolves with the response once it is committed.
 * @param data the payload, or a function that builds it from ordinary tables under the lock and may run twice
 * @throws RuleViolation if the rules reject it; Overloaded, DatabaseUnavailable, OutcomeUnknown, IdempotencyMismatch
 */
export type Submit<Allowed extends CommandType = QuietCommand> = <T extends Allowed, R>(
  type: T,
  data: CommandData[T] | ((tx: Kysely<Tables>) => Promise<CommandData[T]>),
  options: SubmitOptions<T, R>,
) => Promise<R>
