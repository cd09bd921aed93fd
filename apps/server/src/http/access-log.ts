import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Route } from '@outlast/contract/route'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

declare global {
  namespace Express {
    /** The data that middleware and handlers share about a request, as `response.locals`. */
    interface Locals {
      requestId: string
      /** For the log and the metrics. Never the address, which may contain a token. */
      routeName: string
      /** The API route that handles the request, if one does. */
      route?: Route
    }
  }
}

/** The outcome of a request. */
export interface RequestSummary {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly seconds: number
}

export interface AccessLogOptions {
  readonly log: Logger
  readonly onRequest?: (request: RequestSummary) => void
}

/** A request id that a proxy may have set. */
const REQUEST_ID = /^[\w.-]{8,64}$/

/**
 * Creates the middleware that gives each request an id and, once the response has ended, logs one line and reports it to the metrics.
 * The line contains the method, route and outcome, but nothing about the sender or the content: addresses, bodies, tokens and
 * queries are personal or secret, and who writes picks, and when, is secret before the lock.
 */
export function accessLog(options: AccessLogOptions): RequestHandler {
  // Nothing in these lines can be secret. Redaction would take a tenth of the CPU time of a pick.
  const log = options.log.child({}, { redact: [] })
  return (request, response, next) => {
    const { locals } = response
    locals.requestId = requestIdOf(request)
    locals.routeName = 'unknown'
    const { method } = request
    const started = performance.now()
    response.once('close', () => {
      const ms = performance.now() - started
      const status = response.writableFinished ? response.statusCode : 499
      const route = locals.routeName
      options.onRequest?.({ method, route, status, seconds: ms / 1000 })
      const level = status >= 500 ? 'error' : route === 'web' || route === 'health' ? 'debug' : 'info'
      if (!log.isLevelEnabled(level)) return
      log[level]({ request: locals.requestId, method, route, status, ms: Math.round(ms * 10) / 10 }, 'request')
    })
    next()
  }
}

function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}
