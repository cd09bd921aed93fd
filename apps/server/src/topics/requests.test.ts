import type { Acknowledgement } from '@outlast/contract/live/wire'
import { emptyPool, evolve, createEvent, type Instant, type PoolEvent, position, userId, weekId } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import type { Authentication } from '../accounts/tokens.ts'
import type { Frame } from './frame.ts'
import { Requests } from './requests.ts'
import { Rooms } from './rooms.ts'
import { MAX_TOPICS, MESSAGE_LIMIT, Session } from './session.ts'
import { TokenBucket } from './token-bucket.ts'

const NOW = '2025-09-01T00:00:00.000Z' as Instant
const is = (id: number, isAdmin = false): Authentication => ({ ok: true, userId: userId(id), tokenVersion: 1, isAdmin })
const isNot = (code: 'token_expired' | 'token_revoked'): Authentication => ({ ok: false, code })

/** A way out that keeps what it is told, and what it is told of. */
class TestLine {
  readonly joined = new Set<string>()
  readonly told: unknown[] = []
  write({ packet }: Frame): void {
    this.told.push(JSON.parse(packet.slice(1)))
  }
}
const audience = {
  enter: (topic: string, line: unknown) => void (line as TestLine).joined.add(topic),
  leave: (topic: string, line: unknown) => void (line as TestLine).joined.delete(topic),
}

/** A server with weeks 1 to 50, and what its tokens stand for, which a test may change. */
function start(limit?: { burst: number; perSecond: number }) {
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
  const rooms = new Rooms()
  const warnings: unknown[] = []
  let authenticated = 0
  const log = { catchUp: (): Promise<void> => Promise.resolve() }
  const requests = new Requests({
    follower: { pool },
    catchUp: () => log.catchUp(),
    rooms,
    audience,
    versions: { current: () => 7 },
    authenticate: (token) => {
      authenticated += 1
      return tokens.get(token) ?? { ok: false, code: 'unauthenticated' }
    },
    nowMs: () => 0,
    log: { warn: (...args: unknown[]) => void warnings.push(args) },
  })
  const connect = (auth: unknown) => client(requests, auth, limit)
  return { requests, rooms, tokens, connect, warnings, log, addWeek, asked: () => authenticated }
}

/** A client's socket as far as requests need one. */
function client(requests: Requests, auth: unknown, limit?: { burst: number; perSecond: number }) {
  let handle = (_packet: readonly unknown[]): void => {}
  let onPacket = (): void => {}
  const line = new TestLine()
  const state = { isClosed: false, isClosedNow: false }
  const socket = {
    handshake: { auth },
    connected: true,
    conn: {
      on: (event: string, listener: () => void) => {
        if (event === 'packet') onPacket = listener
      },
      close: (now?: boolean) => {
        state.isClosed = true
        state.isClosedNow = now === true
      },
    },
    use: (listener: typeof handle) => (handle = listener),
  }
  const bucket = limit === undefined ? undefined : new TokenBucket(limit, 0)
  const session = new Session(socket as never, line as never, '10.0.0.1', bucket)
  requests.serve(session)
  const ask = (...packet: readonly unknown[]): Promise<Acknowledgement> =>
    new Promise((resolve) => {
      onPacket()
      handle([...packet, resolve])
    })
  const join = (topic: string, have?: number) => ask('join', { topic, ...(have === undefined ? {} : { have }) })
  const { joined, told } = line
  return { session, socket, joined, told, state, ask, join, send: (...packet: unknown[]) => handle(packet) }
}

const said = (answer: Acknowledgement): string => (answer.ok ? `ok ${answer.version}` : answer.code)

