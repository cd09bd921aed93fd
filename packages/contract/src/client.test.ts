import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiError, pickErrorMessage } from './api-error.ts'
import { type ClientOptions, createClient } from './client.ts'

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

const running: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()))
})

/** A client of a real server that answers everything with the same. */
async function against(answer: (response: ServerResponse) => void, options: Partial<ClientOptions> = {}) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, url, headers } = request
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { client: createClient({ baseUrl, token: () => null, ...options }), seen }
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers }).end(JSON.stringify(body))
  }

const failure = async (call: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await call.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof ApiError) return error
  throw error
}

describe('a call', () => {
  it('sends what its route takes', async () => {
    const { client, seen } = await against(json(200, { id: 5 }), { token: () => 't0ken' })
    await client.call('renameEntry', { params: { id: 5 }, body: { name: 'Ünü' }, ifMatch: 12, idempotencyKey: 'k1' })
    expect(seen[0]).toMatchObject({ method: 'PATCH', url: '/api/entries/5', body: '{"name":"Ünü"}' })
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer t0ken',
      'content-type': 'application/json',
      'if-match': '"12"',
      'idempotency-key': 'k1',
    })
  })

  it('sends queries, and nothing where there is nothing', async () => {
    const { client, seen } = await against(json(200, []))
    await client.call('listAudit', { query: { limit: 5, kind: 'pick' } })
    await client.call('listWeeks')
    await client.call('liveSnapshot', { params: { topic: 'week:1' } })
    expect(seen.map(({ url }) => url)).toEqual(['/api/audit?limit=5&kind=pick', '/api/weeks', '/api/live/week%3A1'])
    expect(seen[1]?.headers).not.toHaveProperty('authorization')
    expect(seen[1]?.headers).not.toHaveProperty('content-type')
  })

  it('gives undefined for 204', async () => {
    const { client } = await against((response) => response.writeHead(204).end())
    expect(await client.call('clearPick', { params: { id: 1 } })).toBeUndefined()
  })

  it('tells versions, and that what is held still stands', async () => {
    const { client } = await against(json(200, { ok: 1 }, { ETag: '"7"', 'X-Topic-Version': '7' }))
    expect(await client.request('getPool')).toMatchObject({ notModified: false, status: 200, etag: '"7"', topicVersion: 7 })
    const { client: second, seen } = await against((response) => response.writeHead(304, { ETag: '"7"' }).end())
    expect(await second.request('getPool', { ifNoneMatch: '"7"' })).toMatchObject({ notModified: true, etag: '"7"' })
    expect(seen[0]?.headers['if-none-match']).toBe('"7"')
  })
})

describe('a failure', () => {
  it('says the server’s sentence', async () => {
    const body = { error: 'Picks are locked for this week', code: 'week_locked', request_id: 'r', fields: { team_abbr: 'no' } }
    const { client } = await against(json(403, body))
    const error = await failure(client.call('changePick', { params: { id: 1 }, body: { team_abbr: 'KC' } }))
    expect(error).toMatchObject({ status: 403, code: 'week_locked', message: body.error, fields: body.fields, body })
  })

  it.each([[{}], [{ error: '' }], [{ error: 5 }], [[]], ['text'], [null]])(
    'says the fallback when the body is %j',
    async (body) => {
      const { client } = await against(json(500, body))
      const error = await failure(client.call('submitPick', { body: { entry_id: 1, week_id: 1, team_abbr: 'KC' } }))
      expect(error).toMatchObject({ message: 'Submit pick failed', status: 500, code: 'unknown' })
    },
  )

  it('lets a caller say another fallback, where one route serves two buttons', async () => {
    const { client } = await against(json(500, {}))
    const call = client.call('updateWeek', {
      params: { id: 1 },
      body: { lock_time: 'auto' },
      fallback: 'Failed to reset lock time',
    })
    expect((await failure(call)).message).toBe('Failed to reset lock time')
  })

  it('names an unexpected content type with 120 characters of the body', async () => {
    const page = `<!doctype html>${'x'.repeat(500)}`
    const { client } = await against((response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end(page))
    const error = await failure(client.call('listWeeks'))
    expect(error.message).toBe(`Unexpected content type text/html: ${page.slice(0, 120)}`)
    expect(error).toMatchObject({ status: 502, code: 'unexpected_content' })
  })

  it.each([
    ['no type', undefined, '{}'],
    ['JSON that is none', 'application/json', '{"a":'],
    ['a look-alike', 'text/json-ish', '{}'],
  ])('does not trust %s', async (_, type, body) => {
    const { client } = await against((response) =>
      response.writeHead(200, type === undefined ? {} : { 'Content-Type': type }).end(body),
    )
    expect((await failure(client.call('listWeeks'))).code).toBe('unexpected_content')
  })

  it('says how long to wait', async () => {
    const { client } = await against(json(429, { error: 'Slow down', code: 'rate_limited' }, { 'Retry-After': '30' }))
    expect((await failure(client.call('listWeeks'))).retryAfter).toBe(30)
  })

  it('is the fallback when nobody answers', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', token: () => null })
    expect(await failure(client.call('getMatrix'))).toMatchObject({
      message: 'Failed to load history',
      code: 'network',
      status: 0,
    })
  })

  it('is an abort when the caller gave up', async () => {
    const { client } = await against(() => {})
    const controller = new AbortController()
    const call = client.call('listWeeks', { signal: controller.signal })
    controller.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a token that the server refuses', () => {
  const refused = async (code: string, token: string | null) => {
    let calls = 0
    const { client } = await against(json(401, { error: 'No', code }), { token: () => token, onUnauthorized: () => (calls += 1) })
    await failure(client.call('me'))
    return calls
  }

  it('signs out', async () => expect(await refused('token_revoked', 't')).toBe(1))
  it('does nothing to a visitor', async () => expect(await refused('unauthenticated', null)).toBe(0))
  it('is not a wrong password', async () => expect(await refused('invalid_credentials', 't')).toBe(0))
})

it('shows a pick that was refused for ineligibility in the specification’s words', () => {
  expect(pickErrorMessage('KC is Ineligible now')).toBe('Team is ineligible for this week')
  expect(pickErrorMessage('Picks are locked')).toBe('Picks are locked')
})
