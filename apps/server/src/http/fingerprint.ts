import { createHmac } from 'node:crypto'

/** Fields that may not be stored even as plain hashes. */
const SECRET_FIELDS = new Set(['password', 'current_password', 'new_password', 'token'])

/** Returns what identifies a request among retries: its parameters, query and body, with secrets as keyed hashes. */
export function fingerprintOf(
  secret: string,
  { params, query, body }: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
): unknown {
  return { params: params ?? null, query: query ?? null, body: hashSecrets(secret, body) ?? null }
}

function hashSecrets(secret: string, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const hash = ([name, value]: readonly [string, unknown]): readonly [string, unknown] =>
    SECRET_FIELDS.has(name) && typeof value === 'string'
      ? [name, createHmac('sha256', secret).update(`idempotency:${value}`).digest('hex')]
      : [name, value]
  return Object.fromEntries(Object.entries(body).map(hash))
}
