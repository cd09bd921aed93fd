import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { checkedLookup, checkTarget, TargetRejected, type TargetRules } from './target.ts'

const MAX_RESPONSE_BYTES = 65_536

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The outcome of an attempt. */
export interface SendResult {
  readonly ok: boolean
  /** The HTTP status; null without a response. */
  readonly status: number | null
  /** What went wrong, in words. It never contains the address. */
  readonly error: string | null
}

/**
 * Sends one message. Redirects are not followed, and the response is not used: a 2xx status is success. Each attempt opens a
 * connection of its own, whose address was checked.
 */
export async function sendMessage(message: WebhookRequest, rules: TargetRules, signal?: AbortSignal): Promise<SendResult> {
  try {
    const status = await post(message, rules, signal)
    const ok = status >= 200 && status < 300
    return { ok, status, error: ok ? null : describeStatus(status) }
  } catch (error) {
    return { ok: false, status: null, error: describeFailure(error, signal) }
  }
}

function post(
  { url: address, headers, body }: WebhookRequest,
  rules: TargetRules,
  signal: AbortSignal | undefined,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const url = new URL(address)
    checkTarget(url, rules)
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Outlast',
      },
      agent: false,
      lookup: checkedLookup(url, rules),
      signal,
    })
    request.on('error', reject)
    request.on('response', (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes <= MAX_RESPONSE_BYTES) return
        reject(new Error(TOO_LONG))
        response.destroy()
      })
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', reject)
      response.on('aborted', () => reject(new Error('The connection was closed')))
    })
    request.end(body)
  })
}

const TOO_LONG = 'The response was too long'

function describeStatus(status: number): string {
  if (status >= 300 && status < 400) return `It redirects (status ${status}), which the pool does not follow`
  return `It answered with status ${status}`
}

const FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing answers at this address',
  ENOTFOUND: 'The host name does not exist',
  EAI_AGAIN: 'The host name could not be looked up',
  ECONNRESET: 'The connection was closed',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The host cannot be reached',
}

/** Describes a failure without the error's own message, because most messages contain the address, which is secret. */
function describeFailure(error: unknown, signal: AbortSignal | undefined): string {
  if (signal?.aborted === true) return 'It did not answer in time'
  if (error instanceof TargetRejected || (error instanceof Error && error.message === TOO_LONG)) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/CERT|SELF_SIGNED|TLS|SSL/.test(code)) return `Its certificate is not valid (${code})`
  return FAILURES[code] ?? (code === '' ? 'The connection failed' : `The connection failed (${code})`)
}
