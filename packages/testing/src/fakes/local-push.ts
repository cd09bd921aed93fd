import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A browser's subscription, as `PushSubscription.toJSON()` returns it. */
interface Subscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** A message that the service accepted and a browser decrypted. */
export interface ReceivedPush {
  readonly endpoint: string
  readonly payload: string
  readonly topic: string | undefined
  readonly urgency: string | undefined
  readonly ttl: number
  readonly vapid: { readonly key: string; readonly claims: Readonly<Record<string, unknown>> }
}

/**
 * A push service on this machine (RFC 8030). It checks what real ones check: the signature of the sender and its claims
 * (RFC 8292). It also decrypts each message with the keys of the browser (RFC 8291), with code of its own.
 */
export interface LocalPush {
  /** Creates a subscription with keys of its own. */
  subscribe(): { readonly subscription: Subscription }
  /** The accepted messages, oldest first. */
  readonly received: readonly ReceivedPush[]
  /** Messages that were rejected because they are not as the RFCs demand. */
  readonly problems: readonly string[]
  /** The number of requests for a subscription. */
  attempts(endpoint: string): number
  /** Answers with a status instead of accepting, or accepts the connection and never answers: a number of times, or always. */
  answerWith(endpoint: string, status: number | 'mute', times?: number): void
  stop(): Promise<void>
}

interface Browser {
  readonly ecdh: ReturnType<typeof createECDH>
  readonly auth: Buffer
  attempts: number
  fault?: { readonly status: number | 'mute'; remaining: number }
}

export async function startLocalPush(): Promise<LocalPush> {
  const browsers = new Map<string, Browser>()
  const received: ReceivedPush[] = []
  const problems: string[] = []
  let origin = ''
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request)
      const browser = browsers.get(request.url ?? '')
      response.statusCode = browser === undefined ? 404 : 201
      if (browser !== undefined) {
        browser.attempts += 1
        if (browser.fault !== undefined && browser.fault.remaining > 0) {
          browser.fault.remaining -= 1
          if (browser.fault.status === 'mute') return
          response.statusCode = browser.fault.status
        } else {
          try {
            received.push(accept(request, body, browser, origin))
          } catch (error) {
            problems.push(String(error))
            response.statusCode = 400
          }
        }
      }
      response.end()
    })()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browserOf = (endpoint: string): Browser | undefined => browsers.get(new URL(endpoint).pathname)
  return {
    received,
    problems,
    subscribe: () => {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomUUID()}`
      browsers.set(path, { ecdh, auth, attempts: 0 })
      const keys = { p256dh: ecdh.getPublicKey().toString('base64url'), auth: auth.toString('base64url') }
      return { subscription: { endpoint: origin + path, keys } }
    },
    attempts: (endpoint) => browserOf(endpoint)?.attempts ?? 0,
    answerWith: (endpoint, status, times = Infinity) => {
      const browser = browserOf(endpoint)
      if (browser !== undefined) browser.fault = { status, remaining: times }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function accept({ headers, url = '' }: IncomingMessage, body: Buffer, browser: Browser, origin: string): ReceivedPush {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted with aes128gcm')
  const ttl = Number(headers['ttl'])
  if (!Number.isInteger(ttl) || ttl < 0) throw new Error('no TTL')
  const topic = headers['topic']
  if (topic !== undefined && (Array.isArray(topic) || !/^[\w-]{1,32}$/.test(topic))) throw new Error('a wrong topic')
  return {
    endpoint: origin + url,
    payload: decrypt(body, browser).toString('utf8'),
    topic,
    urgency: headers['urgency']?.toString(),
    ttl,
    vapid: checkVapid(headers.authorization ?? '', origin),
  }
}

/** Checks the signature of the sender (RFC 8292, section 2 and 3). */
function checkVapid(authorization: string, origin: string): ReceivedPush['vapid'] {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claimsText = '', signature = ''] = token.split('.')
  const parse = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  if (parse(head)['alg'] !== 'ES256') throw new Error('not signed with ES256')
  if (!verify('sha256', Buffer.from(`${head}.${claimsText}`), publicKey, Buffer.from(signature, 'base64url'))) {
    throw new Error('a wrong signature')
  }
  const claims = parse(claimsText)
  const expires = Number(claims['exp']) * 1000 - Date.now()
  if (claims['aud'] !== origin) throw new Error('signed for another push service')
  if (!(expires > 0 && expires <= 24 * 3_600_000)) throw new Error('a signature that is valid for too long')
  if (!/^(?:mailto:|https:)/.test(String(claims['sub']))) throw new Error('no contact')
  return { key, claims }
}

/** Decrypts a message with the keys of its browser (RFC 8291, section 3.4, and RFC 8188, section 2). */
function decrypt(body: Buffer, { ecdh, auth }: Browser): Buffer {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > recordSize) throw new Error('more than one record')
  const shared = ecdh.computeSecret(sender)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('a wrong padding')
  return padded.subarray(0, end)
}
