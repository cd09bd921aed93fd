import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const KEY_BYTES = 32

/** Returns a new secret for the signatures of a webhook (Standard Webhooks). */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(KEY_BYTES).toString('base64')
}

interface SignedMessage {
  readonly id: string
  /** Seconds since 1970-01-01 UTC. */
  readonly timestamp: number
  readonly body: string
}

/**
 * Returns the headers that identify and sign a message, as the specification of Standard Webhooks defines them: the signature is
 * HMAC-SHA-256 over the id, the time and the body. Implemented here because it is shorter than adding the reference library as a
 * dependency; the tests verify it with that library.
 */
export function signatureHeaders(secret: string, { id, timestamp, body }: SignedMessage): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}
