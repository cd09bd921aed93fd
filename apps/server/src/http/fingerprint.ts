import { createHmac } from 'node:crypto'

/** Fields that are known to their sender alone: of these not even a plain hash may be kept. */
const SECRETS = new Set(['password', 'current_password', 'new_password', 'token'])

/** What a request asks for, to be compared with a repeat of it: parameters, query and body, secrets under the server's key. */
export function fingerprintOf(
  secret: string,
  { params, query, body }: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
): unknown {
  return { params: params ?? null, query: query ?? null, body: concealed(secret, body) ?? null }
}

function concealed(secret: string, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const conceal = ([name, value]: readonly [string, unknown]): readonly [string, unknown] =>
    SECRETS.has(name) && typeof value === 'string'
      ? [name, createHmac('sha256', secret).update(`idempotency:${value}`).digest('hex')]
      : [name, value]
  return Object.fromEntries(Object.entries(body).map(conceal))
}
