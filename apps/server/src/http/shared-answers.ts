import type { IncomingMessage, ServerResponse } from 'node:http'
import { LruMap } from '../lib/lru-map.ts'
import { accessLog, type AccessParts } from './access-log.ts'
import { chooseEncoding } from '../lib/encoded-body.ts'
import { isHeld } from './etag.ts'
import type { SharedReply } from './handler.ts'
import { headersOf, headersOfEncoded, type Headers } from './send.ts'

export interface SharedAnswersParts {
  readonly access: AccessParts
  /** What stands on every answer. */
  readonly securityHeaders: Headers
  /** Whether a lock time has come that the log does not know of: then nothing is read before it is recorded. */
  readonly isLockDue: () => boolean
}

/** Weeks and seasons that are looked at at the same time, each in a few forms. */
const KEPT = 64
/** Nobody shall fill this with addresses that he made up. */
const LONGEST_URL = 64

/** An answer with its headers written down, names and values in turn. */
interface Kept {
  readonly route: string
  readonly reply: SharedReply
  readonly unchanged: readonly string[]
  readonly forms: Map<string | undefined, { readonly headers: readonly string[]; readonly bytes: Buffer }>
}

/**
 * Answers that are the same for everybody, given again for as long as they hold: on a Sunday nearly all reads are of one
 * week and one season. Such a request needs no router, no token and no handler, and these cost three times as much as the
 * sending. What stands before every read stands before these too: the lock that is due, the security headers, the request's
 * id, the access log and the metrics.
 */
export class SharedAnswers {
  readonly #parts: SharedAnswersParts
  readonly #kept = new LruMap<string, Kept>(KEPT)

  constructor(parts: SharedAnswersParts) {
    this.#parts = parts
  }

  /** Keeps what a public route has just answered to an address. */
  remember(url: string, route: string, reply: SharedReply): void {
    if (url.length > LONGEST_URL) return
    const unchanged = flat({ ...this.#parts.securityHeaders, ...headersOf(reply) })
    this.#kept.set(url, { route, reply, unchanged, forms: new Map() })
  }

  /** Answers a request, if it is one for what is kept and still holds; else nothing has happened to it. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false
    const kept = this.#kept.get(request.url ?? '')
    if (kept === undefined || !kept.reply.holds() || this.#parts.isLockDue()) return false
    const note = accessLog(this.#parts.access, request, response)
    note.route = kept.route
    if (isHeld(request.headers['if-none-match'], kept.reply.encoded.etag)) {
      response.writeHead(304, [...kept.unchanged, 'X-Request-Id', note.requestId])
      response.end()
    } else {
      const { headers, bytes } = this.#formOf(kept, request.headers['accept-encoding'])
      response.writeHead(200, [...headers, 'X-Request-Id', note.requestId])
      response.end(bytes)
    }
    return true
  }

  #formOf({ reply, forms }: Kept, accepted: string | undefined) {
    const chosen = chooseEncoding(reply.encoded, accepted)
    const known = forms.get(chosen.encoding)
    if (known !== undefined) return known
    const headers = flat({
      ...this.#parts.securityHeaders,
      ...headersOf(reply),
      ...headersOfEncoded(reply.encoded, chosen),
      'Content-Length': String(chosen.bytes.length),
    })
    const form = { headers, bytes: chosen.bytes }
    forms.set(chosen.encoding, form)
    return form
  }
}

function flat(headers: Headers): readonly string[] {
  return Object.entries(headers).flat()
}
