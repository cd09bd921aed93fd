import { parse as parseQuery } from 'node:querystring'
import type { RouteId } from '@outlast/contract/endpoints'
import { parseRequest } from '@outlast/contract/request'
import type { Route } from '@outlast/contract/route'
import type { RouteInput } from '@outlast/contract/routes'
import type { Request, Response } from 'express'
import { readBody } from './body.ts'
import { checkReply } from './contract-check.ts'
import type { Handler, RequestContext, SharedReply } from './handler.ts'
import type { HttpParts } from './parts.ts'
import { Refusal } from '../lib/refusal.ts'
import { contextOf, idempotencyOf, type Sender, senderOf } from './request-context.ts'
import type { Match } from './route-map.ts'
import { type AnyReply, sendReply } from './send.ts'
import type { SharedAnswers } from './shared-answers.ts'

export interface ServeParts extends HttpParts {
  /** Keeps answers that are everybody's. */
  readonly shared: Pick<SharedAnswers, 'remember'>
}

/**
 * Serves a request on its route: origin, token, rights and limits first, so that nobody makes us read what will be
 * refused anyway; then the input; then, for a read, the locks that are due; then the handler.
 */
export async function serve(
  parts: ServeParts,
  match: Match,
  request: Request,
  response: Response,
  requestId: string,
): Promise<void> {
  const { route } = match
  const handler = handlerOf(parts, route)
  const isWrite = route.method !== 'GET'
  if (isWrite) refuseForeignOrigin(parts, request)
  const sender = await authenticated(parts, request)
  refuseWithoutRight(route, sender)
  if (isWrite) refuseTooMany(parts, request, sender)
  const input = checkedInput(match, request, isWrite ? await readBody(request, response) : undefined)
  if (!isWrite) await parts.ensureLocks()
  const idempotency = idempotencyOf(parts.secret, route, sender, input)
  const context = contextOf(parts, request, requestId, sender, idempotency)
  const reply = await foundAtLast(parts, context, (asked) => handler(input, asked))
  if (parts.onBreach !== undefined) checkReply(route, reply)
  if (route.access === 'public' && isShared(reply)) parts.shared.remember(request.url, route.id, reply)
  sendReply(request, response, route, reply)
}

function isShared(reply: AnyReply): reply is SharedReply {
  return 'encoded' in reply && reply.holds !== undefined
}

/**
 * What is not here, another process may have recorded a moment ago: before somebody is told that it does not exist, the log is
 * read on, and if there was more of it, the handler asked once more; never one that has changed something.
 */
async function foundAtLast(
  { logPosition, catchUp }: HttpParts,
  context: RequestContext,
  handle: (context: RequestContext) => ReturnType<AnyHandler>,
): Promise<AnyReply> {
  const position = logPosition()
  let hasChanged = false
  const submit: RequestContext['submit'] = async (...sent) => {
    const answer = await context.submit(...sent)
    hasChanged = true
    return answer
  }
  try {
    return await handle({ ...context, submit })
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 404 || hasChanged) throw error
    await catchUp()
    if (logPosition() === position) throw error
    return handle(context)
  }
}

type AnyHandler = (input: RouteInput<RouteId>, context: RequestContext) => Promise<AnyReply> | AnyReply

/** The handler of a route. What it gets was parsed with the schemas that its type came from. */
function handlerOf(parts: HttpParts, route: Route): AnyHandler {
  const handlers: { readonly [Id in RouteId]?: Handler<Id> } = parts.handlers
  const handler = handlers[route.id]
  if (handler === undefined) throw new Refusal('not_found')
  return handler as unknown as AnyHandler
}

function refuseForeignOrigin({ isAllowedOrigin }: HttpParts, { headers }: Request): void {
  // Clients that are no browsers send none (decisions.md §Settled further, "Limits").
  if (headers.origin !== undefined && !isAllowedOrigin(headers.origin)) throw new Refusal('origin_forbidden')
}

async function authenticated(parts: HttpParts, { headers }: Request): Promise<Sender> {
  if (headers.authorization === undefined) return senderOf(undefined)
  const token = /^Bearer +([^\s]+)$/i.exec(headers.authorization)?.[1]
  if (token === undefined) return senderOf({ ok: false, code: 'unauthenticated' })
  const found = parts.authenticate(token)
  return senderOf(found instanceof Promise ? await found : found)
}

/** Whose an entry or pick is, is for the rules and the reads to say: to others it does not exist. */
function refuseWithoutRight({ access }: Route, { viewer, tokenProblem }: Sender): void {
  if (access === 'public') return
  if (viewer.kind === 'visitor') throw new Refusal(tokenProblem ?? 'unauthenticated')
  if (access === 'admin' && viewer.kind !== 'admin') throw new Refusal('forbidden')
}

function refuseTooMany(parts: HttpParts, request: Request, { viewer }: Sender): void {
  const retryAfter = parts.writeLimit(viewer, request.ip ?? '')
  if (retryAfter !== undefined) throw new Refusal('rate_limited', { retryAfter })
}

function checkedInput({ route, params }: Match, request: Request, body: unknown): RouteInput<RouteId> {
  const at = request.url.indexOf('?')
  const query = at < 0 ? {} : parseQuery(request.url.slice(at + 1))
  const parsed = parseRequest(route.id, { params: decoded(params), query, body, headers: request.headers })
  if (parsed.ok) return parsed.input
  const { code, error, fields } = parsed.refusal
  throw new Refusal(code, { sentence: error, ...(fields === undefined ? {} : { extras: { fields } }) })
}

function decoded(params: Match['params']): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    throw new Refusal('invalid_input', { sentence: 'The address is not valid' })
  }
}
