import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import webPush from 'web-push'
import { AttemptFailed, MessageRejected, type OutgoingMessage, RecipientGone, type Transport } from '../../outbox/transport.ts'
import { checkedLookup, checkTarget, TargetRejected } from '../webhook/target.ts'
import type { VapidKeys } from './vapid.ts'

interface PushOptions {
  readonly keys: VapidKeys
  /** How push services can reach the operator: a `mailto:` or `https:` URL. */
  readonly contact: string
  readonly production: boolean
}

/** How long a push service keeps a message for a browser that is offline, in seconds, unless the message expires earlier. */
const TTL_SECONDS = 24 * 3600
/** 404 and 410: the subscription has ended. */
const GONE: ReadonlySet<number> = new Set([404, 410])
/** The service accepts no message of this pool for this browser. A retry cannot change that. */
const REFUSED: ReadonlySet<number> = new Set([400, 401, 403])
/** The message is too long. */
const TOO_LONG = 413

/** The payload that a service worker receives. Push services cannot read it, because it is encrypted for the browser (RFC 8291). */
interface PushPayload {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly body: string
  /** The page that opens, as a path. */
  readonly path: string
}

/** A push service refused a message because of its browser or its sender. */
export class DeviceRefused extends MessageRejected {
  override readonly name = 'DeviceRefused'
}

/** Sends messages through the browsers' push services (RFC 8030, 8291, 8292). */
export function pushTransport({ keys, contact, production }: PushOptions): Transport {
  return {
    domain: 'push',
    send: async (message, signal) => {
      const { p256dh, auth, path = '/' } = message.options ?? {}
      if (p256dh === undefined || auth === undefined) throw new MessageRejected('the message has no keys')
      const payload: PushPayload = { id: idOf(message), kind: message.kind, title: message.subject, body: message.text, path }
      const details = webPush.generateRequestDetails({ endpoint: message.to, keys: { p256dh, auth } }, JSON.stringify(payload), {
        vapidDetails: { subject: contact, ...keys },
        TTL:
          typeof message.expiresInMs !== 'number' ? TTL_SECONDS : clamp(Math.floor(message.expiresInMs / 1000), 0, TTL_SECONDS),
        urgency: message.kind === 'reminder' ? 'high' : 'normal',
        // A repeated attempt replaces the message if the browser has not fetched it.
        topic: idOf(message),
      })
      const status = await post(details, { signal, production }).catch((error: unknown) => {
        throw error instanceof TargetRejected ? new MessageRejected(error.message) : error
      })
      const answer = `the push service answered ${status}`
      if (GONE.has(status)) throw new RecipientGone(answer, status)
      if (REFUSED.has(status)) throw new DeviceRefused(answer, status)
      if (status === TOO_LONG) throw new MessageRejected(answer, status)
      if (status < 200 || status >= 300) throw new AttemptFailed(answer, status)
      return status
    },
    close: () => {},
  }
}

/** A message's id in at most 32 characters, the same for every attempt. */
function idOf({ messageId }: OutgoingMessage): string {
  return messageId.replace(/@.*/, '').replaceAll('-', '')
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}

/** Sends a request without following redirects, and returns the status. */
async function post(
  { endpoint, method, headers, body }: webPush.RequestDetails,
  { signal, production }: { readonly signal: AbortSignal | undefined; readonly production: boolean },
): Promise<number> {
  const url = new URL(endpoint)
  checkTarget(url, { production })
  const send = url.protocol === 'http:' ? httpRequest : httpsRequest
  return await new Promise((resolve, reject) => {
    const options = {
      method,
      headers: { ...headers },
      signal,
      agent: false,
      lookup: checkedLookup(url, { production }),
    }
    const request = send(url, options, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}
