import { afterEach, describe, expect, it } from 'vitest'
import { NO_CHECKS, startTinyApp, type TinyApp } from '../../tests/support/tiny-app.ts'
import { VERSION } from '../lib/paths.ts'
import { originCheck } from './allowed-origins.ts'

let app: TinyApp
afterEach(() => app.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers })

describe('securityHeaders', () => {
  it('are sent with every response and allow nothing inline', async () => {
    app = await startTinyApp()
    for (const path of ['/', '/healthz', '/api/teams', '/api/nothing', '/assets/x.js']) {
      const { headers } = await get(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self'")
      expect(policy).toContain("connect-src 'self' ws://localhost:8080")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })

  it('include HSTS and upgrade-insecure-requests for an https address', async () => {
    app = await startTinyApp({ security: { publicUrl: 'https://pool.example' } })
    const { headers } = await get('/')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(headers.get('content-security-policy')).toContain('wss://pool.example')
    expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
  })
})

describe('originCheck', () => {
  it('allows only the configured origin', async () => {
    app = await startTinyApp()
    const isAllowed = originCheck({ publicUrl: 'https://pool.example', publicUrlIsDefault: false, port: () => 8080 })
    expect(isAllowed('https://pool.example')).toBe(true)
    for (const foreign of [
      'http://pool.example',
      'https://pool.example:8443',
      'https://pool.example.evil',
      'http://localhost:8080',
      'null',
      '',
    ]) {
      expect(isAllowed(foreign)).toBe(false)
    }
  })
})

describe('originCheck without a configured PUBLIC_URL', () => {
  it('allows every loopback address with the server’s port', () => {
    const isAllowed = originCheck({ publicUrl: 'http://localhost:9999', publicUrlIsDefault: true, port: () => 8080 })
    for (const own of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080', 'http://localhost:9999']) {
      expect([own, isAllowed(own)]).toEqual([own, true])
    }
    for (const foreign of ['http://localhost:8081', 'https://localhost:8080', 'http://localhost', 'http://192.168.0.7:8080']) {
      expect([foreign, isAllowed(foreign)]).toEqual([foreign, false])
    }
    const onPort80 = originCheck({ publicUrl: 'http://localhost:9999', publicUrlIsDefault: true, port: () => 80 })
    expect([onPort80('http://localhost'), onPort80('http://localhost:8080')]).toEqual([true, false])
  })
})

describe('serviceRoutes', () => {
  it('reports health and readiness', async () => {
    let ready = true
    app = await startTinyApp({
      service: {
        readiness: () => Promise.resolve({ database: true, log: ready }),
        metrics: () => Promise.resolve({ contentType: 'text/plain; version=0.0.4', text: 'up 1\n' }),
        metricsToken: undefined,
        ...NO_CHECKS,
      },
    })
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok', version: VERSION })
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready', checks: { database: true, log: true } })
    ready = false
    const response = await get('/readyz')
    expect([response.status, await response.json()]).toEqual([
      503,
      { status: 'not_ready', checks: { database: true, log: false } },
    ])
  })

  it('sends metrics to this machine but not through a proxy', async () => {
    app = await startTinyApp()
    expect(await (await get('/metrics')).text()).toBe('up 1\n')
    for (const header of ['x-forwarded-for', 'forwarded', 'via'])
      expect((await get('/metrics', { [header]: 'x' })).status).toBe(404)
  })

  it('sends metrics to clients with the metrics token', async () => {
    app = await startTinyApp({
      service: {
        readiness: () => Promise.resolve({}),
        metrics: () => Promise.resolve({ contentType: 'text/plain', text: 'up 1\n' }),
        metricsToken: 'a-token-for-metrics',
        ...NO_CHECKS,
      },
    })
    const status = async (token: string) => (await get('/metrics', { via: 'proxy', authorization: `Bearer ${token}` })).status
    expect(await status('a-token-for-metrics')).toBe(200)
    expect(await status('another-token')).toBe(404)
  })

  it('sends the checks to nobody without their token, not even on this machine', async () => {
    app = await startTinyApp()
    const status = async (token: string) => (await get('/checks', { authorization: `Bearer ${token}` })).status
    expect([(await get('/checks')).status, await status('another-token'), await status('')]).toEqual([404, 404, 404])
    expect(await (await get('/checks', { authorization: `Bearer ${NO_CHECKS.checksToken}` })).json()).toEqual({
      checks: [],
      settings: {},
    })
  })
})
