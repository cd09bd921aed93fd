import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import { type AccessNote, accessLog, accessLogger } from './access-log.ts'
import { checkError, ContractBreach } from './contract-check.ts'
import { errorAnswer } from './error-answer.ts'
import type { HttpParts } from './parts.ts'
import { Refusal } from './refusal.ts'
import { type Match, RouteMap } from './route-map.ts'
import { securityHeaders, type SecurityOptions } from './security-headers.ts'
import { sendError } from './send.ts'
import { serve } from './serve.ts'
import { type ServiceParts, serviceRoutes } from './service-routes.ts'

export interface AppParts extends HttpParts {
  readonly service: ServiceParts
  readonly security: SecurityOptions
  /** `trust proxy` of Express: false, how many proxies, or their addresses. */
  readonly trustProxy: false | number | readonly string[]
  /** Serves the web app, for every address that is not the API's. See web-files.ts. */
  readonly web: (request: Request, response: Response, note: AccessNote) => Promise<void>
}

/** Makes the HTTP side of the pool. Sockets are attached to the server beside it. */
export function createApp(parts: AppParts): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('trust proxy', parts.trustProxy === false ? false : parts.trustProxy)
  const routes = new RouteMap()
  const access = { ...parts, log: accessLogger(parts.log) }
  const setHeaders = securityHeaders(parts.security)
  const service = serviceRoutes(parts.service)
  const answer = async (request: Request, response: Response, note: AccessNote): Promise<void> => {
    const path = pathOf(request.url)
    const found = routes.find(request.method, path)
    if (found !== undefined && 'match' in found) {
      const { match } = found
      note.route = match.route.id
      const own = service[match.route.id]
      if (own !== undefined) return own(request, response)
      return serveOrRefuse(parts, match, request, response, note)
    }
    if (found !== undefined) return otherMethod(request, response, found.allow)
    if (isApi(path)) throw new Refusal('not_found')
    note.route = 'web'
    return parts.web(request, response, note)
  }
  app.use((request: Request, response: Response) => {
    const note = accessLog(access, request, response)
    setHeaders(response, note.requestId)
    return answer(request, response, note).catch((error: unknown) => refuse(parts, response, note, error))
  })
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    parts.log.error({ err: error }, 'a request failed before it was understood')
    response.socket?.destroy()
  })
  return app
}

async function serveOrRefuse(
  parts: AppParts,
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
