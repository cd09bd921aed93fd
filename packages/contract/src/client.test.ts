import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, isUnanswered } from './api-error.ts'
import { createClient } from './client.ts'
import type { ClientOptions } from './client-of.ts'

interface ReceivedRequest {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

const running: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()))
})

/** Starts a server that gives every request the same response, and returns a client for it. */
async function clientOf(answer: (response: ServerResponse) => void, options: Partial<ClientOptions> = {}) {
  const seen: ReceivedRequest[] = []
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

describe('createClient: calls', () => {
  it('sends parameters, body, token and headers', async () => {
    const { client, seen } = await clientOf(json(200, { id: 5 }), { token: () => 't0ken' })
    await client.call('renameEntry', { params: { id: 5 }, body: { name: 'Ünü' }, ifMatch: 12, idempotencyKey: 'k1' })
    expect(seen[0]).toMatchObject({ method: 'PATCH', url: '/api/entries/5', body: '{"name":"Ünü"}' })
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer t0ken',
      'content-type': 'application/json',
      'if-match': '"12"',
      'idempotency-key': 'k1',
    })
  })

  it('sends queries, and omits headers without a token or body', async () => {
    const { client, seen } = await clientOf(json(200, []))
    await client.call('listAudit', { query: { limit: 5, kind: 'pick' } })
    await client.call('listWeeks')
    await client.call('liveSnapshot', { params: { topic: 'week:1' } })
    expect(seen.map(({ url }) => url)).toEqual(['/api/audit?limit=5&kind=pick', '/api/weeks', '/api/live/week%3A1'])
    expect(seen[1]?.headers).not.toHaveProperty('authorization')
    expect(seen[1]?.headers).not.toHaveProperty('content-type')
  })

  it('returns undefined for 204', async () => {
    const { client } = await clientOf((response) => response.writeHead(204).end())
    expect(await client.call('clearPick', { params: { id: 1 } })).toBeUndefined()
  })

  it('returns ETag and topic version, and notModified for 304', async () => {
    const { client } = await clientOf(json(200, { ok: 1 }, { ETag: '"7"', 'X-Topic-Version': '7' }))
    expect(await client.request('getPool')).toMatchObject({ notModified: false, status: 200, etag: '"7"', topicVersion: 7 })
    const { client: second, seen } = await clientOf((response) => response.writeHead(304, { ETag: '"7"' }).end())
    expect(await second.request('getPool', { ifNoneMatch: '"7"' })).toMatchObject({ notModified: true, etag: '"7"' })
    expect(seen[0]?.headers['if-none-match']).toBe('"7"')
  })
})

