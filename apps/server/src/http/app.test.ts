import { connect } from 'node:net'
import type { RouteId } from '@outlast/contract/endpoints'
import { ERROR_CODES, errorMessage, errorStatus } from '@outlast/contract/errors'
import { ALL_ROUTES } from '@outlast/contract/routes'
import { instantFromMs, position, RuleViolation, runCommand, userId, VIOLATION_CODES, weekId } from '@outlast/domain'
import { afterEach, describe, expect, it } from 'vitest'
import { startTinyApp, type TinyApp } from '../../tests/support/tiny-app.ts'
import { GuardTimeout, IdempotencyMismatch, OutcomeUnknown, DatabaseUnavailable, Overloaded } from '../lib/errors.ts'
import { nodeHashing } from '../log/hashing.ts'
import { deriveKey, idempotencyKey, type IdempotencyKey } from '../commands/receipts.ts'
import { encodeBody } from '../lib/encoded-body.ts'
import { type Handlers, NO_CONTENT } from './handler.ts'
import { HttpError } from '../lib/http-error.ts'
import type { AppOptions } from './app.ts'
import { readTag } from './send-response.ts'

let app: TinyApp
afterEach(() => app.close())

const TEAM = { abbreviation: 'KC', city: 'Kansas City', name: 'Chiefs', color: '#e31837', alternate_color: '#ffb612' }
const JSON_HEADERS = { 'content-type': 'application/json' }

async function start(handlers: Partial<Handlers> = {}, rest: Parameters<typeof startTinyApp>[0] = {}): Promise<void> {
  app = await startTinyApp({ handlers, ...rest })
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers })
const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(app.url + path, {
    method,
    headers: { ...JSON_HEADERS, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Sends raw text and reads until the server closes the connection. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = ''
    const socket = connect(app.port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (bytes) => (response += bytes.toString()))
    socket.on('end', () => resolve(response))
    socket.on('error', reject)
  })
}

const limitHeadersOf = ({ headers }: Response) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]

