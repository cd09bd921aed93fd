import { fold } from '@outlast/contract/live/fold'
import { LiveClient } from '@outlast/contract/live/client/live-client'
import { socketIoTransport } from '@outlast/contract/live/client/socket-io-transport'
import type { LiveState } from '@outlast/contract/live/client/state'
import type { ChangesMessage } from '@outlast/contract/live/wire'
import { parseTopic, type Topic } from '@outlast/contract/live/topics'
import { userId, weekId } from '@outlast/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { viewOf } from '../src/live/topic-reads.ts'
import { TopicViewCache } from '../src/live/topic-view-cache.ts'
import { seededRandom, runRandomCommand, openSeason } from './support/live-play.ts'
import { emitWithAck, type LiveService, OWN_ORIGIN, startLiveService, waitUntil } from './support/live-service.ts'

const timing = {
  now: () => performance.now(),
  schedule: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms / 50)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}

describe('the live connection', () => {
  let service: LiveService
  let views: TopicViewCache
  let fetched = 0

  beforeAll(async () => {
    service = await startLiveService()
    await openSeason(service)
    views = new TopicViewCache(service)
  })
  afterAll(() => service.close())

  const fetchView = async (topic: Topic) => {
    fetched += 1
    return JSON.parse(JSON.stringify({ topic, ...(await views.read(topic))! })) as never
  }

  const client = (token?: string) => {
    const socket = service.connect(token === undefined ? {} : { token })
    const live = new LiveClient({ ...timing, transport: socketIoTransport(socket, timing), fold, fetchView })
    const states = new Map<Topic, LiveState<unknown>>()
    return { socket, live, states, watch: (topic: Topic) => live.watch(topic, (state) => states.set(topic, state)) }
  }

  const isCurrent = (states: Map<Topic, LiveState<unknown>>) =>
    [...states].every(([topic, state]) => state.status === 'live' && state.version === service.versions.current(topic))

  it('keeps the views of visitor, member and admin equal to snapshots, even with interrupted connections', async () => {
    const [visitor, member, admin] = [client(), client(service.tokenOf(2)), client(service.tokenOf(1))]
    for (const { watch } of [visitor, member, admin])
      for (const topic of ['pool', 'week:1', 'week:2', 'season:2025'] as const) watch(topic)
    member.watch('user:2')
    admin.watch('user:1')
    admin.watch('admin')
    const all = [visitor, member, admin]
    await waitUntil('all clients are current', () => all.every(({ states }) => isCurrent(states)))
    const random = seededRandom(77)
    for (let step = 0; step < 60; step += 1) {
      // Run some commands at once, so that batches and reads overlap.
      const name = await Promise.all(Array.from({ length: 1 + random.below(4) }, () => runHarmlessCommand(random)))
      if (random.below(10) === 0) random.of(all).socket.io.engine.close()
      expect(name).toBeDefined()
    }
    await waitUntil('all clients are current again', () => all.every(({ states }) => isCurrent(states)))
    for (const { states, live } of all) {
      for (const [topic, state] of states) {
        const view = await service.reader.read((queries) => viewOf(parseTopic(topic)!, queries))
        expect({ topic, view: state.status === 'live' ? state.view : state }).toEqual({ topic, view })
      }
      live.close()
    }
  })

  /** Excludes actions that would sign the clients out. */
  async function runHarmlessCommand(random: ReturnType<typeof seededRandom>): Promise<string> {
    const harmless: LiveService = {
      ...service,
      submit: (actor, type, data, account) =>
        // A new e-mail address by an admin ends the member's logins.
        /^(EndLogins|DeleteUser|PurgeUsersAndEntries|PurgeWeeks|DeleteWeek)$/.test(type) || account?.['email'] !== undefined
          ? Promise.resolve(undefined)
          : service.submit(actor, type, data, account),
    }
    return runRandomCommand(harmless, random)
  }

  it('catches up by messages alone after a short interruption', async () => {
    const { watch, states, socket, live } = client()
    watch('pool')
    await waitUntil('current', () => isCurrent(states))
    const before = fetched
    socket.io.engine.close()
    await waitUntil('offline', () => states.get('pool')?.status === 'stale')
    await service.submit(service.asUser(1), 'SetIneligibleTeams', { weekId: weekId(1), teams: ['KC', 'SF'] })
    await waitUntil('current again', () => states.get('pool')?.status === 'live' && isCurrent(states))
    expect(fetched).toBe(before)
    live.close()
  })

  it('accepts permitted subscribers and explains each rejection', async () => {
    const visitor = service.connect()
    const member = service.connect({ token: service.tokenOf(2) })
    const admin = service.connect({ token: service.tokenOf(1) })
    const forged = service.connect({ token: 'eyJhbGciOiJub25lIn0.e30.' })
    const code = async (socket: typeof visitor, topic: unknown) => {
      const acknowledgement = await emitWithAck(socket, 'join', { topic })
      return acknowledgement.ok ? 'ok' : acknowledgement.code
    }
    const table: readonly [unknown, string, string, string, string][] = [
      ['pool', 'ok', 'ok', 'ok', 'ok'],
      ['week:1', 'ok', 'ok', 'ok', 'ok'],
      ['season:2025', 'ok', 'ok', 'ok', 'ok'],
      ['week:999', 'topic_not_found', 'topic_not_found', 'topic_not_found', 'topic_not_found'],
      ['season:1999', 'topic_not_found', 'topic_not_found', 'topic_not_found', 'topic_not_found'],
      ['user:2', 'unauthenticated', 'ok', 'topic_not_found', 'unauthenticated'],
      ['user:999', 'unauthenticated', 'topic_not_found', 'topic_not_found', 'unauthenticated'],
      ['admin', 'unauthenticated', 'forbidden', 'ok', 'unauthenticated'],
      ['week:01', 'invalid_input', 'invalid_input', 'invalid_input', 'invalid_input'],
      ['__proto__', 'invalid_input', 'invalid_input', 'invalid_input', 'invalid_input'],
    ]
    for (const [topic, ...expected] of table) {
      const codes = []
      for (const socket of [visitor, member, admin, forged]) codes.push(await code(socket, topic))
      expect([topic, ...codes]).toEqual([topic, ...expected])
    }
    for (const socket of [visitor, member, admin, forged]) socket.disconnect()
  })

  it('rejects malformed messages and keeps working', async () => {
    const socket = service.connect()
    const nonsense = [
      undefined,
      null,
      1,
      'pool',
      [],
      {},
      { topic: 'pool', have: -1 },
      { topic: 'pool', have: 1.5 },
      { topic: '\u0000' },
    ]
    for (const payload of nonsense)
      expect(await emitWithAck(socket, 'join', payload)).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(await emitWithAck(socket, 'join')).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(await emitWithAck(socket, 'toString', {})).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(await emitWithAck(socket, 'changes', { topic: 'pool' })).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(await emitWithAck(socket, 'join', Buffer.from('pool'))).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(await emitWithAck(socket, 'auth', { token: 'x' })).toMatchObject({ ok: false, code: 'unauthenticated' })
    expect(await emitWithAck(socket, 'leave', { topic: 'week:1' })).toEqual({ ok: true, version: 0 })
    socket.emit('join', { topic: 'pool' })
    expect(await emitWithAck(socket, 'join', { topic: 'pool' })).toMatchObject({ ok: true })
    const disconnected = new Promise((resolve) => socket.once('disconnect', resolve))
    socket.emit('join', { topic: 'x'.repeat(20_000) })
    await disconnected
    await waitUntil('it comes back', () => socket.connected)
    socket.disconnect()
  })

  it('accepts browsers of its own origin and other programs, but no foreign origin', async () => {
    const own = service.connect({ headers: { origin: OWN_ORIGIN } })
    await waitUntil('connected', () => own.connected)
    const foreign = service.connect({ headers: { origin: 'http://evil.example' } })
    const error = await new Promise<Error>((resolve) => foreign.once('connect_error', resolve))
    expect(error.message).toBe('websocket error')
    expect(foreign.connected).toBe(false)
    foreign.disconnect()
    own.disconnect()
  })

  it('revokes rights at once', async () => {
    const revocations: readonly [number, () => Promise<unknown>][] = [
      [2, () => service.submit(service.asUser(2), 'EndLogins', {})],
      [2, () => service.submit({ kind: 'visitor' }, 'ChangePassword', { userId: userId(2), by: 'reset' })],
      [3, () => service.submit(service.asUser(1), 'DeleteUser', { userId: userId(3) })],
    ]
    for (const [id, end] of revocations) {
      const socket = service.connect({ token: service.tokenOf(id) })
      expect(await emitWithAck(socket, 'join', { topic: `user:${id}` })).toMatchObject({ ok: true })
      const disconnected = new Promise((resolve) => socket.once('disconnect', resolve))
      await end()
      await disconnected
      await waitUntil('it comes back as a visitor', () => socket.connected)
      expect(await emitWithAck(socket, 'join', { topic: `user:${id}` })).toMatchObject({ ok: false, code: 'token_revoked' })
      socket.disconnect()
    }
  })

  it('removes a demoted admin from the admin topic and keeps the other subscriptions', async () => {
    const change = (isAdmin: boolean) => ({ userId: userId(4), fields: [], emailTaken: false, isAdmin })
    await service.submit(service.asUser(1), 'ChangeProfile', change(true))
    const socket = service.connect({ token: service.tokenOf(4) })
    const other = service.connect({ token: service.tokenOf(1) })
    expect(await emitWithAck(socket, 'join', { topic: 'admin' })).toMatchObject({ ok: true })
    expect(await emitWithAck(other, 'join', { topic: 'admin' })).toMatchObject({ ok: true })
    const received: string[] = []
    socket.on('changes', (message: ChangesMessage) => received.push(JSON.stringify(message)))
    const disconnected = new Promise((resolve) => socket.once('disconnect', resolve))
    const otherNotified = new Promise<void>((resolve) =>
      other.on('changes', (message: ChangesMessage) => {
        if (JSON.stringify(message).includes('"is_admin":false')) resolve()
      }),
    )
    await service.submit(service.asUser(1), 'ChangeProfile', change(false))
    await disconnected
    await otherNotified
    expect(received.filter((message) => message.includes('"is_admin":false'))).toEqual([])
    await waitUntil('it comes back', () => socket.connected)
    expect(await emitWithAck(socket, 'join', { topic: 'admin' })).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await emitWithAck(socket, 'join', { topic: 'user:4' })).toMatchObject({ ok: true })
    for (const one of [socket, other]) one.disconnect()
  })

  it('accepts a renewed token and leaves topics that it does not allow', async () => {
    const socket = service.connect()
    expect(await emitWithAck(socket, 'join', { topic: 'user:4' })).toMatchObject({ ok: false })
    expect(await emitWithAck(socket, 'auth', { token: service.tokenOf(4) })).toEqual({ ok: true, version: 0 })
    expect(await emitWithAck(socket, 'join', { topic: 'user:4' })).toMatchObject({ ok: true })
    expect(await emitWithAck(socket, 'auth', { token: null })).toEqual({ ok: true, version: 0 })
    let received = 0
    socket.on('changes', () => (received += 1))
    await service.submit(service.asUser(1), 'CreateEntry', { userId: userId(4), name: 'Quiet' })
    expect(await emitWithAck(socket, 'join', { topic: 'pool' })).toMatchObject({ ok: true })
    expect(received).toBe(0)
    socket.disconnect()
  })
})
