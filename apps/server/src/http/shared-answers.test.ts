import { afterEach, describe, expect, it } from 'vitest'
import { runCommand } from '@outlast/domain'
import { startTinyApp, type TinyApp } from '../../tests/support/tiny-app.ts'
import { nodeHashing } from '../log/hashing.ts'
import { encodeBody } from '../lib/encoded-body.ts'
import type { EncodedReply } from './handler.ts'
import type { Served } from './parts.ts'

let app: TinyApp
afterEach(() => app.close())

const PATH = '/api/weeks/1/games'

/** A route whose answer holds until the version moves, and that counts how often its handler was asked. */
async function start(holds = true) {
  const state = { version: 7, asked: 0, served: [] as Served[] }
  const reply = async (): Promise<EncodedReply> => {
    state.asked += 1
    const { version } = state
    const encoded = await encodeBody(JSON.stringify(Array.from({ length: 300 }, () => version)), { etag: String(version) })
    const made = { status: 200, encoded, topicVersion: version, cacheControl: 'public, no-cache' } as const
    return holds ? { ...made, holds: () => state.version === version } : made
  }
  app = await startTinyApp({
    handlers: { weekGames: reply, getDashboard: reply },
    onBreach: undefined,
    onServed: (served) => void state.served.push(served),
  })
  return state
}

const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(app.url + PATH, { method, headers })

/** Everything of an answer but what is another one each time. */
async function whole(answer: Response) {
  const { date: _date, 'x-request-id': id, ...headers } = Object.fromEntries(answer.headers)
  expect(id).toMatch(/^[\w-]{36}$/)
  return { status: answer.status, headers, body: await answer.text() }
}

describe('an answer that is everybody’s', () => {
  it.each([
    ['brotli', { 'accept-encoding': 'br' }],
    ['gzip', { 'accept-encoding': 'gzip' }],
    ['nothing', { 'accept-encoding': 'identity' }],
    ['what it has', { 'accept-encoding': 'br', 'if-none-match': 'W/"7"' }],
    ['an older one', { 'accept-encoding': 'br', 'if-none-match': '"6"' }],
  ])('is the same without its handler, to whoever takes %s', async (_, headers) => {
    const state = await start()
    const first = await whole(await get(headers))
    const second = await whole(await get(headers))
    expect(state.asked).toBe(1)
    expect(second).toEqual(first)
    expect(second.headers['content-security-policy']).toBeDefined()
  })

  it('is made anew once it no longer holds', async () => {
    const state = await start()
    await get()
    state.version = 8
    const answer = await get()
    expect([state.asked, answer.headers.get('x-topic-version')]).toEqual([2, '8'])
    expect((await get()).headers.get('x-topic-version')).toBe('8')
    expect(state.asked).toBe(2)
  })

  it('is not kept unless its handler says so, and only of what everybody may read', async () => {
    const state = await start(false)
    await get()
    await get()
    expect(state.asked).toBe(2)
    await app.close()
    await start()
    const token = app.addUser(3)
    const own = (headers: Record<string, string> = {}) => fetch(`${app.url}/api/dashboard`, { headers })
    expect((await own({ authorization: `Bearer ${token}` })).status).toBe(200)
    expect((await own()).status).toBe(401)
  })

  it('waits for a lock that is due, as every read does', async () => {
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

  it('is noted as any other request', async () => {
    const state = await start()
    await get({ 'x-request-id': 'first-of-two' })
    const answer = await get({ 'x-request-id': 'second-of-two' })
    await answer.text()
    expect(answer.headers.get('x-request-id')).toBe('second-of-two')
    await expect.poll(() => state.served.length).toBe(2)
    expect(state.served[1]).toMatchObject({ method: 'GET', route: 'weekGames', status: 200 })
    expect(app.lines.at(-1)).toMatchObject({ request: 'second-of-two', route: 'weekGames', status: 200 })
  })

  it('leaves other methods and addresses to the router', async () => {
    const state = await start()
    await get()
    const head = await get({}, 'HEAD')
    expect([head.status, await head.text(), state.asked]).toEqual([200, '', 2])
    expect((await get({}, 'POST')).status).toBe(405)
    expect((await fetch(`${app.url}${PATH}?anything=${'x'.repeat(80)}`)).status).toBe(200)
    expect((await fetch(`${app.url}${PATH}?anything=${'x'.repeat(80)}`)).status).toBe(200)
    expect(state.asked).toBe(4)
  })
})
