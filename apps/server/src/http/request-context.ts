import type { RouteInput } from '@outlast/contract/routes'
import type { Route } from '@outlast/contract/route'
import type { Actor, CommandOfType, CommandType } from '@outlast/domain'
import type { Request } from 'express'
import { fingerprintOf } from './fingerprint.ts'
import { isHeld } from './etag.ts'
import type { RequestContext, Submit } from './handler.ts'
import { idempotencyKey, type IdempotencyKey } from '../commands/receipts.ts'
import { type AuthCode, type Authentication } from '../accounts/tokens.ts'
import { VISITOR, type Viewer } from '../accounts/viewer.ts'
import type { HttpParts } from './parts.ts'

/** Who sent a request, as far as the pool knows. */
export interface Sender {
  readonly viewer: Viewer
  readonly actor: Actor
  readonly tokenProblem: AuthCode | undefined
}

/** The sender that an `Authorization` header stands for; undefined: there was none. */
export function senderOf(authentication: Authentication | undefined): Sender {
  if (authentication === undefined) return { viewer: VISITOR, actor: VISITOR_ACTOR, tokenProblem: undefined }
  if (!authentication.ok) return { viewer: VISITOR, actor: VISITOR_ACTOR, tokenProblem: authentication.code }
  const { userId, tokenVersion, isAdmin } = authentication
  return {
    viewer: { kind: isAdmin ? 'admin' : 'member', userId },
    actor: { kind: 'user', userId, tokenVersion },
    tokenProblem: undefined,
  }
}

const VISITOR_ACTOR: Actor = { kind: 'visitor' }

/** What a handler of this request is given beside its input. */
export function contextOf(
  parts: Pick<HttpParts, 'queue' | 'now' | 'secret'>,
  request: Request,
  requestId: string,
  sender: Sender,
  idempotency: IdempotencyKey | undefined,
): RequestContext {
  return {
    ...sender,
    requestId,
    ip: request.ip ?? '',
    now: parts.now(),
    idempotency,
    holds: (version) => isHeld(request.headers['if-none-match'], version),
    submit: submitFor(parts.queue, sender.actor, requestId, idempotency),
  }
}

/** The receipt's key of a request that carries `Idempotency-Key`, in the scope of its sender and route. */
export function idempotencyOf(
  secret: string,
  route: Route,
  sender: Sender,
  input: Pick<RouteInput<never>, 'idempotencyKey'> & {
    readonly params: unknown
    readonly query: unknown
    readonly body: unknown
  },
): IdempotencyKey | undefined {
  if (input.idempotencyKey === undefined) return undefined
  const user = sender.viewer.kind === 'visitor' ? 'visitor' : String(sender.viewer.userId)
  return idempotencyKey(user, route.id, input.idempotencyKey, fingerprintOf(secret, input))
}

function submitFor(queue: HttpParts['queue'], actor: Actor, requestId: string, idempotency: IdempotencyKey | undefined): Submit {
  return async (type, data, { answer, effects, metadata, actor: another }) => {
    const sentWith = (payload: unknown) => ({
      command: commandOf(type, payload),
      actor: another ?? actor,
      metadata: { ...metadata, request_id: requestId },
    })
    const settled = await queue.submit({
      sent: typeof data === 'function' ? async (tx) => sentWith(await data(tx)) : sentWith(data),
      ...(effects === undefined ? {} : { effects }),
      answer,
      idempotency,
    })
    if (!settled.ok) throw settled.violation
    return settled.answer
  }
}

/** A command's type says what its payload is, and `Submit` saw to it; the compiler loses that in a type parameter. */
function commandOf<T extends CommandType>(type: T, payload: unknown): CommandOfType<T> {
  return { type, data: payload } as CommandOfType<T>
}