describe('createApp: routing', () => {
  const routeNames = async (requests: readonly (readonly [method: string, path: string])[]) => {
    const names: string[] = []
    await start({}, { onBreach: undefined, onRequest: ({ route }) => void names.push(route) })
    for (const [method, path] of requests) await raw(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    await expect.poll(() => names.length).toBe(requests.length)
    return names
  }

  it('registers every route of the contract', async () => {
    const requests = ALL_ROUTES.map(({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, '17')] as const)
    expect(await routeNames(requests)).toEqual(ALL_ROUTES.map(({ id }) => id))
  })

  it('prefers literal paths to parameters, and serves HEAD with the route of GET', async () => {
    const requests = [
      ['GET', '/api/reveal/current'],
      ['GET', '/api/weeks/current'],
      ['HEAD', '/api/teams'],
    ] as const
    expect(await routeNames(requests)).toEqual(['currentReveal', 'currentWeek', 'listTeams'])
  })

  it('matches paths strictly', async () => {
    const paths = [
      '/',
      '/api',
      '/api/',
      '/api/teams/',
      '//api/teams',
      '/api/weeks//games',
      '/API/teams',
      '/api/reveal/1/2',
      '/api/__proto__',
    ]
    const names = await routeNames(paths.map((path) => ['GET', path] as const))
    expect(names.filter((name) => name !== 'unknown' && name !== 'page')).toEqual([])
  })
})

describe('createApp: responses and commands', () => {
  it('sends the version of a read as its ETag, and 304 to a client that has it', async () => {
    await start({ listWeeks: () => ({ status: 200, body: [], topicVersion: 12 }) })
    const first = await get('/api/weeks')
    expect(first.status).toBe(200)
    expect(await first.json()).toEqual([])
    expect(Object.fromEntries(first.headers)).toMatchObject({
      etag: `"${readTag(12)}"`,
      'x-topic-version': '12',
      'cache-control': 'private, no-cache',
      vary: 'Authorization, Accept-Encoding',
      'content-type': 'application/json; charset=utf-8',
    })
    const tag = `"${readTag(12)}"`
    for (const held of [tag, `W/${tag}`, `"3", ${tag}`, '*']) {
      const again = await get('/api/weeks', { 'if-none-match': held })
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, ''])
    }
    // The last one is from a release whose tags named no build.
    for (const held of [readTag(11), '12-0123456789ab', '12'])
      expect((await get('/api/weeks', { 'if-none-match': `"${held}"` })).status).toBe(200)
  })

  it('lets a handler check the client’s version before it reads', async () => {
    await start({
      listWeeks: (_, { clientHas }) => (clientHas(5) ? { status: 304, version: 5 } : { status: 200, body: [], version: 5 }),
    })
    expect((await get('/api/weeks', { 'if-none-match': `"${readTag(5)}"` })).status).toBe(304)
    expect((await get('/api/weeks', { 'if-none-match': '"5"' })).status).toBe(200)
    expect((await get('/api/weeks')).status).toBe(200)
  })

  it('sends encoded bodies in an encoding that the client accepts', async () => {
    const many = Array.from({ length: 200 }, () => TEAM)
    const encoded = await encodeBody(JSON.stringify(many), { etag: '7' })
    await start({ listTeams: () => ({ status: 200, encoded, topicVersion: 7 }) })
    for (const [accepted, encoding, etag] of [
      ['br, gzip', 'br', 'W/"7"'],
      ['gzip', 'gzip', 'W/"7"'],
      ['br;q=0, gzip;q=0', null, '"7"'],
      ['identity', null, '"7"'],
    ] as const) {
      const response = await get('/api/teams', { 'accept-encoding': accepted })
      expect([response.headers.get('content-encoding'), response.headers.get('etag')]).toEqual([encoding, etag])
      expect(response.headers.get('vary')).toContain('Accept-Encoding')
      expect(await response.json()).toEqual(many)
    }
  })

  it('passes the validated input to the handler and submits commands as the caller', async () => {
    await start({
      createEntry: async ({ body }, { submit, viewer }) => {
        expect(viewer).toEqual({ kind: 'member', userId: 3 })
        await submit('CreateEntry', { userId: body.user_id, name: body.name }, { toResponse: ({ reply }) => reply.entryId })
        throw new HttpError('late_entries_closed')
      },
    })
    const token = app.addUser(3)
    const response = await send(
      'POST',
      '/api/entries',
      { user_id: 3, name: '  Lucky  ' },
      { ...bearer(token), 'x-request-id': 'from-the-proxy' },
    )
    expect(response.status).toBe(403)
    expect(app.sent).toEqual([
      {
        command: { type: 'CreateEntry', data: { userId: 3, name: 'Lucky' } },
        actor: { kind: 'user', userId: 3, tokenVersion: 1, sessionId: expect.any(String) as string },
        metadata: { request_id: 'from-the-proxy' },
      },
    ])
  })

  it('lets a handler build a command from tables, add effects and replace the actor', async () => {
    const submissions: { envelope: unknown; effects?: unknown }[] = []
    const effects = () => Promise.resolve()
    await start(
      {
        setCurrentWeek: async ({ body }, { submit, ip }) => {
          const from = async () => Promise.resolve({ weekId: body.week_id as never })
          await submit('SetCurrentWeek', from, { toResponse: () => null, effects, actor: { kind: 'system' } })
          await submit('SetCurrentWeek', { weekId: body.week_id as never }, { toResponse: () => null })
          throw new HttpError('week_not_found', { message: ip })
        },
      },
      {
        queue: {
          submit: async (submission) => {
            submissions.push({
              ...submission,
              envelope:
                typeof submission.envelope === 'function' ? await submission.envelope(undefined as never) : submission.envelope,
            })
            return { ok: true, response: null as never }
          },
        },
      },
    )
    const headers = { ...bearer(app.addUser(1, true)), 'x-request-id': 'from-the-proxy' }
    const response = await send('POST', '/api/admin/set-current-week', { week_id: 1 }, headers)
    expect(((await response.json()) as { error: string }).error).toBe('127.0.0.1')
    const command = { type: 'SetCurrentWeek', data: { weekId: 1 } }
    const metadata = { request_id: 'from-the-proxy' }
    expect(submissions.map(({ envelope }) => envelope)).toEqual([
      { command, actor: { kind: 'system' }, metadata },
      { command, actor: { kind: 'user', userId: 1, tokenVersion: 1, sessionId: expect.any(String) as string }, metadata },
    ])
    expect(submissions.map((one) => 'effects' in one && one.effects)).toEqual([effects, false])
  })

  it('marks a response as a replay if receipts answered all commands of the request', async () => {
    const answeredByReceipt: boolean[] = []
    const refused: RuleViolation[] = []
    await start(
      {
        adminDeleteEntry: async ({ params }, { submit }) => {
          for (const keySuffix of ['first', 'second'])
            await submit('RemoveEntry', { entryId: params.id }, { toResponse: () => null, wasCompared: true, keySuffix })
          return NO_CONTENT
        },
      },
      {
        queue: {
          submit: ({ idempotency }) => {
            idempotency?.onUse?.(answeredByReceipt.shift() ?? false)
            const [violation] = refused
            return Promise.resolve(violation === undefined ? { ok: true, response: null as never } : { ok: false, violation })
          },
        },
      },
    )
    const headers = { ...bearer(app.addUser(1, true)), 'idempotency-key': 'a' }
    const mark = async (...given: readonly boolean[]) => {
      answeredByReceipt.splice(0, 2, ...given)
      return (await send('DELETE', '/api/admin/entries/1', undefined, headers)).headers.get('idempotency-replayed')
    }
    expect([await mark(false, false), await mark(true, false), await mark(false, true)]).toEqual([null, null, null])
    expect(await mark(true, true)).toBe('true')
    refused.push(new RuleViolation('week_one_locked'))
    expect([await mark(true), await mark(false)]).toEqual(['true', null])
  })

  it('passes the conditions of a request on with its commands', async () => {
    const submissions: unknown[] = []
    let idempotency: unknown
    await start(
      {
        adminDeleteEntry: async ({ params }, context) => {
          ;({ idempotency } = context)
          const data = { entryId: params.id }
          const toResponse = () => null
          await context.submit('RemoveEntry', data, { toResponse })
          await context.submit('RemoveEntry', data, { toResponse, wasCompared: true, keySuffix: 'second' })
          return NO_CONTENT
        },
      },
      {
        queue: {
          submit: ({ envelope, idempotency: key }) => {
            submissions.push(['expectedConsequences' in envelope && envelope.expectedConsequences, key])
            return Promise.resolve({ ok: true, response: null as never })
          },
        },
      },
    )
    const admin = bearer(app.addUser(1, true))
    const token = 'ab'.repeat(16)
    await send('DELETE', '/api/admin/entries/1', undefined, { ...admin, 'expected-consequences': token, 'idempotency-key': 'a' })
    const key = idempotencyKey('1', 'adminDeleteEntry', 'a', null)
    expect(submissions).toMatchObject([
      [token, { keyHash: key.keyHash }],
      [undefined, { keyHash: deriveKey(key, 'second').keyHash }],
    ])
    expect(submissions[0]).toEqual([token, idempotency])
    await send('DELETE', '/api/admin/entries/1', undefined, admin)
    expect(submissions.slice(2)).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ])
  })

  it('sends the error of a command that the rules reject', async () => {
    await start({
      deleteWeek: async ({ params, ifMatch }, { submit }) => {
        await submit('DeleteWeek', { weekId: params.id, ifVersion: ifMatch }, { toResponse: () => null })
        return NO_CONTENT
      },
    })
    const response = await send('DELETE', '/api/weeks/9', undefined, bearer(app.addUser(1, true)))
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      error: 'Week not found',
      code: 'week_not_found',
      request_id: response.headers.get('x-request-id'),
    })
  })

  it('parses every form of If-Match and rejects others', async () => {
    const seen: unknown[] = []
    await start({ deleteWeek: ({ ifMatch }) => (seen.push(ifMatch), NO_CONTENT) })
    const admin = bearer(app.addUser(1, true))
    for (const value of ['"12"', '*']) await send('DELETE', '/api/weeks/1', undefined, { ...admin, 'if-match': value })
    expect(seen).toEqual([12, '*'])
    for (const value of ['12', 'W/"12"', '"x"', '"1" nonsense', '']) {
      const response = await send('DELETE', '/api/weeks/1', undefined, { ...admin, 'if-match': value })
      expect([value, response.status]).toEqual([value, 400])
      expect(await response.json()).toMatchObject({ code: 'invalid_input', fields: { 'If-Match': expect.any(String) as string } })
    }
  })

  it('scopes an Idempotency-Key by user, route and request', async () => {
    const keys: unknown[] = []
    await start({
      setCurrentWeek: (_, { idempotency }) => (keys.push(idempotency), Promise.reject(new HttpError('week_not_found'))),
    })
    const [one, two] = [app.addUser(1, true), app.addUser(2, true)]
    const post = (token: string, key: string, week: number) =>
      send(
        'POST',
        '/api/admin/set-current-week',
        { week_id: week },
        { ...bearer(token), ...(key === '' ? {} : { 'idempotency-key': key }) },
      )
    for (const [token, key, week] of [
      [one, 'a', 1],
      [one, 'a', 1],
      [one, 'a', 2],
      [one, 'b', 1],
      [two, 'a', 1],
    ] as const)
      await post(token, key, week)
    const [first, same, otherBody, otherKey, otherUser] = keys as { keyHash: string; requestHash: string }[]
    expect(same).toMatchObject({ keyHash: first!.keyHash, requestHash: first!.requestHash })
    expect(otherBody).toMatchObject({ keyHash: first!.keyHash })
    expect(otherBody!.requestHash).not.toBe(first!.requestHash)
    expect(otherKey!.keyHash).not.toBe(first!.keyHash)
    expect(otherUser!.keyHash).not.toBe(first!.keyHash)
    await post(one, '', 1)
    expect(keys.at(-1)).toBeUndefined()
    for (const bad of ['with space', 'x'.repeat(256)]) expect((await post(one, bad, 1)).status).toBe(400)
  })

  it('does not repeat a response with a pick to a member whose picks were sealed since', async () => {
    const keys: (string | undefined)[] = []
    const seen: unknown[] = []
    const refuse = (_: unknown, { idempotency, seal }: { idempotency: IdempotencyKey | undefined; seal?: unknown }) => {
      keys.push(idempotency?.keyHash)
      seen.push(seal)
      return Promise.reject(new HttpError('waiting_for_approval'))
    }
    await start({ submitPick: refuse, changePick: refuse, setRanking: refuse, renameEntry: refuse })
    const ann = { ...bearer(app.addUser(3)), 'idempotency-key': 'a' }
    const sendAll = async () => {
      await send('POST', '/api/picks', { entry_id: 1, week_id: 1, team_abbr: 'BUF' }, ann)
      await send('PATCH', '/api/picks/1000001', { team_abbr: 'BUF' }, ann)
      await send('PUT', '/api/entries/1/ranking', { teams: [] }, ann)
      await send('PATCH', '/api/entries/1', { name: 'Lucky' }, ann)
      return keys.splice(0)
    }
    const before = await sendAll()
    const now = instantFromMs(0)
    const seal = (at: number) => ({ before: position(at), since: now, until: now })
    app.pool.seals.set(userId(3), seal(7))
    const sealed = await sendAll()
    expect(sealed.map((key, i) => key === before[i])).toEqual([false, false, false, true])
    expect(seen).toEqual([...before.map(() => undefined), ...sealed.map(() => seal(7))])
    app.pool.seals.set(userId(3), seal(9))
    expect((await sendAll()).map((key, i) => key === sealed[i])).toEqual([false, false, false, true])
  })

  it('keeps the stored scope of visitors’ keys unchanged', async () => {
    const keys: unknown[] = []
    await start({ register: (_, { idempotency }) => (keys.push(idempotency), Promise.reject(new HttpError('email_taken'))) })
    const body = { email: 'a@b.example', password: 'something', first_name: 'Ann', last_name: 'Archer' }
    await send('POST', '/api/auth/register', body, { 'idempotency-key': 'a' })
    expect(keys).toMatchObject([{ keyHash: idempotencyKey('visitor', 'register', 'a', null).keyHash }])
  })

  it('records due locks once before concurrent reads', async () => {
    await start({ listWeeks: () => ({ status: 200, body: [] }) })
    // Locks automatically on Sunday, 7 September 2025, at noon in New York.
    const add = { type: 'AddWeek', data: { seasonYear: 2025, weekNumber: 1 } } as const
    runCommand(app.pool, { command: add, actor: { kind: 'system' } }, instantFromMs(0), nodeHashing)
    await get('/api/weeks')
    expect(app.sent).toEqual([])
    app.setTime('2025-09-07T16:00:00Z')
    await Promise.all([get('/api/weeks'), get('/api/weeks'), get('/api/weeks')])
    expect(app.sent.map((sent) => sent.command.type)).toEqual(['LockDueWeeks'])
    expect(app.pool.rounds.get(weekId(1))?.locked).not.toBeNull()
  })

  it('reads only after the due locks are recorded, and waits for nothing if none is due', async () => {
    const order: string[] = []
    const guarded: unknown[] = []
    let recording: Promise<void> | undefined = new Promise((resolve) =>
      setImmediate(() => {
        order.push('recorded')
        resolve()
      }),
    )
    const guard: AppOptions['guard'] = (operation) => (guarded.push(operation), operation)
    await start({ listWeeks: () => (order.push('read'), { status: 200, body: [] }) }, { recordDueLocks: () => recording, guard })
    await get('/api/weeks')
    expect(order).toEqual(['recorded', 'read'])
    expect(guarded[0]).toBe(recording)
    recording = undefined
    await get('/api/weeks')
    expect(guarded).toHaveLength(3)
  })

  it('gives a write more time than a read while the database is unreachable', async () => {
    const times: (number | undefined)[] = []
    const guard: AppOptions['guard'] = (operation, timeoutMs) => (times.push(timeoutMs), operation)
    await start({ listWeeks: () => ({ status: 200, body: [] }), deleteWeek: () => NO_CONTENT }, { guard })
    const admin = bearer(app.addUser(1, true))
    await get('/api/weeks')
    await get('/api/weeks', admin)
    await send('DELETE', '/api/weeks/1', undefined, admin)
    expect(times).toEqual([undefined, undefined, 3_900])
  })

  it('says that the outcome is unknown if the time is up after a command was submitted, and not before', async () => {
    await start(
      {
        deleteWeek: async ({ params }, { submit }) => {
          if (params.id === weekId(2)) await submit('DeleteWeek', { weekId: params.id }, { toResponse: () => null })
          return NO_CONTENT
        },
      },
      {
        guard: async (operation) => {
          await operation.catch(() => {})
          throw new GuardTimeout()
        },
      },
    )
    const admin = bearer(app.addUser(1, true))
    const errorOf = async (path: string) => {
      const response = await send('DELETE', path, undefined, admin)
      return [response.status, ((await response.json()) as { error: string }).error]
    }
    expect(await errorOf('/api/weeks/1')).toEqual([503, errorMessage('unavailable')])
    expect(await errorOf('/api/weeks/2')).toEqual([503, expect.stringContaining('nobody can say yet whether this was recorded')])
    const [line] = app.lines.filter((one) => one.msg === 'request failed').slice(-1)
    expect(line).toMatchObject({ err: { message: expect.stringContaining('the database does not respond') as string } })
  })

  it('shares the answers to visitors only', async () => {
    await start(
      { listTeams: (_, { viewer }) => ({ status: 200, body: [{ ...TEAM, name: viewer.kind }] }) },
      { answers: { answer: () => Promise.reject(new HttpError('rate_limited')) } },
    )
    expect((await get('/api/teams')).status).toBe(429)
    expect(await (await get('/api/teams', bearer(app.addUser(1)))).json()).toMatchObject([{ name: 'member' }])
  })

  it('does not record due locks before a write, whose command does', async () => {
    await start({ deleteWeek: () => NO_CONTENT })
    const add = { type: 'AddWeek', data: { seasonYear: 2025, weekNumber: 1 } } as const
    runCommand(app.pool, { command: add, actor: { kind: 'system' } }, instantFromMs(0), nodeHashing)
    app.setTime('2025-09-07T16:00:00Z')
    expect((await send('DELETE', '/api/weeks/1', undefined, bearer(app.addUser(1, true)))).status).toBe(204)
    expect(app.sent).toEqual([])
  })

  it('responds with 404 for a route without a handler', async () => {
    await start({}, { onBreach: undefined } as never)
    const response = await get('/api/teams')
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, 'not_found'])
  })

  it('does not check responses without onBreach', async () => {
    await start({ listTeams: () => ({ status: 200, body: [{ ...TEAM, more: 1 }] }) as never }, { onBreach: undefined } as never)
    expect((await get('/api/teams')).status).toBe(200)
  })

  it.each([
    ['a 404', () => new HttpError('week_not_found')],
    ['a rule that refuses before anything was submitted', () => new RuleViolation('week_not_found')],
  ])('catches up with the log before %s, and calls the handler again if it found events', async (_, make) => {
    let position = 7
    let written = 7
    let calls = 0
    app = await startTinyApp({
      handlers: {
        weekGames: () => {
          calls += 1
          throw make()
        },
      },
      logPosition: () => position,
      catchUp: () => Promise.resolve(void (position = written)),
    })
    const status = async () => (await fetch(`${app.url}/api/weeks/1/games`)).status
    expect([await status(), calls]).toEqual([404, 1])
    written = 9
    expect([await status(), calls]).toEqual([404, 3])
    expect([await status(), calls]).toEqual([404, 4])
  })

  it.each([
    ['is not found', () => new HttpError('week_not_found')],
    ['breaks a rule', () => new RuleViolation('week_not_found')],
  ])('does not call a handler again that has submitted a command and then %s', async (_, make) => {
    let calls = 0
    let position = 7
    await start(
      {
        deleteWeek: async (_, { submit }) => {
          calls += 1
          await submit('AddWeek', { seasonYear: 2025, weekNumber: calls }, { toResponse: () => null })
          throw make()
        },
      },
      { logPosition: () => position, catchUp: () => Promise.resolve(void (position += 1)) },
    )
    expect((await send('DELETE', '/api/weeks/9', undefined, bearer(app.addUser(1, true)))).status).toBe(404)
    expect(calls).toBe(1)
  })

  it.each([
    ['an error other than 404', () => new HttpError('forbidden')],
    ['an unexpected error', () => new Error('broken')],
  ])('does not catch up or call the handler again after %s', async (_, make) => {
    const calls: string[] = []
    const refuse = () => {
      calls.push('handler')
      throw make()
    }
    const catchUp = () => Promise.resolve(void calls.push('log'))
    await start({ weekGames: refuse }, { logPosition: () => calls.length, catchUp, onBreach: undefined } as never)
    await get('/api/weeks/1/games')
    expect(calls).toEqual(['handler'])
  })

  it('reports a response that the contract does not allow', async () => {
    await start({ listTeams: () => ({ status: 200, body: [{ ...TEAM, secret: 1 }] }) as never })
    expect((await get('/api/teams')).status).toBe(500)
    expect(app.breaches[0]?.message).toContain('GET /api/teams')
    expect(app.breaches[0]?.message).toContain('secret')
    expect((await get('/api/teams', bearer(app.addUser(1)))).status).toBe(500)
    expect(app.breaches).toHaveLength(2)
  })

  it('reports an error code that the contract does not list', async () => {
    await start({ listTeams: () => Promise.reject(new HttpError('pick_not_found')) })
    await get('/api/teams')
    expect(app.breaches[0]?.message).toContain('pick_not_found')
  })
})

