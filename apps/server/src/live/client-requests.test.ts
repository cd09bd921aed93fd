import type { Acknowledgement } from '@outlast/contract/live/wire'
import { emptyPool, evolve, createEvent, type Instant, type PoolEvent, position, userId, weekId } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import type { Authentication } from '../accounts/tokens.ts'
import type { WebSocketFrame } from './websocket-frame.ts'
import { ClientRequests, tokenOf } from './client-requests.ts'
import { SubscriptionRegistry } from './subscriptions.ts'
import { MAX_TOPICS, ClientSession } from './client-session.ts'

const NOW = '2025-09-01T00:00:00.000Z' as Instant
const is = (id: number, isAdmin = false): Authentication => ({
  ok: true,
  userId: userId(id),
  tokenVersion: 1,
  sessionId: 'one',
  expires: 0,
  isAdmin,
  powers: [],
})
const isNot = (code: 'token_expired' | 'token_revoked'): Authentication => ({ ok: false, code })

/** A connection that records the messages sent to it. */
class TestConnection {
  readonly messages: unknown[] = []
  send({ packet }: WebSocketFrame): void {
    this.messages.push(JSON.parse(packet.slice(1)))
  }
}

/** A server with weeks 1 to 50 and a few tokens, which tests may change. */
function start() {
  const pool = emptyPool()
  const fold = (event: PoolEvent): void =>
    evolve(pool, {
      ...event,
      position: position(pool.position + 1),
      recordedAt: NOW,
      siteTime: NOW,
      metadata: { actor: null, role: 'system' },
    } as never)
  const addWeek = (id: number): void =>
    fold(createEvent('WeekAdded', { weekId: weekId(id), seasonYear: 2025, weekNumber: id, lockTime: NOW }))
  for (let id = 1; id <= 50; id += 1) addWeek(id)
  const tokens = new Map<string, Authentication | Promise<Authentication>>([
    ['ann', is(2)],
    ['bob', is(3)],
    ['chief', is(1, true)],
    ['old', isNot('token_expired')],
  ])
  const subscriptions = new SubscriptionRegistry()
  const warnings: unknown[] = []
  let authenticated = 0
  const log = { catchUp: (): Promise<void> => Promise.resolve() }
  const requests = new ClientRequests({
    follower: { pool },
    catchUp: () => log.catchUp(),
    subscriptions,
    versions: { current: () => 7 },
    authenticate: (token) => {
      authenticated += 1
      return tokens.get(token) ?? { ok: false, code: 'unauthenticated' }
    },
    nowMs: () => 0,
    log: { warn: (...args: unknown[]) => void warnings.push(args) },
  })
  const connect = (auth: unknown) => client(requests, subscriptions, auth)
  return { requests, subscriptions, tokens, connect, warnings, log, addWeek, authentications: () => authenticated }
}

/** A client with a fake socket. */
function client(requests: ClientRequests, subscriptions: SubscriptionRegistry, auth: unknown) {
  const connection = new TestConnection()
  const state = { isClosed: false }
  const socket = {
    connected: true,
    conn: { close: () => (state.isClosed = true) },
  }
  const session = new ClientSession(socket as never, connection as never, tokenOf(auth))
  const handle = (packet: readonly unknown[]): void => requests.handle(session, packet)
  const ask = (...packet: readonly unknown[]): Promise<Acknowledgement> =>
    new Promise((resolve) => {
      handle([...packet, resolve])
    })
  const join = (topic: string, have?: number) => ask('join', { topic, ...(have === undefined ? {} : { have }) })
  /** The topics whose registry entry has this client. */
  const joined = () => [...subscriptions].filter((one) => one.subscribers.has(connection)).map(({ topic }) => topic)
  const { messages } = connection
  return { session, socket, joined, messages, state, ask, join, send: (...packet: unknown[]) => handle(packet) }
}

const outcomeOf = (acknowledgement: Acknowledgement): string =>
  acknowledgement.ok ? `ok ${acknowledgement.version}` : acknowledgement.code

