import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import express, { type NextFunction, type Request, type Response } from 'express'
import { type AccessNote, accessLog, accessLogger } from './access-log.ts'
import { checkError, ContractBreach } from './contract-check.ts'
import { errorAnswer } from './error-answer.ts'
import type { HttpParts } from './parts.ts'
import { Refusal } from '../lib/refusal.ts'
import { type Match, RouteMap } from './route-map.ts'
import { securityHeaders, type SecurityOptions } from './security-headers.ts'
import { sendError } from './send.ts'
import { serve, type ServeParts } from './serve.ts'
import { type ServiceParts, serviceRoutes } from './service-routes.ts'
import { SharedAnswers } from './shared-answers.ts'

export interface AppParts extends HttpParts {
  readonly service: ServiceParts
  readonly security: SecurityOptions
  /** `trust proxy` of Express: false, how many proxies, or their addresses. */
  readonly trustProxy: false | number | readonly string[]
  /** Serves the web app, for every address that is not the API's. See web-files.ts. */
  readonly web: (request: Request, response: Response, note: AccessNote) => Promise<void>
}

export interface App {
  readonly listener: RequestListener
  /** Whether an address is that of a proxy whose word is taken: `trust proxy` as Express has compiled it. */
  readonly trust: (address: string, index: number) => boolean
}

/** Makes the HTTP side of the pool. Sockets are attached to the server beside it. */
export function createApp(parts: AppParts): App {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('trust proxy', parts.trustProxy === false ? false : parts.trustProxy)
  const routes = new RouteMap()
  const access = { ...parts, log: accessLogger(parts.log) }
  const always = securityHeaders(parts.security)
  const shared = new SharedAnswers({ access, securityHeaders: always, isLockDue: parts.isLockDue })
  const serving = { ...parts, shared }
  const service = serviceRoutes(parts.service)
  const answer = async (request: Request, response: Response, note: AccessNote): Promise<void> => {
    const path = pathOf(request.url)
    const found = routes.find(request.method, path)
    if (found !== undefined && 'match' in found) {
      const { match } = found
      note.route = match.route.id
      const own = service[match.route.id]
      if (own !== undefined) return own(request, response)
      return serveOrRefuse(serving, match, request, response, note)
    }
    if (found !== undefined) return otherMethod(request, response, found.allow)
    if (isApi(path)) throw new Refusal('not_found')
    note.route = 'web'
    return parts.web(request, response, note)
  }
  app.use((request: Request, response: Response) => {
    const note = accessLog(access, request, response)
    for (const [name, value] of Object.entries(always)) response.setHeader(name, value)
    response.setHeader('X-Request-Id', note.requestId)
    return answer(request, response, note).catch((error: unknown) => refuse(parts, response, note, error))
  })
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    parts.log.error({ err: error }, 'a request failed before it was understood')
    response.socket?.destroy()
  })
  return {
    listener: (request: IncomingMessage, response: ServerResponse) => {
      if (!shared.serve(request, response)) app(request, response)
    },
    trust: app.get('trust proxy fn') as App['trust'],
  }
}

async function serveOrRefuse(
  parts: AppParts & Pick<ServeParts, 'shared'>,
  match: Match,
  request: Request,
  response: Response,
  note: AccessNote,
): Promise<void> {
  try {
    await serve(parts, match, request, response, note.requestId)
  } catch (error) {
    if (parts.onBreach !== undefined && !(error instanceof ContractBreach)) {
      checkError(match.route, errorAnswer(error, note.requestId))
    }
    throw error
  }
}

function refuse(parts: AppParts, response: Response, note: AccessNote, error: unknown): void {
  const answer = errorAnswer(error, note.requestId)
  if (error instanceof ContractBreach) parts.onBreach?.(error)
  if (answer.ours) parts.log.error({ err: error, request: note.requestId, route: note.route }, 'a request failed')
  sendError(response, answer)
}

function otherMethod(request: Request, response: Response, allow: readonly string[]): void {
  if (request.method !== 'OPTIONS') throw new Refusal('method_not_allowed', { allow: allow.join(', ') })
  response.statusCode = 204
  response.setHeader('Allow', allow.join(', '))
  response.end()
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/') || path.startsWith('/socket.io/')
}
