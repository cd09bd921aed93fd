import { randomBytes } from 'node:crypto'
import { type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { TLSSocket } from 'node:tls'
import type { Config } from '../config/config.ts'
import { systemClock } from '../lib/clock.ts'
import { reachOf } from '../lib/reach.ts'
import { codeOf, fail, type Finding, messageOf, ok, warn } from './check.ts'

const TIMEOUT_MS = 10_000
const CERTIFICATE_DAYS = 14
const DAY_MS = 86_400_000
const BODY_LIMIT = 1000

/** The response to a request. */
interface Answer {
  readonly status: number
  readonly body: string
  /** When the certificate expires, in milliseconds since 1970; undefined without TLS. */
  readonly certificateEndsMs: number | undefined
}

/** Returns the address at which this machine reaches a pool of these settings. */
export function localUrl({ host, port }: Pick<Config, 'host' | 'port'>, path: string): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}${path}`
}

/** Checks whether the pool runs here, which the other findings depend on. */
export async function checkServer(config: Pick<Config, 'host' | 'port'>): Promise<Finding> {
  const { port } = config
  try {
    const { status, body } = await get(localUrl(config, '/readyz'))
    if (status === 200) return ok('server', `The pool runs on port ${port} and is ready`)
    if (status === 503) return fail('server', `The pool on port ${port} is not ready (${body}): see its log`)
    return fail('server', `Another program uses port ${port}: set PORT, or stop that program`)
  } catch {
    return warn('server', `The pool does not run on port ${port}: start it, then run this again to check the address`)
  }
}

/** Requests the pool at `PUBLIC_URL`, as a member's browser does, and opens a WebSocket. */
export async function checkAddress(
  {
    publicUrl,
    publicUrlIsDefault,
    trustProxy,
    production,
  }: Pick<Config, 'publicUrl' | 'publicUrlIsDefault' | 'trustProxy' | 'production'>,
  isRunning: boolean,
): Promise<readonly Finding[]> {
  if (publicUrlIsDefault) {
    const message = 'PUBLIC_URL is not set, so links in mails lead to localhost: set it to the address that members open'
    return [production ? fail('address', message) : warn('address', message)]
  }
  const findings: Finding[] = []
  const { protocol } = new URL(publicUrl)
  if (protocol === 'http:' && reachOf(publicUrl) !== 'computer')
    findings.push(warn('tls', `${publicUrl} has no https, so passwords can be read on the way: put a proxy with https in front`))
  if (protocol === 'https:' && trustProxy === false)
    findings.push(
      warn('proxy', 'TRUST_PROXY is off, so all members share the limits of the proxy: set it to the number of proxies'),
    )
  try {
    const answer = await get(`${publicUrl}/healthz`)
    if (answer.certificateEndsMs !== undefined) findings.push(checkCertificate(answer.certificateEndsMs, systemClock.nowMs()))
    findings.push(describeAnswer(publicUrl, answer, isRunning))
    if (answer.status === 200) findings.push(await checkWebSocket(publicUrl))
  } catch (error) {
    findings.push(describeFailure(publicUrl, error, isRunning))
  }
  return findings
}

export function checkCertificate(endsMs: number, nowMs: number): Finding {
  const days = Math.floor((endsMs - nowMs) / DAY_MS)
  if (days < 0) return fail('tls', 'The certificate has expired: renew it')
  if (days < CERTIFICATE_DAYS) return warn('tls', `The certificate ends in ${days} days: check that it is renewed automatically`)
  return ok('tls', `The certificate is valid for ${days} days`)
}

function describeAnswer(url: string, { status, body }: Answer, isRunning: boolean): Finding {
  if (status === 200 && body.includes('"status":"ok"')) return ok('address', `The pool answers at ${url}`)
  if (status >= 502 && status <= 504) {
    const message = `The proxy at ${url} answers ${status}, because it does not reach the pool`
    if (!isRunning) return warn('address', `${message}: start the pool`)
    return fail('address', `${message}: let it forward to HOST and PORT of the pool`)
  }
  return fail(
    'address',
    `${url}/healthz answers ${status} and is not this pool: check PUBLIC_URL, and where the proxy forwards to`,
  )
}

/** What to do about errors, by their code. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name is unknown: add a DNS record for it, or correct PUBLIC_URL',
  EAI_AGAIN: 'the name could not be looked up: check the network of this machine',
  ECONNREFUSED: 'nothing accepts connections there: start the proxy, and open the port in the firewall',
  ETIMEDOUT: 'it does not respond: open the port in the firewall, and check the DNS record',
  EHOSTUNREACH: 'it cannot be reached: check the network and the DNS record',
  ENETUNREACH: 'it cannot be reached: check the network and the DNS record',
  EPROTO: 'it does not speak https: check the proxy, or use http in PUBLIC_URL',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak https: check the proxy, or use http in PUBLIC_URL',
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: check the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name: get one for the host of PUBLIC_URL',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is self-signed, which browsers refuse: get one from a certificate authority such as Let’s Encrypt',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate is self-signed, which browsers refuse: get one from a certificate authority such as Let’s Encrypt',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate lacks the intermediate ones: configure the full chain (fullchain.pem)',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate lacks the intermediate ones: configure the full chain (fullchain.pem)',
}

function describeFailure(url: string, error: unknown, isRunning: boolean): Finding {
  const code = codeOf(error)
  const reason = REASONS[code] ?? messageOf(error)
  if (/CERT|SSL|EPROTO|SIGNATURE/.test(code)) return fail('tls', `${url}: ${reason}`)
  if (code === 'ECONNREFUSED' && !isRunning && reachOf(url) === 'computer')
    return warn('address', `${url}: nothing accepts connections there: start the pool`)
  return fail('address', `${url}: ${reason}`)
}

async function checkWebSocket(publicUrl: string): Promise<Finding> {
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    Origin: publicUrl,
  }
  try {
    const status = await new Promise<number>((resolve, reject) => {
      const request = send(`${publicUrl}/socket.io/?EIO=4&transport=websocket`, { headers })
      request.on('upgrade', (_response, socket) => {
        socket.destroy()
        resolve(101)
      })
      request.on('response', (response) => {
        response.destroy()
        resolve(response.statusCode ?? 0)
      })
      request.on('error', reject)
      request.end()
    })
    if (status === 101) return ok('websocket', 'Live connections work')
    return fail(
      'websocket',
      `A live connection gets ${status} instead of an upgrade: let the proxy pass WebSocket upgrades at /socket.io (headers Upgrade and Connection)`,
    )
  } catch (error) {
    return fail('websocket', `A live connection fails (${messageOf(error)}): let the proxy pass WebSocket upgrades at /socket.io`)
  }
}

function send(url: string, options: RequestOptions = {}) {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest
  // No agent: a connection that is kept open would keep the process running.
  return request(url, { agent: false, signal: AbortSignal.timeout(TIMEOUT_MS), ...options })
}

function get(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = send(url)
    request.on('error', (error) => reject(error.name === 'AbortError' || error.name === 'TimeoutError' ? timedOut(error) : error))
    request.on('response', (response) => void readAnswer(response).then(resolve, reject))
    request.end()
  })
}

const timedOut = (cause: Error): Error => Object.assign(new Error('it does not respond', { cause }), { code: 'ETIMEDOUT' })

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const { socket, statusCode: status = 0 } = response
  const certificateEndsMs = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : undefined
  let body = ''
  for await (const chunk of response) {
    body += String(chunk)
    if (body.length > BODY_LIMIT) break
  }
  return { status, body: body.slice(0, BODY_LIMIT), certificateEndsMs }
}