describe('createApp: access', () => {
  const routes: Partial<Handlers> = {
    listTeams: (_, { viewer, tokenProblem }) => ({ status: 200, body: [{ ...TEAM, name: `${viewer.kind} ${tokenProblem}` }] }),
    getDashboard: () => Promise.reject(new HttpError('internal')),
    adminListUsers: () => ({ status: 200, body: [] }),
  }

  it('requires a valid token and the rights that the contract declares', async () => {
    await start(routes)
    const [member, admin] = [app.addUser(1), app.addUser(2, true)]
    const gone = app.addUser(4)
    app.pool.users.delete(4 as never)
    const status = async (path: string, headers: Record<string, string>) => {
      const response = await get(path, headers)
      return `${response.status} ${((await response.json()) as { code?: string }).code ?? ''}`.trim()
    }
    expect(await status('/api/dashboard', {})).toBe('401 unauthenticated')
    expect(await status('/api/dashboard', bearer('nonsense'))).toBe('401 unauthenticated')
    expect(await status('/api/dashboard', { authorization: 'Basic abc' })).toBe('401 unauthenticated')
    expect(await status('/api/dashboard', bearer(gone))).toBe('401 token_revoked')
    expect(await status('/api/dashboard', bearer(member))).toBe('500 internal')
    expect(await status('/api/admin/users', {})).toBe('401 unauthenticated')
    expect(await status('/api/admin/users', bearer(member))).toBe('403 forbidden')
    expect(await status('/api/admin/users', bearer(admin))).toBe('200')
    app.setTime('2025-12-07T15:00:00Z')
    expect(await status('/api/admin/users', bearer(admin))).toBe('401 token_expired')
  })

  it.each([
    [false, '200'],
    [true, '403 forbidden'],
  ])('judges a read by the rights at the moment of its answer: admin before %s, then %s', async (wasAdmin, expected) => {
    let position = 7
    await start(routes, {
      logPosition: () => position,
      readBarrier: async () => {
        position += 1
        Object.assign(app.pool.users.get(id) ?? {}, { isAdmin: !wasAdmin })
      },
    })
    const id = userId(1)
    const response = await get('/api/admin/users', bearer(app.addUser(id, wasAdmin)))
    expect(`${response.status} ${((await response.json()) as { code?: string }).code ?? ''}`.trim()).toBe(expected)
  })

  it('treats an invalid token on a public route as a visitor’s', async () => {
    await start(routes)
    const name = async (headers: Record<string, string>) =>
      ((await (await get('/api/teams', headers)).json()) as { name: string }[])[0]?.name
    expect(await name({})).toBe('visitor undefined')
    expect(await name(bearer('nonsense'))).toBe('visitor unauthenticated')
    expect(await name(bearer(app.addUser(1)))).toBe('member undefined')
    expect(await name(bearer(app.addUser(2, true)))).toBe('admin undefined')
  })

  it('accepts writes from the pool’s own origin and without an origin only', async () => {
    await start({ deleteWeek: () => NO_CONTENT })
    const admin = bearer(app.addUser(1, true))
    const status = async (origin?: string) =>
      (await send('DELETE', '/api/weeks/1', undefined, origin === undefined ? admin : { ...admin, origin })).status
    expect(await status()).toBe(204)
    for (const own of ['http://localhost:8080', `http://127.0.0.1:${app.port}`, `http://localhost:${app.port}`])
      expect(await status(own)).toBe(204)
    for (const foreign of [
      'https://evil.example',
      'null',
      `http://localhost:${app.port + 1}`,
      `http://localhost.evil.example:${app.port}`,
      `https://localhost:${app.port}`,
    ]) {
      expect([foreign, await status(foreign)]).toEqual([foreign, 403])
    }
  })

  const LIMIT_USE = { policy: { name: 'some', quota: 9, windowSeconds: 60 }, remaining: 3, resetSeconds: 20.4 }

  it('limits writes but not reads', async () => {
    const limited: unknown[] = []
    const writeLimit: AppOptions['writeLimit'] = (viewer, ip) => {
      limited.push([viewer.kind, ip])
      return { ...LIMIT_USE, waitSeconds: limited.length > 1 ? 7 : undefined }
    }
    await start({ ...routes, deleteWeek: () => NO_CONTENT }, { writeLimit })
    const admin = bearer(app.addUser(1, true))
    const allowed = await send('DELETE', '/api/weeks/1', undefined, admin)
    expect([allowed.status, ...limitHeadersOf(allowed)]).toEqual([204, '"some";q=9;w=60', '"some";r=3;t=21'])
    const response = await send('DELETE', '/api/weeks/1', undefined, admin)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
    expect(limitHeadersOf(response)).toEqual(['"some";q=9;w=60', '"some";r=0;t=7'])
    expect(limited).toEqual([
      ['admin', '127.0.0.1'],
      ['admin', '127.0.0.1'],
    ])
    limited.pop()
    expect((await get('/api/teams', admin)).status).toBe(200)
    expect(limited).toHaveLength(1)
  })

  it('limits the costly reads of members, and no others', async () => {
    const limited: unknown[] = []
    const costlyReadLimit: AppOptions['costlyReadLimit'] = (viewer) => (limited.push(viewer), { ...LIMIT_USE, waitSeconds: 7 })
    await start({ ...routes, getConstitution: () => Promise.reject(new HttpError('not_found')) }, { costlyReadLimit })
    const ann = bearer(app.addUser(1))
    const response = await get('/api/rules/constitution', ann)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
    expect(limited).toEqual([{ kind: 'member', userId: 1 }])
    expect((await get('/api/teams', ann)).status).toBe(200)
    expect(limited).toHaveLength(1)
  })

  it('notes the device of a valid token, and no other', async () => {
    const uses: unknown[] = []
    await start(routes, { noteUse: (login, userAgent) => uses.push([login.userId, userAgent]) })
    const headers = { 'user-agent': 'A telephone' }
    await get('/api/teams', headers)
    await get('/api/teams', { ...headers, ...bearer('nonsense') })
    expect(uses).toEqual([])
    await get('/api/teams', { ...headers, ...bearer(app.addUser(1)) })
    expect(uses).toEqual([[1, 'A telephone']])
  })

  it('tells handlers the name of the device', async () => {
    await start({ listTeams: (_, { userAgent }) => ({ status: 200, body: [{ ...TEAM, name: String(userAgent) }] }) })
    const headers = { 'user-agent': 'A telephone', ...bearer(app.addUser(1)) }
    expect(await (await get('/api/teams', headers)).json()).toMatchObject([{ name: 'A telephone' }])
  })

  it('allows public reads from other origins', async () => {
    await start(routes)
    expect((await get('/api/teams', { origin: 'https://evil.example' })).status).toBe(200)
  })

  it('accepts only bearer tokens', async () => {
    await start(routes)
    const token = app.addUser(2, true)
    const status = async (authorization: string) => (await get('/api/admin/users', { authorization })).status
    for (const right of [`Bearer ${token}`, `bearer   ${token}`]) expect(await status(right)).toBe(200)
    for (const wrong of [token, `Bearer${token}`, `Basic, Bearer ${token}`, `Bearer ${token} more`, `Bearer ${token}, x`])
      expect([wrong, await status(wrong)]).toEqual([wrong, 401])
    const [team] = (await (await get('/api/teams', { authorization: 'Basic abc' })).json()) as { name: string }[]
    expect(team?.name).toBe('visitor unauthenticated')
  })
})

