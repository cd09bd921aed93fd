import { timingSafeEqual } from 'node:crypto'
import type { RouteId } from '@outlast/contract/endpoints'
import type { Request, Response } from 'express'
import { sha256 } from '../log/hashing.ts'
import { JSON_TYPE } from '../lib/encoded-body.ts'
import { Refusal } from '../lib/refusal.ts'

export interface ServiceParts {
  /** Each thing that has to be so for requests to be served, by name. Answers fast, never rejects. */
  readonly readiness: () => Promise<Readonly<Record<string, boolean>>>
  /** Prometheus' text. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>
  /** With it, metrics may be read from anywhere: `Authorization: Bearer <token>`. Else from this machine alone. */
  readonly metricsToken: string | undefined
}

type ServiceHandler = (request: Request, response: Response) => Promise<void>

/** The routes for whoever runs the pool. They need neither the log nor the database to answer. */
export function serviceRoutes(parts: ServiceParts): { readonly [Id in RouteId]?: ServiceHandler } {
  return {
    health: async (_request, response) => sendText(response, 200, JSON_TYPE, JSON.stringify({ status: 'ok' })),
    readiness: async (_request, response) => {
      const checks = await parts.readiness()
      const isReady = Object.values(checks).every(Boolean)
      if (!isReady) response.setHeader('Retry-After', '5')
      const body = { status: isReady ? 'ready' : 'not_ready', checks }
      sendText(response, isReady ? 200 : 503, JSON_TYPE, JSON.stringify(body))
    },
    metrics: async (request, response) => {
      if (!mayReadMetrics(request, parts.metricsToken)) throw new Refusal('not_found')
      const { contentType, text } = await parts.metrics()
      sendText(response, 200, contentType, text)
    },
  }
}

/**
 * Metrics count writes by route, which could tell when picks are made in a small pool: not for everybody. A request
 * that came through a proxy on this machine is not from this machine.
 */
function mayReadMetrics({ headers, socket }: Request, token: string | undefined): boolean {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token !== undefined && given !== undefined && timingSafeEqual(sha256(given), sha256(token))) return true
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined || headers.via !== undefined
  return !isForwarded && /^(?:127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
}

function sendText(response: Response, status: number, contentType: string, text: string): void {
  const bytes = Buffer.from(text)
  response.statusCode = status
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Content-Type', contentType)
  response.setHeader('Content-Length', bytes.length)
  response.end(bytes)
}
