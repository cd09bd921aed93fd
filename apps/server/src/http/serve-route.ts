import type { RouteId } from '@outlast/contract/endpoints'
import { parseRequest } from '@outlast/contract/request'
import { type Route, scopesOf } from '@outlast/contract/route'
import type { RouteInput } from '@outlast/contract/routes'
import type { Request, RequestHandler, Response } from 'express'
import { mayCall } from '../accounts/viewer.ts'
import { RuleViolation, scopeMissing } from '@outlast/domain'
import { GuardTimeout, OutcomeUnknown } from '../lib/errors.ts'
import { HttpError, rateLimited } from '../lib/http-error.ts'
import { type LimitUse, rateLimitHeaders } from '../lib/limit-use.ts'
import { checkResponse } from './contract-check.ts'
import type { HttpDependencies } from './dependencies.ts'
import type { Handler, RequestContext } from './handler.ts'
import { parseBody } from './parse-body.ts'
import { publicResponse } from './public-response.ts'
import { callerOf, type Caller, contextOf, idempotencyOf } from './request-context.ts'
import { type AnyResponse, sendResponse } from './send-response.ts'

type AnyHandler = (input: RouteInput<RouteId>, context: RequestContext) => Promise<AnyResponse> | AnyResponse

/**
 * Creates the Express handler of a contract route. It checks origin, token, rights and limits first, so that no body is read
 * for a request that is rejected anyway; then the input. Before a read it catches up with the log and records the locks that are due.
 */
export function serveRoute(deps: HttpDependencies, route: Route): RequestHandler {
  const handlers: { readonly [Id in RouteId]?: Handler<Id> } = deps.handlers
  // parseRequest checks the input with the schemas that the handler's types are inferred from.
  const handler = handlers[route.id] as AnyHandler | undefined
  const isWrite = route.method !== 'GET'
  return async (request, response) => {
    if (handler === undefined) throw new HttpError('not_found')
    response.locals.route = route
    if (isWrite) requireAllowedOrigin(deps, request)
    let caller = await admit(deps, route, request)
    if (isWrite) limit(response, deps.writeLimit(caller.viewer, request.ip ?? ''))
    else if (route.isCostly === true) limit(response, deps.costlyReadLimit(caller.viewer))
    await noteProgramUse(deps, response, route, caller)
    const input = checkInput(route, request, isWrite ? await parseBody(request, response, route) : undefined)
    let timeoutMs: number | undefined = WRITE_TIMEOUT_MS
    if (!isWrite) {
      const position = deps.logPosition()
      timeoutMs = await passBarrier(deps)
      // What the caller may see is as of the same moment as the answer.
      if (deps.logPosition() !== position) caller = await authorize(deps, route, request)
      const recording = deps.recordDueLocks()
      if (recording !== undefined) await deps.guard(recording, timeoutMs)
      if (caller.viewer.kind === 'visitor') {
        const context = contextOf(deps, request, response.locals.requestId, caller)
        const read = (shared: RequestContext) => respond(deps, shared, (attempt) => handler(input, attempt), timeoutMs)
        return sendResponse(request, response, route, await publicResponse(deps, route, input, context, read))
      }
    }
    let isReplay: boolean | undefined
    const onUse = (byReceipt: boolean): void => void (isReplay = byReceipt && isReplay !== false)
    const key = idempotencyOf(deps.secret, route, caller, input)
    const conditions = { idempotency: key && { ...key, onUse }, expectedConsequences: input.expectedConsequences }
    const context = contextOf(deps, request, response.locals.requestId, caller, conditions)
    const result = await respond(deps, context, (attempt) => handler(input, attempt), timeoutMs).finally(() => {
      if (isReplay === true) response.setHeader(REPLAY_HEADER, 'true')
    })
    if (deps.onBreach !== undefined) checkResponse(route, result)
    sendResponse(request, response, route, result)
  }
}

/** Catches up with the log. Returns how long the read may still wait for an unreachable database; undefined: as long as always. */
async function passBarrier({ readBarrier }: HttpDependencies): Promise<number | undefined> {
  const startedAt = performance.now()
  const passing = readBarrier()
  if (passing === undefined) return undefined
  await passing
  return Math.max(0, READ_TIMEOUT_MS - (performance.now() - startedAt))
}

/** Sent with what a receipt answered (docs/api.md, "Idempotency"). */
const REPLAY_HEADER = 'Idempotency-Replayed'

const READ_TIMEOUT_MS = 3_500
/** Longer than the queue waits for the database, so that the queue usually reports the outcome of a command. */
const WRITE_TIMEOUT_MS = 3_900

/** Calls a handler. While the database is unreachable it fails within seconds, instead of when its statements time out. */
async function respond(
  deps: HttpDependencies,
  context: RequestContext,
  handle: (context: RequestContext) => ReturnType<AnyHandler>,
  timeoutMs: number | undefined,
): Promise<AnyResponse> {
  let hasSubmitted = false
  const attempt: RequestContext = {
    ...context,
    submit: (...submission) => {
      hasSubmitted = true
      return context.submit(...submission)
    },
  }
  const responding = retryAfterCatchUp(
    deps,
    () => handle(attempt),
    () => !hasSubmitted,
  )
  try {
    return await deps.guard(responding, timeoutMs)
  } catch (error) {
    if (error instanceof GuardTimeout && hasSubmitted) throw new OutcomeUnknown('the database does not respond', { cause: error })
    throw error
  }
}

