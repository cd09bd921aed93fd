import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { HttpParts } from './parts.ts'

/** What is noted of a request while it is served. */
export interface AccessNote {
  readonly requestId: string
  /** The route's name. Never its address: a token may stand in it. */
  route: string
}

/** Where it is noted: a log made by {@link accessLogger}, and the metrics. */
export type AccessParts = Pick<HttpParts, 'log' | 'onServed'>

/** A request id that may come from a proxy in front. */
const SANE_ID = /^[\w.-]{8,64}$/

/** A log for lines like these: nothing in them can be secret, so nobody has to look through them (that was a tenth of a pick's cost). */
export function accessLogger(log: Logger): Logger {
  return log.child({}, { redact: [] })
}

/**
 * Gives a request its id, and writes one line when it has been answered. The line says what was asked for and how it
 * went, never by whom or with what: who writes picks, and when, is nobody's business before the lock, and addresses,
 * bodies, tokens and queries are personal or secret.
 */
export function accessLog(parts: AccessParts, request: IncomingMessage, response: ServerResponse): AccessNote {
  const note: AccessNote = { requestId: requestIdOf(request), route: 'unknown' }
  const started = performance.now()
  const { method = '' } = request
  response.once('close', () => {
    const ms = performance.now() - started
    const status = response.writableFinished ? response.statusCode : 499
    parts.onServed?.({ method, route: note.route, status, seconds: ms / 1000 })
    const level = status >= 500 ? 'error' : note.route === 'web' || note.route === 'health' ? 'debug' : 'info'
    if (!parts.log.isLevelEnabled(level)) return
    parts.log[level]({ request: note.requestId, method, route: note.route, status, ms: Math.round(ms * 10) / 10 }, 'request')
  })
  return note
}

function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID()
}
