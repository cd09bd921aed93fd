import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type Socket } from 'socket.io'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Audience } from './audience.ts'
import { bringForward, broadcastTo } from './broadcast.ts'
import { Line } from './line.ts'

const CLIENTS = 3

describe('a broadcast', () => {
  const audience = new Audience()
  let http: ReturnType<typeof createServer>
  let server: Server
  let sockets: Socket[]
  let clients: ReturnType<typeof io>[]

  beforeEach(async () => {
    http = createServer()
    server = new Server(http, { transports: ['websocket'] })
    sockets = []
    const arrived = Promise.withResolvers<void>()
    server.on('connection', (socket) => {
      sockets.push(socket)
      if (sockets.length === CLIENTS) arrived.resolve()
    })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const { port } = http.address() as AddressInfo
    clients = Array.from({ length: CLIENTS }, () => io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true }))
    await arrived.promise
  })
  afterEach(async () => {
    for (const client of clients) client.disconnect()
    await server.close()
  })

  it('is encoded once for all who watch, and reaches nobody else', async () => {
    const lines = sockets.map(({ conn }) => new Line(conn))
    for (const line of lines) audience.enter('pool', line)
    const heard = clients.map((client) => new Promise((resolve) => client.once('changes', resolve)))
    let encodings = 0
    const plain = { topic: 'pool', from: 1, to: 2, changes: [] }
    const message = {
      ...plain,
      toJSON() {
        encodings += 1
        return plain
      },
    }
    broadcastTo(audience).changes({ ...plain, topic: 'week:1' })
    broadcastTo(audience).changes(message)
    expect(await Promise.all(heard)).toEqual(Array.from({ length: CLIENTS }, () => plain))
    expect(encodings).toBe(1)
    const [first] = lines
    const resets: unknown[] = []
    for (const client of clients) client.on('reset', () => resets.push(client))
    if (first !== undefined) audience.leave('pool', first)
    const told = clients.map((client) => new Promise((resolve) => client.once('end', resolve)))
    broadcastTo(audience).reset({ topic: 'pool', to: 3 })
    server.emit('end')
    await Promise.all(told)
    expect(resets).toHaveLength(CLIENTS - 1)
  })

  it('keeps its place among what is said to one client', async () => {
    const socket = sockets[0]!
    const line = new Line(socket.conn)
    audience.enter('pool', line)
    const heard: string[] = []
    const done = Promise.withResolvers<void>()
    for (const client of clients) {
      client.onAny((event: string, { to }: { to: number }) => {
        if (client.id === socket.id) heard.push(`${event} ${to}`)
        if (event === 'end') done.resolve()
      })
    }
    const changes = (to: number) => ({ topic: 'pool' as const, from: to - 1, to, changes: [] })
    // Nothing is queued; then one packet is on its way and another waits behind it; then all of them have gone.
    broadcastTo(audience).changes(changes(1))
    socket.emit('answer', { to: 2 })
    socket.emit('answer', { to: 3 })
    bringForward(line, 'pool', [changes(4)], 4)
    broadcastTo(audience).reset({ topic: 'pool', to: 5 })
    socket.emit('answer', { to: 6 })
    await new Promise((resolve) => setImmediate(resolve))
    broadcastTo(audience).changes(changes(7))
    bringForward(line, 'pool', undefined, 8)
    socket.emit('end', { to: 9 })
    await done.promise
    const said = ['changes 1', 'answer 2', 'answer 3', 'changes 4', 'reset 5', 'answer 6', 'changes 7', 'reset 8', 'end 9']
    expect(heard).toEqual(said)
  })
})