describe('createClient: errors', () => {
  it('has the message of the server', async () => {
    const body = { error: 'Picks are locked for this week', code: 'week_locked', request_id: 'r', fields: { team_abbr: 'no' } }
    const { client } = await clientOf(json(403, body))
    const error = await failure(client.call('changePick', { params: { id: 1 }, body: { team_abbr: 'KC' } }))
    expect(error).toMatchObject({ status: 403, code: 'week_locked', message: body.error, fields: body.fields, body })
  })

  it.each([[{}], [{ error: '' }], [{ error: 5 }], [[]], ['text'], [null]])(
    'has the fallback message when the body is %j',
    async (body) => {
      const { client } = await clientOf(json(500, body))
      const error = await failure(client.call('submitPick', { body: { entry_id: 1, week_id: 1, team_abbr: 'KC' } }))
      expect(error).toMatchObject({ message: 'Submit pick failed', status: 500, code: 'unknown' })
    },
  )

  it('has the caller’s fallback message when one is given', async () => {
    const { client } = await clientOf(json(500, {}))
    const call = client.call('updateWeek', {
      params: { id: 1 },
      body: { lock_time: 'auto' },
      fallback: 'Failed to reset lock time',
    })
    expect((await failure(call)).message).toBe('Failed to reset lock time')
  })

  it('names an unexpected content type and quotes 120 characters of the body', async () => {
    const page = `<!doctype html>${'x'.repeat(500)}`
    const { client } = await clientOf((response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end(page))
    const error = await failure(client.call('listWeeks'))
    expect(error.message).toBe(`Unexpected content type text/html: ${page.slice(0, 120)}`)
    expect(error).toMatchObject({ status: 502, code: 'unexpected_content' })
  })

  it.each([
    ['no content type', undefined, '{}'],
    ['invalid JSON', 'application/json', '{"a":'],
    ['a similar content type', 'text/json-ish', '{}'],
  ])('rejects a response with %s', async (_, type, body) => {
    const { client } = await clientOf((response) =>
      response.writeHead(200, type === undefined ? {} : { 'Content-Type': type }).end(body),
    )
    expect((await failure(client.call('listWeeks'))).code).toBe('unexpected_content')
  })

  it('has the seconds of Retry-After', async () => {
    const { client } = await clientOf(json(429, { error: 'Slow down', code: 'rate_limited' }, { 'Retry-After': '30' }))
    expect((await failure(client.call('listWeeks'))).retryAfter).toBe(30)
  })

  it('has the fallback message and code `network` without a response', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', token: () => null })
    expect(await failure(client.call('getMatrix'))).toMatchObject({
      message: 'Failed to load history',
      code: 'network',
      status: 0,
    })
  })

  it('rejects with AbortError when the caller aborts', async () => {
    const { client } = await clientOf(() => {})
    const controller = new AbortController()
    const call = client.call('listWeeks', { signal: controller.signal })
    controller.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('createClient: time limits', () => {
  /** Timers that run when the test says so: the delay of each, and the function. */
  const timers = () => {
    const pending = new Map<() => void, number>()
    const schedule = (ms: number, run: () => void): (() => void) => {
      const own = (): void => run()
      pending.set(own, ms)
      return () => void pending.delete(own)
    }
    const expire = (ms: number): void => [...pending].forEach(([run, delay]) => delay === ms && run())
    return { limits: { silenceMs: 10, wholeMs: 60, schedule }, expire, delays: () => [...pending.values()].sort((a, b) => a - b) }
  }

  it('ends a call that gets no answer, and says so', async () => {
    const { limits, expire, delays } = timers()
    const { client, seen } = await clientOf(() => {}, { limits })
    const failed = failure(client.call('listWeeks'))
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    expect(delays()).toEqual([10, 60])
    expire(10)
    const error = await failed
    expect(error).toMatchObject({ message: 'Failed to load weeks: the pool did not answer', code: 'timeout', status: 0 })
    expect([isUnanswered(error), delays()]).toEqual([true, []])
  })

  it('ends an answer whose body stops, and gives each piece its own time', async () => {
    const { limits, expire, delays } = timers()
    let body: ServerResponse | undefined
    const { client } = await clientOf(
      (response) => {
        body = response
        response.writeHead(200, { 'Content-Type': 'application/json' }).write('[1')
      },
      { limits },
    )
    const failed = failure(client.call('listWeeks'))
    await vi.waitFor(() => expect(body).toBeDefined())
    body?.write(',2')
    expect(delays()).toEqual([10, 60])
    expire(10)
    expect((await failed).code).toBe('timeout')
  })

  it('reads a body that arrives in pieces, also within a character', async () => {
    const { limits, delays } = timers()
    const bytes = Buffer.from(JSON.stringify(['é', '🏈']))
    const { client } = await clientOf(
      async (response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' })
        for (const byte of bytes) {
          await new Promise<void>((resolve) => void response.write(Buffer.of(byte), () => resolve()))
        }
        response.end()
      },
      { limits },
    )
    expect(await client.call('listWeeks')).toEqual(['é', '🏈'])
    expect(delays()).toEqual([])
  })

  it('gives uploads the time of a whole call', async () => {
    const { limits, expire, delays } = timers()
    const { client, seen } = await clientOf(() => {}, { limits })
    const failed = failure(client.call('makeBackup', { body: {} }))
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    expect(delays()).toEqual([60, 60])
    expire(60)
    expect((await failed).code).toBe('timeout')
  })

  it('rejects with AbortError when the caller aborts a limited call', async () => {
    const { limits, delays } = timers()
    const { client } = await clientOf(() => {}, { limits })
    const controller = new AbortController()
    const call = client.call('listWeeks', { signal: controller.signal })
    controller.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    await expect(client.call('listWeeks', { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(delays()).toEqual([])
  })
})

describe('createClient: onUnauthorized', () => {
  const refused = async (code: string, token: string | null) => {
    let calls = 0
    const { client } = await clientOf(json(401, { error: 'No', code }), {
      token: () => token,
      onUnauthorized: () => (calls += 1),
    })
    await failure(client.call('me'))
    return calls
  }

  it('is called when the token was revoked', async () => expect(await refused('token_revoked', 't')).toBe(1))
  it('is not called without a token', async () => expect(await refused('unauthenticated', null)).toBe(0))
  it('is not called for a wrong password', async () => expect(await refused('invalid_credentials', 't')).toBe(0))
})
