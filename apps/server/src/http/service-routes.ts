import { timingSafeEqual } from 'node:crypto'
import type { ServiceChecks } from '@outlast/contract/rest/admin/checks'
import type { Request, RequestHandler, Response } from 'express'
import { JSON_TYPE } from '../lib/encoded-body.ts'
import { HttpError } from '../lib/http-error.ts'
import { VERSION } from '../lib/paths.ts'
import { sha256 } from '../log/hashing.ts'
import type { ServiceRouteId } from './handler.ts'

export interface ServiceOptions {
  /** Returns, by name, whether each condition for serving requests holds. Resolves quickly and never rejects. */
  readonly readiness: () => Promise<Readonly<Record<string, boolean>>>
  /** Returns the metrics in Prometheus's text format. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>
  /** Allows reading metrics from other machines with `Authorization: Bearer <token>`. Without it only this machine may. */
  readonly metricsToken: string | undefined
  /** Returns what the pool finds when it checks itself. */
  readonly checks: () => Promise<ServiceChecks>
  /** Allows reading the checks. */
  readonly checksToken: string
}

/** Creates the handlers of the routes for operators. They work without the database. */
export function serviceRoutes(options: ServiceOptions): Readonly<Record<ServiceRouteId, RequestHandler>> {
  const readiness = sharedWhilePending(options.readiness)
  const checks = sharedWhilePending(options.checks)
  return {
    health: (_request, response) => sendText(response, 200, JSON_TYPE, JSON.stringify({ status: 'ok', version: VERSION })),
    readiness: async (_request, response) => {
      const checks = await readiness()
      const isReady = Object.values(checks).every(Boolean)
      if (!isReady) response.setHeader('Retry-After', '5')
      const body = { status: isReady ? 'ready' : 'not_ready', checks }
      sendText(response, isReady ? 200 : 503, JSON_TYPE, JSON.stringify(body))
    },
    metrics: async (request, response) => {
      if (!mayReadMetrics(request, options.metricsToken)) throw new HttpError('not_found')
      const { contentType, text } = await options.metrics()
      sendText(response, 200, contentType, text)
    },
    checks: async (request, response) => {
      if (!hasToken(request, options.checksToken)) throw new HttpError('not_found')
      sendText(response, 200, JSON_TYPE, JSON.stringify(await checks()))
    },
  }
}

/** Requests that arrive while the conditions are being checked share the result. */
function sharedWhilePending<T>(check: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined
  return () => (pending ??= check().finally(() => (pending = undefined)))
}

/**
 * Returns whether a request may read the metrics: they count writes by route, which could reveal in a small pool when picks are
 * made. A request that came through a proxy on this machine does not count as local.
 */
function mayReadMetrics(request: Request, token: string | undefined): boolean {
  if (token !== undefined && hasToken(request, token)) return true
  const { headers, socket } = request
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined || headers.via !== undefined
  return !isForwarded && /^(?:127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
}

function hasToken({ headers }: Request, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(sha256(given), sha256(token))
}

function sendText(response: Response, status: number, contentType: string, text: string): void {
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(text),
  })
  response.end(text)
}