describe('joining', () => {
  it('reads the log on before it says that a week is not there: another process may have made it', async () => {
    const { connect, log, addWeek } = start()
    const { join } = connect({})
    expect(said(await join('week:77'))).toBe('topic_not_found')
    log.catchUp = async () => addWeek(77)
    expect(said(await join('week:77'))).toBe('ok 7')
    log.catchUp = () => Promise.reject(new Error('not asked for what is there'))
    expect(said(await join('week:1'))).toBe('ok 7')
    log.catchUp = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    expect(said(await join('week:78'))).toBe('unavailable')
  })

  it('refuses who may not without asking the log: nobody makes it read by what they are not allowed', async () => {
    const { connect, log } = start()
    log.catchUp = () => Promise.reject(new Error('not asked for who may not'))
    expect(said(await connect({}).join('admin'))).toBe('unauthenticated')
    expect(said(await connect({ token: 'ann' }).join('admin'))).toBe('forbidden')
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
  ])('as %o: %s', async (auth, topic, answer) => {
    const { connect, rooms } = start()
    const { join, joined, session } = connect(auth)
    expect(said(await join(topic))).toBe(answer)
    const isIn = answer === 'ok 7'
    expect([joined.has(topic), session.topics.has(topic as never)]).toEqual([isIn, isIn])
    expect(rooms.get(topic as never)?.members).toBe(isIn ? 1 : undefined)
  })

  it('waits where the log has to be read first', async () => {
    const { connect, tokens } = start()
    tokens.set('new', Promise.resolve(is(2)))
    expect(said(await connect({ token: 'new' }).join('user:2'))).toBe('ok 7')
  })

  it('twice is once', async () => {
    const { connect, rooms } = start()
    const { join } = connect({})
    expect([said(await join('week:1')), said(await join('week:1'))]).toEqual(['ok 7', 'ok 7'])
    expect(rooms.get('week:1')?.members).toBe(1)
  })

  it('goes no further than any screen needs', async () => {
    const { connect } = start()
    const { join } = connect({})
    for (let id = 1; id <= MAX_TOPICS; id += 1) expect(said(await join(`week:${id}`))).toBe('ok 7')
    expect(said(await join('week:41'))).toBe('rate_limited')
    expect(said(await join('week:40'))).toBe('ok 7')
  })

  it('is nothing for who has gone meanwhile', async () => {
    const { connect, rooms } = start()
    const { socket, send, joined } = connect({})
    socket.connected = false
    send('join', { topic: 'week:1' })
    await new Promise((resolve) => setImmediate(resolve))
    expect([joined.size, rooms.size]).toEqual([0, 0])
  })

  it('is undone when the right went between the look and the room', async () => {
    const { connect, tokens } = start()
    const { join, state } = connect({ token: 'ann' })
    let looks = 0
    const found = tokens.get('ann')
    tokens.get = () => ((looks += 1) === 1 ? found : isNot('token_revoked'))
    expect(said(await join('user:2'))).toBe('ok 7')
    await new Promise((resolve) => setImmediate(resolve))
    expect(state.isClosed).toBe(true)
  })

  it('brings whoever comes back forward, and nobody who holds all there is', async () => {
    const { connect, rooms } = start()
    const room = rooms.enter('week:1', 7)
    room.ring.push({ topic: 'week:1', from: 5, to: 7, changes: [] }, 0)
    const told = async (have?: number) => {
      const one = connect({})
      await one.join('week:1', have)
      return one.told
    }
    expect(await told(5)).toEqual([['changes', { topic: 'week:1', from: 5, to: 7, changes: [] }]])
    expect(await told(2)).toEqual([['reset', { topic: 'week:1', to: 7 }]])
    for (const have of [7, 9, undefined]) expect(await told(have)).toEqual([])
  })
})

