import { weekTopic } from '@outlast/contract/live/topics'
import { runCommand } from '@outlast/domain'
import { afterEach, describe, expect, it } from 'vitest'
import { startTinyApp, type TinyApp } from '../../tests/support/tiny-app.ts'
import { nodeHashing } from '../log/hashing.ts'
import type { RequestSummary } from './access-log.ts'
import { ResponseCache, type TopicResponse } from './response-cache.ts'
import { readTag } from './send-response.ts'

let app: TinyApp
afterEach(() => app.close())

const PATH = '/api/weeks/1/games'
const RESPONSE: TopicResponse<`week:${number}`> = {
  routeId: 'weekGames',
  address: PATH,
  topic: weekTopic(1),
  body: (_view, version) => Array.from({ length: 300 }, () => version),
}

/** Starts an app whose routes use the cache, and counts the calls of their handlers. */
async function start(response: Partial<typeof RESPONSE> = {}) {
  const state = { version: 7, calls: 0, requests: [] as RequestSummary[] }
  const handler = async () => {
    state.calls += 1
    return (await app.responses.respond({ ...RESPONSE, ...response }))!
  }
  app = await startTinyApp({
    handlers: { weekGames: handler, getDashboard: handler },
    views: {
      versionOf: () => state.version,
      view: () => Promise.resolve({ version: state.version, view: {} as never }),
      query: () => Promise.resolve(undefined),
    },
    onBreach: undefined,
    onRequest: (request) => void state.requests.push(request),
  })
  return state
}

const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(app.url + PATH, { method, headers })

/** Returns the parts of a response that are the same for every request. */
async function stablePart(response: Response) {
  const { date: _date, 'x-request-id': id, ...headers } = Object.fromEntries(response.headers)
  expect(id).toMatch(/^[\w-]{36}$/)
  return { status: response.status, headers, body: await response.text() }
}

describe('ResponseCache.middleware', () => {
  it.each([
    ['brotli', { 'accept-encoding': 'br' }],
    ['gzip', { 'accept-encoding': 'gzip' }],
    ['no compression', { 'accept-encoding': 'identity' }],
    ['a current If-None-Match', { 'accept-encoding': 'br', 'if-none-match': `W/"${readTag(7)}"` }],
    ['an old If-None-Match', { 'accept-encoding': 'br', 'if-none-match': `"${readTag(6)}"` }],
    ['the If-None-Match of another build', { 'accept-encoding': 'br', 'if-none-match': '"7"' }],
  ])('repeats the response of the handler without calling it: %s', async (_, headers) => {
    const state = await start()
    const first = await stablePart(await get(headers))
    const second = await stablePart(await get(headers))
    expect(state.calls).toBe(1)
    expect(second).toEqual(first)
    expect(second.headers['content-security-policy']).toBeDefined()
  })

  it('calls the handler again once the version of the topic changes', async () => {
    const state = await start()
    await get()
    state.version = 8
    const response = await get()
    expect([state.calls, response.headers.get('x-topic-version')]).toEqual([2, '8'])
    expect((await get()).headers.get('x-topic-version')).toBe('8')
    expect(state.calls).toBe(2)
  })

  it('calls the handler each time if the response varies by viewer', async () => {
    const state = await start({ variesByViewer: true })
    await get()
    await get()
    expect(state.calls).toBe(2)
  })

  it('never serves a route that requires a login', async () => {
    await start({ routeId: 'getDashboard', address: '/api/dashboard' })
    const own = (headers: Record<string, string> = {}) => fetch(`${app.url}/api/dashboard`, { headers })
    expect((await own({ authorization: `Bearer ${app.addUser(3)}` })).status).toBe(200)
    expect((await own()).status).toBe(401)
  })

  it('finds topics whose colon the client has encoded', async () => {
    const state = await start({ address: '/api/weeks/1/games?x=week:1' })
    for (let i = 0; i < 2; i += 1) await fetch(`${app.url}${PATH}?x=week%3A1`)
    expect(state.calls).toBe(1)
  })

  it('lets a due lock be recorded before it responds', async () => {
    await start()
    const add = { type: 'AddWeek', data: { seasonYear: 2025, weekNumber: 1 } } as const
    const added = '2025-09-01T00:00:00.000Z' as never
    runCommand(app.pool, { command: add, actor: { kind: 'system' } }, added, nodeHashing)
    await get()
    expect(app.sent).toEqual([])
    app.setTime('2025-09-30T00:00:00Z')
    await get()
    expect(app.sent.map(({ command }) => command.type)).toEqual(['LockDueWeeks'])
  })

  it('logs and reports its responses like those of handlers', async () => {
    const state = await start()
    await get({ 'x-request-id': 'first-of-two' })
    const response = await get({ 'x-request-id': 'second-of-two' })
    await response.text()
    expect(response.headers.get('x-request-id')).toBe('second-of-two')
    await expect.poll(() => state.requests.length).toBe(2)
    expect(state.requests[1]).toMatchObject({ method: 'GET', route: 'weekGames', status: 200 })
    expect(app.lines.at(-1)).toMatchObject({ request: 'second-of-two', route: 'weekGames', status: 200 })
  })

  it('leaves other methods and addresses to the router', async () => {
    const state = await start()
    await get()
    const head = await get({}, 'HEAD')
    expect([head.status, await head.text(), state.calls]).toEqual([200, '', 2])
    expect((await get({}, 'POST')).status).toBe(405)
    expect((await fetch(`${app.url}${PATH}?any=thing`)).status).toBe(200)
    expect((await fetch(`${app.url}${PATH}?any=thing`)).status).toBe(200)
    expect(state.calls).toBe(4)
  })
})

describe('ResponseCache.respond', () => {
  it('encodes a version once for all requests, and different responses of the same view', async () => {
    app = await startTinyApp()
    const state = { version: 5, bodies: 0 }
    const cache = new ResponseCache({
      versionOf: () => state.version,
      view: () => Promise.resolve({ version: state.version, view: { club_name: 'x'.repeat(2_000) } as never }),
      query: () => Promise.resolve(undefined),
    })
    const respond = (address: string) =>
      cache.respond({
        routeId: 'getPool',
        address,
        topic: 'pool',
        body: (view) => ((state.bodies += 1), `${address} ${view.club_name}`),
      })
    const replies = await Promise.all(Array.from({ length: 50 }, () => respond('/a')))
    expect([state.bodies, new Set(replies).size]).toEqual([1, 1])
    expect(replies[0]).toMatchObject({ topicVersion: 5, encoded: { etag: readTag(5) } })
    expect(replies[0]?.encoded.brotli).toBeDefined()
    expect((await respond('/b'))?.encoded.raw.toString()).toMatch(/^"\/b x/)
    state.version = 6
    expect((await respond('/a'))?.topicVersion).toBe(6)
    expect(state.bodies).toBe(3)
  })

  it('returns undefined if the topic does not exist', async () => {
    app = await startTinyApp()
    expect(await app.responses.respond(RESPONSE)).toBeUndefined()
  })
})