/**
 * Calls a handler again if it refused and catching up with the log brought new events: another process may have just created the requested
 * row, or changed what a rule asked before a command was submitted. Submitted commands are decided on the newest state, so a handler that
 * has submitted one is never repeated.
 */
async function retryAfterCatchUp(
  { logPosition, catchUp }: HttpDependencies,
  handle: () => ReturnType<AnyHandler>,
  mayRepeat: () => boolean,
): Promise<AnyResponse> {
  const position = logPosition()
  try {
    return await handle()
  } catch (error) {
    const mayBeOutdated = error instanceof RuleViolation || (error instanceof HttpError && error.status === 404)
    if (!mayBeOutdated || !mayRepeat()) throw error
    await catchUp()
    if (logPosition() === position) throw error
    return handle()
  }
}

/** Rejects writes that another website's page sends. Clients other than browsers send no `Origin` (docs/api.md). */
function requireAllowedOrigin({ isAllowedOrigin }: HttpDependencies, { headers }: Request): void {
  if (headers.origin !== undefined && !isAllowedOrigin(headers.origin)) throw new HttpError('origin_forbidden')
}

/** Authorizes a caller. Before it refuses a right, it catches up with the log: another process may have just given it. */
async function admit(deps: HttpDependencies, route: Route, request: Request): Promise<Caller> {
  try {
    return await authorize(deps, route, request)
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'forbidden') throw error
    const position = deps.logPosition()
    await deps.readBarrier()
    if (deps.logPosition() === position) throw error
    return authorize(deps, route, request)
  }
}

/** Returns who calls a route. Throws if the token is invalid or not for this call, or if the caller may not call it. */
async function authorize(deps: HttpDependencies, route: Route, request: Request): Promise<Caller> {
  const caller = requireScope(route, await authenticate(deps, request))
  requireAccess(route, caller)
  return caller
}

async function authenticate(deps: HttpDependencies, { headers }: Request): Promise<Caller> {
  if (headers.authorization === undefined) return callerOf(undefined)
  const token = /^Bearer +([^\s]+)$/i.exec(headers.authorization)?.[1]
  if (token === undefined) return callerOf({ ok: false, code: 'unauthenticated' })
  const authenticating = deps.authenticate(token)
  const result = authenticating instanceof Promise ? await deps.guard(authenticating) : authenticating
  if (result.ok) deps.noteUse?.(result, headers['user-agent'])
  return callerOf(result)
}

/**
 * Checks what a program's token is for. Where everybody may read, a token without `read` counts as no token, so that it shows nothing of its
 * owner.
 */
function requireScope(route: Route, caller: Caller): Caller {
  const { program } = caller
  if (program === undefined) return caller
  const scopes = scopesOf(route)
  if (scopes === 'public') return program.scopes.includes('read') ? caller : callerOf(undefined)
  if (!scopes.some((scope) => program.scopes.includes(scope))) throw scopeMissing(program.scopes)
  return caller
}

/** Counts a program's call, and waits until the log has a line about its use. */
async function noteProgramUse(deps: HttpDependencies, response: Response, route: Route, caller: Caller): Promise<void> {
  const { program, viewer } = caller
  if (program === undefined || viewer.kind !== 'member') return
  limit(response, deps.programLimit(program))
  const scopes = scopesOf(route)
  const scope = scopes === 'public' ? 'read' : scopes.find((one) => program.scopes.includes(one))
  const recording = scope && deps.recordProgramUse(viewer.userId, program.id, scope)
  if (recording !== undefined) await deps.guard(recording)
}

/** Checks the rights that the contract declares. Rules and reads check who owns an entry or a pick. */
function requireAccess({ access }: Route, { viewer, tokenProblem }: Caller): void {
  if (access === 'public') return
  if (viewer.kind === 'visitor') throw new HttpError(tokenProblem ?? 'unauthenticated')
  if (!mayCall(viewer, access)) throw new HttpError('forbidden')
}

/** Reports the client's remaining budget in headers. Throws if the call exceeds it. */
function limit(response: Response, use: LimitUse | undefined): void {
  if (use === undefined) return
  if (use.waitSeconds !== undefined) throw rateLimited(use.waitSeconds, use.policy)
  for (const [name, value] of Object.entries(rateLimitHeaders(use))) response.setHeader(name, value)
}

function checkInput(route: Route, { params, query, headers }: Request, body: unknown): RouteInput<RouteId> {
  const parsed = parseRequest(route.id, { params, query, body, headers })
  if (parsed.ok) return parsed.input
  const { code, error, fields } = parsed.error
  throw new HttpError(code, { message: error, ...(fields === undefined ? {} : { extras: { fields } }) })
}