describe('ClientRequests: join', () => {
  it('catches up with the log before it rejects an unknown week', async () => {
    const { connect, log, addWeek } = start()
    const { join } = connect({})
    expect(outcomeOf(await join('week:77'))).toBe('topic_not_found')
    log.catchUp = async () => addWeek(77)
    expect(outcomeOf(await join('week:77'))).toBe('ok 7')
    log.catchUp = () => Promise.reject(new Error('read the log for a known week'))
    expect(outcomeOf(await join('week:1'))).toBe('ok 7')
    log.catchUp = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    expect(outcomeOf(await join('week:78'))).toBe('unavailable')
  })

  it('rejects clients without access without reading the log', async () => {
    const { connect, log } = start()
    log.catchUp = () => Promise.reject(new Error('read the log for a client without access'))
    expect(outcomeOf(await connect({}).join('admin'))).toBe('unauthenticated')
    expect(outcomeOf(await connect({ token: 'ann' }).join('admin'))).toBe('forbidden')
  })

  it.each([
    [{}, 'week:1', 'ok 7'],
    [{}, 'user:2', 'unauthenticated'],
    [{}, 'admin', 'unauthenticated'],
    [{ token: 'old' }, 'week:1', 'ok 7'],
    [{ token: 'old' }, 'user:2', 'token_expired'],
    [{ token: 'ann' }, 'user:2', 'ok 7'],
    [{ token: 'ann' }, 'user:3', 'topic_not_found'],
    [{ token: 'ann' }, 'admin', 'forbidden'],
    [{ token: 'chief' }, 'admin', 'ok 7'],
    [{ token: 'chief' }, 'user:2', 'topic_not_found'],
    [{ token: 'ann' }, 'week:99', 'topic_not_found'],
    [{ token: 'old' }, 'week:99', 'topic_not_found'],
    [{ token: 7 }, 'user:2', 'unauthenticated'],
    ['ann', 'user:2', 'unauthenticated'],
    [{ token: null }, 'user:2', 'unauthenticated'],
  ])('answers a client with %o that joins %s', async (auth, topic, expected) => {
    const { connect, subscriptions } = start()
    const { join, joined, session } = connect(auth)
    expect(outcomeOf(await join(topic))).toBe(expected)
    const isIn = expected === 'ok 7'
    expect([joined().includes(topic as never), session.topics.includes(topic as never)]).toEqual([isIn, isIn])
    expect(subscriptions.get(topic as never)?.subscribers.size).toBe(isIn ? 1 : undefined)
  })

  it('waits for an authentication that has to read the log', async () => {
    const { connect, tokens } = start()
    tokens.set('new', Promise.resolve(is(2)))
    expect(outcomeOf(await connect({ token: 'new' }).join('user:2'))).toBe('ok 7')
  })

  it('subscribes a client once if it joins twice', async () => {
    const { connect, subscriptions } = start()
    const { join, session } = connect({})
    expect([outcomeOf(await join('week:1')), outcomeOf(await join('week:1'))]).toEqual(['ok 7', 'ok 7'])
    expect(subscriptions.get('week:1')?.subscribers.size).toBe(1)
    expect(session.topics).toEqual(['week:1'])
  })

  it('limits the number of topics per client', async () => {
    const { connect } = start()
    const { join } = connect({})
    for (let id = 1; id <= MAX_TOPICS; id += 1) expect(outcomeOf(await join(`week:${id}`))).toBe('ok 7')
    expect(outcomeOf(await join('week:41'))).toBe('rate_limited')
    expect(outcomeOf(await join('week:40'))).toBe('ok 7')
  })

  it('does not subscribe a client that has disconnected', async () => {
    const { connect, subscriptions } = start()
    const { socket, send, joined } = connect({})
    socket.connected = false
    send('join', { topic: 'week:1' })
    await new Promise((resolve) => setImmediate(resolve))
    expect([joined().length, subscriptions.size]).toEqual([0, 0])
  })

  it('disconnects a client whose access is revoked while it joins', async () => {
    const { connect, tokens } = start()
    const { join, state } = connect({ token: 'ann' })
    let calls = 0
    const valid = tokens.get('ann')
    tokens.get = () => ((calls += 1) === 1 ? valid : isNot('token_revoked'))
    expect(outcomeOf(await join('user:2'))).toBe('ok 7')
    await new Promise((resolve) => setImmediate(resolve))
    expect(state.isClosed).toBe(true)
  })

  it('sends the missed messages or a reset to a client that reconnects', async () => {
    const { connect, subscriptions } = start()
    const { recent } = subscriptions.subscribe('week:1', { send: () => {} }, 7)
    recent.push({ topic: 'week:1', from: 5, to: 7, changes: [] }, 0)
    const messagesAfterJoin = async (have?: number) => {
      const one = connect({})
      await one.join('week:1', have)
      return one.messages
    }
    expect(await messagesAfterJoin(5)).toEqual([['changes', { topic: 'week:1', from: 5, to: 7, changes: [] }]])
    expect(await messagesAfterJoin(2)).toEqual([['reset', { topic: 'week:1', to: 7 }]])
    for (const have of [7, 9, undefined]) expect(await messagesAfterJoin(have)).toEqual([])
  })

  it('restarts a client whose version is beyond the log, after reading what the log has beyond this process', async () => {
    const { connect, log, addWeek } = start()
    const messagesAfterJoin = async (have: number) => {
      const one = connect({})
      await one.join('week:1', have)
      return one.messages
    }
    expect(await messagesAfterJoin(51)).toEqual([['reset', { topic: 'week:1', to: 7, restart: true }]])
    log.catchUp = () => Promise.resolve(addWeek(51))
    expect(await messagesAfterJoin(51)).toEqual([])
  })
})