describe('createApp: invalid requests', () => {
  const login: Partial<Handlers> = { login: () => Promise.reject(new HttpError('invalid_credentials')) }
  const body = { email: 'a@b.example', password: 'something' }

  it('names the invalid fields', async () => {
    await start(login)
    const response = await send('POST', '/api/auth/login', {})
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: 'Email required',
      code: 'invalid_input',
      fields: { email: 'Email required', password: 'Password required' },
    })
  })

  it.each([
    ['broken JSON', '{"email":', 'application/json', 400, 'malformed_json'],
    ['a number', '1', 'application/json', 400, 'invalid_input'],
    ['null', 'null', 'application/json', 400, 'invalid_input'],
    ['a list', '[]', 'application/json', 400, 'invalid_input'],
    ['a form', 'email=a', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['a text', '{}', 'text/plain', 415, 'unsupported_media_type'],
    ['a similar content type', '{}', 'application/json-patch', 415, 'unsupported_media_type'],
    ['an unknown charset', '{}', 'application/json; charset=klingon', 415, 'unsupported_media_type'],
    ['more than 32 KB', JSON.stringify({ ...body, more: 'x'.repeat(33_000) }), 'application/json', 413, 'body_too_large'],
    ['__proto__', '{"__proto__":{"email":"a@b.example","password":"x"}}', 'application/json', 400, 'invalid_input'],
    ['NUL in a text', '{"email":"a\\u0000@b.example","password":"x"}', 'application/json', 400, 'invalid_input'],
    ['a lone surrogate', '{"email":"a@b.example","password":"\\ud800"}', 'application/json', 400, 'invalid_input'],
    [
      'a valid body with an upper-case content type',
      JSON.stringify(body),
      'Application/JSON; charset=UTF-8',
      401,
      'invalid_credentials',
    ],
  ])('rejects or accepts a body with the right code: %s', async (_, text, type, status, code) => {
    await start(login)
    const response = await fetch(`${app.url}/api/auth/login`, { method: 'POST', headers: { 'content-type': type }, body: text })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code])
    expect(Object.prototype).not.toHaveProperty('email')
    expect(app.breaches).toEqual([])
  })

  it('accepts up to 128 KB for a broadcast', async () => {
    await start({ broadcast: () => ({ status: 200, body: { sent: 0 } }) })
    const token = app.addUser(1, true)
    const statusOf = async (more: number) => {
      const message = { subject: 'Longest', text: '€'.repeat(20_000), more: 'x'.repeat(more) }
      return (await send('POST', '/api/admin/broadcast', message, { authorization: `Bearer ${token}` })).status
    }
    expect([await statusOf(60_000), await statusOf(80_000)]).toEqual([200, 413])
  })

  it('rejects compressed bodies', async () => {
    await start(login)
    const response = await send('POST', '/api/auth/login', body, { 'content-encoding': 'gzip' })
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
      415,
      'Send the request body without Content-Encoding',
    ])
  })

  it('submits commands of a caller without a token as a visitor', async () => {
    await start({
      login: async (_, { submit }) => {
        await submit('EndLogins', {}, { toResponse: () => null })
        throw new HttpError('internal')
      },
    })
    await send('POST', '/api/auth/login', body)
    expect(app.sent.map((sent) => sent.actor)).toEqual([{ kind: 'visitor' }])
  })

  it('accepts a write without a body', async () => {
    await start({ signOutEverywhere: () => NO_CONTENT })
    const token = app.addUser(1)
    expect((await fetch(`${app.url}/api/account/sign-out-everywhere`, { method: 'POST', headers: bearer(token) })).status).toBe(
      204,
    )
  })

  it.each([
    ['/api/weeks/%E0%A4%A/games', 400, 'invalid_input'],
    ['/api/weeks/0x1/games', 400, 'invalid_input'],
    ['/api/weeks/99999999999999999999/games', 400, 'invalid_input'],
    ['/api/weeks//games', 404, 'not_found'],
    ['/api/nothing', 404, 'not_found'],
    ['/api', 404, 'not_found'],
    ['/api/weeks/', 404, 'not_found'],
    ['/api/history/matrix?season=2025&season=2024', 400, 'invalid_input'],
    ['/api/history/matrix?season=%ff', 400, 'invalid_input'],
    ['/api/history/matrix?__proto__=1&season=x', 400, 'invalid_input'],
    ['/%E0%A4%A', 400, 'invalid_input'],
    ['/../../../../../../../../etc/hosts.conf', 404, 'not_found'],
    ['/..%2f..%2f..%2fetc%2fhosts.conf', 404, 'not_found'],
  ])('responds to a request for %s with an error', async (path, status, code) => {
    await start({ weekGames: () => ({ status: 200, body: [] }), getMatrix: () => Promise.reject(new Error('reached')) })
    const response = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect([response.split(' ')[1], /"code":"(\w+)"/.exec(response)?.[1]]).toEqual([String(status), code])
  })

  it('responds to an undecodable address with a message', async () => {
    await start({ weekGames: () => ({ status: 200, body: [] }) })
    const response = await get('/api/weeks/%E0%A4%A/games')
    expect(((await response.json()) as { error: string }).error).toBe('The address is not valid')
  })

  it('lists the allowed methods of an address', async () => {
    await start()
    const response = await send('PUT', '/api/weeks/1')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'DELETE, OPTIONS, PATCH'])
    expect(((await response.json()) as { code: string }).code).toBe('method_not_allowed')
    const options = await fetch(`${app.url}/api/weeks`, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST'])
    expect((await fetch(app.url, { method: 'POST' })).status).toBe(405)
  })

  it('responds to HEAD like GET without the body', async () => {
    await start({ listTeams: () => ({ status: 200, body: [TEAM], version: 1 }) })
    const response = await fetch(`${app.url}/api/teams`, { method: 'HEAD' })
    expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([200, `"${readTag(1)}"`, ''])
  })

  it('rejects input that is not HTTP and closes the connection', async () => {
    await start()
    expect(await raw('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nConnection: close/)
    expect(await raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
  })
})

describe('createApp: errors', () => {
  const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' })
  it.each([
    [new Error('password of ann@club.example is wrong'), 500, 'internal', null],
    [new Overloaded(), 503, 'overloaded', '2'],
    [new DatabaseUnavailable('the database is away'), 503, 'unavailable', '5'],
    [away, 503, 'unavailable', '5'],
    [new OutcomeUnknown('no reply to COMMIT'), 503, 'unavailable', '5'],
    [new IdempotencyMismatch(), 409, 'idempotency_mismatch', null],
  ])('responds to %o without internals', async (error, status, code, retryAfter) => {
    await start({ setCurrentWeek: () => Promise.reject(error) })
    const response = await send('POST', '/api/admin/set-current-week', { week_id: 1 }, bearer(app.addUser(1, true)))
    const text = await response.text()
    expect([response.status, (JSON.parse(text) as { code: string }).code, response.headers.get('retry-after')]).toEqual([
      status,
      code,
      retryAfter,
    ])
    expect(text).not.toMatch(/ann@|10\.0\.0\.5|COMMIT|ECONN|\\n|database/)
    expect((JSON.parse(text) as { request_id: string }).request_id).toBe(response.headers.get('x-request-id'))
    expect(app.breaches).toEqual([])
  })

  it.each([
    ['application/problem+json', true],
    ['application/problem+json, application/json;q=0.9', true],
    ['application/json, application/problem+json;q=0.9', false],
    ['*/*', false],
    ['text/html', false],
  ])('responds to Accept: %s with a problem: %s', async (accept, isProblem) => {
    await start({ currentWeek: () => Promise.reject(new HttpError('no_weeks', { message: 'None yet' })) })
    const response = await get('/api/weeks/current', { accept })
    const type = isProblem ? 'application/problem+json' : 'application/json; charset=utf-8'
    const error = { error: 'None yet', code: 'no_weeks', request_id: response.headers.get('x-request-id') }
    const problem = { type: '/api/docs#error-no_weeks', title: 'No current week', status: 404, detail: 'None yet' }
    expect([response.headers.get('content-type'), await response.json()]).toEqual([
      type,
      isProblem ? { ...problem, ...error } : error,
    ])
  })

  /** A call that can be limited with each code. */
  const LIMITED: Readonly<Record<string, readonly [RouteId, method: string, path: string]>> = {
    rate_limited: ['clearPick', 'DELETE', '/api/picks/1000001'],
    too_many_pick_changes: ['clearPick', 'DELETE', '/api/picks/1000001'],
    reminded_recently: ['sendReminders', 'POST', '/api/admin/reminders/send'],
  }
  it.each(ERROR_CODES.filter((code) => errorStatus(code) === 429))('says with every %s when to try again', async (code) => {
    const [route, method, path] = LIMITED[code] ?? ['listTeams', 'GET', '/']
    const violation = VIOLATION_CODES.find((known) => known === code)
    const error = violation === undefined ? new HttpError(code) : new RuleViolation(violation)
    await start({ [route]: () => Promise.reject(error) })
    const response = await send(method, path, method === 'POST' ? {} : undefined, bearer(app.addUser(1, true)))
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60'])
    expect(limitHeadersOf(response)).toEqual([null, `"${code}";r=0;t=60`])
  })

  it('logs unexpected errors but not HttpErrors', async () => {
    await start({
      listTeams: () => Promise.reject(new TypeError('boom')),
      listWeeks: () => Promise.reject(new HttpError('internal')),
    })
    const response = await get('/api/teams', { 'x-request-id': 'abcdefgh' })
    expect(response.headers.get('x-request-id')).toBe('abcdefgh')
    const [line] = app.lines.filter((one) => one.msg === 'request failed')
    expect(line).toMatchObject({ request: 'abcdefgh', route: 'listTeams' })
  })
})

describe('accessLog', () => {
  it('logs method, route and status, but no addresses, bodies or tokens', async () => {
    await start({ login: () => Promise.reject(new HttpError('invalid_credentials')) })
    const token = app.addUser(1)
    await send('POST', '/api/auth/login?token=querysecret', { email: 'ann@club.example', password: 'bodysecret' }, bearer(token))
    await get('/reset-password?token=linksecret')
    await get('/api/secretpath')
    await expect.poll(() => app.lines.filter((line) => line.msg === 'request').length).toBe(3)
    const [login, page, unknown] = app.lines.filter((line) => line.msg === 'request')
    expect(login).toMatchObject({ method: 'POST', route: 'login', status: 401 })
    expect(page).toMatchObject({ method: 'GET', route: 'page', status: 200 })
    expect(unknown).toMatchObject({ method: 'GET', route: 'unknown', status: 404 })
    expect(Object.keys(login!).sort()).toEqual([
      'hostname',
      'level',
      'method',
      'ms',
      'msg',
      'pid',
      'request',
      'route',
      'status',
      'time',
    ])
    expect(JSON.stringify(app.lines)).not.toMatch(/secret|ann@|eyJ|127\.0\.0\.1/)
  })

  it('keeps a well-formed request id and replaces others', async () => {
    await start()
    const idFor = async (id: string) => (await get('/healthz', { 'x-request-id': id })).headers.get('x-request-id')
    expect(await idFor('trace-0123456789')).toBe('trace-0123456789')
    for (const bad of ['short', 'with space in it', 'x'.repeat(65), 'ann@club.example'])
      expect(await idFor(bad)).toMatch(/^[0-9a-f-]{36}$/)
  })
})
