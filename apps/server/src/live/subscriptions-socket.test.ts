import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type Socket } from 'socket.io'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ClientConnection } from './client-connection.ts'
import { SubscriptionRegistry } from './subscriptions.ts'

const CLIENTS = 3

describe('SubscribedTopic over real connections', () => {
  let subscriptions: SubscriptionRegistry
  let http: ReturnType<typeof createServer>
  let server: Server
  let sockets: Socket[]
  let clients: ReturnType<typeof io>[]

  beforeEach(async () => {
    subscriptions = new SubscriptionRegistry()
    http = createServer()
    server = new Server(http, { transports: ['websocket'] })
    sockets = []
    const allConnected = Promise.withResolvers<void>()
    server.on('connection', (socket) => {
      sockets.push(socket)
      if (sockets.length === CLIENTS) allConnected.resolve()
    })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const { port } = http.address() as AddressInfo
    clients = Array.from({ length: CLIENTS }, () => io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true }))
    await allConnected.promise
  })
  afterEach(async () => {
    for (const client of clients) client.disconnect()
    await server.close()
  })

  it('encodes a message once and sends it to subscribers only', async () => {
    const connections = sockets.map(({ conn }) => new ClientConnection(conn, ''))
    for (const connection of connections) subscriptions.subscribe('pool', connection, 1)
    const pool = subscriptions.get('pool')!
    const received = clients.map((client) => new Promise((resolve) => client.once('changes', resolve)))
    let encodings = 0
    const plain = { topic: 'pool' as const, from: 1, to: 2, changes: [] }
    const message = {
      ...plain,
      toJSON() {
        encodings += 1
        return plain
      },
    }
    subscriptions.subscribe('week:1', { send: () => {} }, 1).publish({ ...plain, topic: 'week:1' }, 0)
    pool.publish(message, 0)
    expect(await Promise.all(received)).toEqual(Array.from({ length: CLIENTS }, () => plain))
    expect(encodings).toBe(1)
    const resets: unknown[] = []
    for (const client of clients) client.on('reset', () => resets.push(client))
    subscriptions.unsubscribe('pool', connections[0]!, 0)
    const ended = clients.map((client) => new Promise((resolve) => client.once('end', resolve)))
    pool.publishReset(3, 0)
    server.emit('end')
    await Promise.all(ended)
    expect(resets).toHaveLength(CLIENTS - 1)
  })

  it('keeps the order of its messages and of other packets to the same client', async () => {
    const socket = sockets[0]!
    const pool = subscriptions.subscribe('pool', new ClientConnection(socket.conn, ''), 0)
    const received: string[] = []
    const done = Promise.withResolvers<void>()
    for (const client of clients) {
      client.onAny((event: string, { to }: { to: number }) => {
        if (client.id === socket.id) received.push(`${event} ${to}`)
        if (event === 'end') done.resolve()
      })
    }
    const publish = (to: number) => pool.publish({ topic: 'pool', from: to - 1, to, changes: [] }, 0)
    // Nothing is queued at first; then one packet is being sent and another is queued; then all of them are sent.
    publish(1)
    socket.emit('answer', { to: 2 })
    socket.emit('answer', { to: 3 })
    publish(4)
    pool.publishReset(5, 0)
    socket.emit('answer', { to: 6 })
    await new Promise((resolve) => setImmediate(resolve))
    publish(7)
    pool.publishReset(8, 0)
    socket.emit('end', { to: 9 })
    await done.promise
    const sent = ['changes 1', 'answer 2', 'answer 3', 'changes 4', 'reset 5', 'answer 6', 'changes 7', 'reset 8', 'end 9']
    expect(received).toEqual(sent)
  })
})