describe('ClientRequests: leave and auth', () => {
  it('unsubscribes a client that leaves', async () => {
    const { connect, subscriptions } = start()
    const { join, ask, joined } = connect({})
    await join('week:1')
    expect(outcomeOf(await ask('leave', { topic: 'week:1' }))).toBe('ok 0')
    expect(outcomeOf(await ask('leave', { topic: 'week:1' }))).toBe('ok 0')
    expect([joined().length, subscriptions.get('week:1')?.subscribers.size]).toEqual([0, 0])
  })

  it('leaves the private topics when the client signs out', async () => {
    const { connect } = start()
    const { join, ask, joined, session } = connect({ token: 'chief' })
    for (const topic of ['week:1', 'admin', 'user:1']) await join(topic)
    expect(outcomeOf(await ask('auth', { token: null }))).toBe('ok 0')
    expect(joined()).toEqual(['week:1'])
    expect(session.topics).toEqual(['week:1'])
    expect(outcomeOf(await join('admin'))).toBe('unauthenticated')
  })

  it('keeps the topics that a new token allows', async () => {
    const { connect, tokens } = start()
    const { join, ask, joined } = connect({ token: 'ann' })
    await join('user:2')
    tokens.set('renewed', is(2))
    expect(outcomeOf(await ask('auth', { token: 'renewed' }))).toBe('ok 0')
    expect(joined()).toEqual(['user:2'])
    expect(outcomeOf(await ask('auth', { token: 'bob' }))).toBe('ok 0')
    expect(joined()).toEqual([])
    expect(outcomeOf(await ask('auth', { token: 'old' }))).toBe('token_expired')
  })
})

describe('ClientRequests: invalid requests', () => {
  it.each([
    ['join', {}],
    ['join', { topic: 'nothing' }],
    ['join', { topic: 'week:1', more: 1 }],
    ['join', undefined],
    ['leave', { topic: 7 }],
    ['auth', { token: '' }],
    ['auth', {}],
    ['shout', { topic: 'week:1' }],
  ])('rejects %s %o as invalid input', async (event, payload) => {
    const { connect } = start()
    const one = connect({ token: 'ann' })
    expect(outcomeOf(await one.ask(event, payload))).toBe('invalid_input')
    expect([one.joined().length, one.session.token]).toEqual([0, 'ann'])
  })

  it('rejects a request without a payload', async () => {
    expect(outcomeOf(await start().connect({}).ask('join'))).toBe('invalid_input')
  })

  it('handles requests without an acknowledgement', async () => {
    const { connect, warnings } = start()
    const { send, joined } = connect({})
    send('join', { topic: 'week:1' })
    send('shout')
    await new Promise((resolve) => setImmediate(resolve))
    expect(joined()).toEqual(['week:1'])
    expect(warnings).toEqual([])
  })

  it('logs a failure and answers with an internal error', async () => {
    const { connect, tokens, warnings } = start()
    tokens.set('new', Promise.reject(new Error('unreachable')))
    expect(outcomeOf(await connect({ token: 'new' }).join('week:1'))).toBe('internal')
    expect(warnings).toEqual([[{ err: new Error('unreachable') }, 'live request failed']])
  })
})

describe('ClientRequests.isStillAllowed', () => {
  it('does not authenticate a client that has only public topics', async () => {
    const { connect, requests, authentications } = start()
    const { session, join } = connect({ token: 'ann' })
    await join('week:1')
    const before = authentications()
    expect(requests.isStillAllowed(session)).toBe(true)
    expect(authentications()).toBe(before)
  })

  it('checks all private topics with the current token', async () => {
    const { connect, requests, tokens } = start()
    const { session, join } = connect({ token: 'chief' })
    await join('user:1')
    await join('admin')
    expect(requests.isStillAllowed(session)).toBe(true)
    tokens.set('chief', is(1))
    expect(requests.isStillAllowed(session)).toBe(false)
    tokens.set('chief', isNot('token_revoked'))
    expect(requests.isStillAllowed(session)).toBe(false)
  })

  it('returns a promise if authentication has to read the log', async () => {
    const { connect, requests, tokens } = start()
    const { session, join } = connect({ token: 'ann' })
    await join('user:2')
    tokens.set('ann', Promise.resolve(is(2)))
    expect(await requests.isStillAllowed(session)).toBe(true)
    tokens.set('ann', Promise.resolve(isNot('token_revoked')))
    expect(await requests.isStillAllowed(session)).toBe(false)
  })
})