describe('leaving, and becoming somebody else', () => {
  it('leaves', async () => {
    const { connect, rooms } = start()
    const { join, ask, joined } = connect({})
    await join('week:1')
    expect(said(await ask('leave', { topic: 'week:1' }))).toBe('ok 0')
    expect(said(await ask('leave', { topic: 'week:1' }))).toBe('ok 0')
    expect([joined.size, rooms.get('week:1')?.members]).toEqual([0, 0])
  })

  it('signing out takes what needs a token, and leaves the rest', async () => {
    const { connect } = start()
    const { join, ask, joined, session } = connect({ token: 'chief' })
    for (const topic of ['week:1', 'admin', 'user:1']) await join(topic)
    expect(said(await ask('auth', { token: null }))).toBe('ok 0')
    expect([...joined]).toEqual(['week:1'])
    expect([...session.topics]).toEqual(['week:1'])
    expect(said(await join('admin'))).toBe('unauthenticated')
  })

  it('another token keeps what it allows', async () => {
    const { connect, tokens } = start()
    const { join, ask, joined } = connect({ token: 'ann' })
    await join('user:2')
    tokens.set('renewed', is(2))
    expect(said(await ask('auth', { token: 'renewed' }))).toBe('ok 0')
    expect([...joined]).toEqual(['user:2'])
    expect(said(await ask('auth', { token: 'bob' }))).toBe('ok 0')
    expect([...joined]).toEqual([])
    expect(said(await ask('auth', { token: 'old' }))).toBe('token_expired')
  })
})

describe('what is asked otherwise', () => {
  it.each([
    ['join', {}],
    ['join', { topic: 'nothing' }],
    ['join', { topic: 'week:1', more: 1 }],
    ['join', undefined],
    ['leave', { topic: 7 }],
    ['auth', { token: '' }],
    ['auth', {}],
    ['shout', { topic: 'week:1' }],
  ])('is a bad request: %s %o', async (event, payload) => {
    const { connect } = start()
    const one = connect({ token: 'ann' })
    expect(said(await one.ask(event, payload))).toBe('invalid_input')
    expect([one.joined.size, one.session.token]).toEqual([0, 'ann'])
  })

  it('also with nothing but an acknowledgement', async () => {
    expect(said(await start().connect({}).ask('join'))).toBe('invalid_input')
  })

  it('and without an acknowledgement is answered to nobody', async () => {
    const { connect, warnings } = start()
    const { send, joined } = connect({})
    send('join', { topic: 'week:1' })
    send('shout')
    await new Promise((resolve) => setImmediate(resolve))
    expect([...joined]).toEqual(['week:1'])
    expect(warnings).toEqual([])
  })

  it('and fails is told, and logged', async () => {
    const { connect, tokens, warnings } = start()
    tokens.set('new', Promise.reject(new Error('away')))
    expect(said(await connect({ token: 'new' }).join('week:1'))).toBe('internal')
    expect(warnings).toEqual([[{ err: new Error('away') }, 'a live request failed']])
  })

  it('too often is refused, and then cut off', async () => {
    const { connect } = start({ ...MESSAGE_LIMIT, burst: 3 })
    const { join, state } = connect({})
    for (let n = 0; n < 3; n += 1) expect(said(await join('week:1'))).toBe('ok 7')
    expect(said(await join('week:1'))).toBe('rate_limited')
    expect(state.isClosed).toBe(false)
    for (let n = 0; n < 2; n += 1) await join('week:1')
    expect(state.isClosedNow).toBe(true)
  })
})

describe('whether a client may still be where it is', () => {
  it('is no question where nothing needs a token', async () => {
    const { connect, requests, asked } = start()
    const { session, join } = connect({ token: 'ann' })
    await join('week:1')
    const before = asked()
    expect(requests.isStillAllowed(session)).toBe(true)
    expect(asked()).toBe(before)
  })

  it('is looked up with its token, for all its topics', async () => {
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

  it('waits where the log has to be read first', async () => {
    const { connect, requests, tokens } = start()
    const { session, join } = connect({ token: 'ann' })
    await join('user:2')
    tokens.set('ann', Promise.resolve(is(2)))
    expect(await requests.isStillAllowed(session)).toBe(true)
    tokens.set('ann', Promise.resolve(isNot('token_revoked')))
    expect(await requests.isStillAllowed(session)).toBe(false)
  })
})
