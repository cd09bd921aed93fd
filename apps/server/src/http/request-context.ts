import type { RouteId } from '@outlast/contract/endpoints'
import type { Route } from '@outlast/contract/route'
import type { RouteInput } from '@outlast/contract/routes'
import type { Actor, CommandOfType, CommandType, Program, Seal } from '@outlast/domain'
import type { Request } from 'express'
import type { AuthCode, Authentication } from '../accounts/tokens.ts'
import { type Viewer, viewerOf, VISITOR } from '../accounts/viewer.ts'
import { idempotencyKey, type IdempotencyKey, deriveKey } from '../commands/receipts.ts'
import type { HttpDependencies } from './dependencies.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { RequestContext } from './handler.ts'
import { matchesEtag, readTag } from './send-response.ts'

/** Who sent a request. */
export interface Caller {
  readonly viewer: Viewer
  readonly actor: Actor
  readonly tokenProblem: AuthCode | undefined
  /** The login that the token belongs to. */
  readonly sessionId?: string | undefined
  /** Given if a program sent it. */
  readonly program?: Program | undefined
  /** The seal of the caller's own picks that applies to this login. */
  readonly seal?: Seal | undefined
}

/** Returns the caller that a token authenticates; without a valid token, a visitor. */
export function callerOf(authentication: Authentication | undefined): Caller {
  if (authentication?.ok !== true) return { viewer: VISITOR, actor: { kind: 'visitor' }, tokenProblem: authentication?.code }
  const { userId, tokenVersion, sessionId, program, seal } = authentication
  return {
    viewer: viewerOf(authentication),
    actor: { kind: 'user', userId, tokenVersion, sessionId, program },
    tokenProblem: undefined,
    sessionId,
    program,
    seal,
  }
}

/** The conditions that the headers of a request set for its command. */
interface RequestConditions {
  readonly idempotency?: IdempotencyKey | undefined
  readonly expectedConsequences?: string | undefined
}

/** Creates the context that a handler receives besides its input. */
export function contextOf(
  deps: Pick<HttpDependencies, 'queue' | 'now' | 'secret' | 'newNonce'>,
  request: Request,
  requestId: string,
  caller: Caller,
  { idempotency, expectedConsequences }: RequestConditions = {},
): RequestContext {
  return {
    ...caller,
    requestId,
    ip: request.ip ?? '',
    userAgent: request.headers['user-agent'],
    now: deps.now(),
    idempotency,
    expectedConsequences,
    clientHas: (version) => matchesEtag(request.headers['if-none-match'], readTag(version)),
    submit: submitFor(deps.queue, caller.actor, requestId, { idempotency, expectedConsequences }),
    newNonce: deps.newNonce,
  }
}

/** The routes of members whose stored responses contain a pick, a ranking or a vote. */
const ROUTES_WITH_PICKS: ReadonlySet<string> = new Set([
  'submitPick',
  'changePick',
  'setRanking',
  'castSplitVote',
] satisfies readonly RouteId[])

/** Returns the key of a request that carries `Idempotency-Key`, in the scope of its caller and route. */
export function idempotencyOf(
  secret: string,
  route: Route,
  { viewer, seal }: Caller,
  input: Pick<RouteInput<never>, 'idempotencyKey'> & {
    readonly params: unknown
    readonly query: unknown
    readonly body: unknown
  },
): IdempotencyKey | undefined {
  if (input.idempotencyKey === undefined) return undefined
  const user = viewer.kind === 'visitor' ? 'visitor' : String(viewer.userId)
  // A response from before the seal contains a sealed pick, so such a key is unknown under the seal.
  const scope = seal !== undefined && ROUTES_WITH_PICKS.has(route.id) ? `${user} sealed at ${seal.before}` : user
  return idempotencyKey(scope, route.id, input.idempotencyKey, fingerprintOf(secret, input))
}

function submitFor(
  queue: HttpDependencies['queue'],
  callerActor: Actor,
  requestId: string,
  { idempotency, expectedConsequences }: RequestConditions,
): RequestContext['submit'] {
  return async (type, data, { toResponse, effects, metadata, keySuffix, wasCompared, first, actor = callerActor }) => {
    const sentWith = (payload: unknown) => ({
      command: commandOf(type, payload),
      first,
      actor,
      metadata: { ...metadata, request_id: requestId },
      expectedConsequences: wasCompared === true ? undefined : expectedConsequences,
    })
    const result = await queue.submit({
      envelope: typeof data === 'function' ? async (tx) => sentWith(await data(tx)) : sentWith(data),
      ...(effects === undefined ? {} : { effects }),
      toResponse,
      idempotency: keySuffix === undefined ? idempotency : idempotency && deriveKey(idempotency, keySuffix),
    })
    if (!result.ok) throw result.violation
    return result.response
  }
}

/** Builds a command. It casts, because the compiler cannot follow through a type parameter that `Submit` has checked the payload. */
export function commandOf<T extends CommandType>(type: T, payload: unknown): CommandOfType<T> {
  return { type, data: payload } as CommandOfType<T>
}
