import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { nginxConfig, type Nginx, startNginx } from '@outlast/testing/server/nginx'
import { freePort } from '@outlast/testing/server/server-process'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'

let pool: TestPool
const proxies: Nginx[] = []

afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.stop()
  await pool.stop()
})

/** Starts two proxies in a row in front of a pool. Returns their address and the warnings that the pool logs. */
async function start(trustProxy: number): Promise<{ port: number; warnings: string[] }> {
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push((JSON.parse(line) as { msg: string }).msg) })
  pool = await startTestPool({ config: { trustProxy, rateLimits: true }, overrides: { log } })
  let behind = pool.server.port
  for (let count = 0; count < 2; count += 1) {
    const port = await freePort()
    proxies.push(await startNginx(nginxConfig(port, [behind]), port))
    behind = port
  }
  return { port: behind, warnings }
}

/** Tries to sign in from one of this machine's addresses, and returns the status. */
async function signInFrom(localAddress: string, port: number): Promise<number | undefined> {
  const body = JSON.stringify({ email: 'nobody@club.example', password: 'wrong' })
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  const request = httpRequest({ host: '127.0.0.1', port, localAddress, method: 'POST', path: '/api/auth/login', headers })
  request.end(body)
  const [response] = (await once(request, 'response')) as [{ statusCode?: number; resume(): void }]
  response.resume()
  return response.statusCode
}

async function elevenFrom(address: string, port: number): Promise<number | undefined> {
  let last: number | undefined
  for (let attempt = 0; attempt < 11; attempt += 1) last = await signInFrom(address, port)
  return last
}

test('rate limits: with two proxies in a row and TRUST_PROXY=2, each client has its own', async () => {
  const { port, warnings } = await start(2)
  expect(await elevenFrom('127.0.0.2', port)).toBe(429)
  expect(await signInFrom('127.0.0.3', port)).toBe(401)
  expect(warnings.filter((text) => text.includes('TRUST_PROXY'))).toEqual([])
})

test('rate limits: with two proxies in a row and TRUST_PROXY=1, clients share one, and the log warns once', async () => {
  const { port, warnings } = await start(1)
  expect(await elevenFrom('127.0.0.2', port)).toBe(429)
  expect(await signInFrom('127.0.0.3', port)).toBe(429)
  expect(warnings.filter((text) => text.includes('TRUST_PROXY'))).toEqual([expect.stringContaining('there is another proxy')])
})
