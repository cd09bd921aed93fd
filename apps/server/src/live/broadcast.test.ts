import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { io } from 'socket.io-client'
import { describe, expect, it } from 'vitest'
import { broadcastTo } from './broadcast.ts'

describe('a broadcast', () => {
  it('is encoded once for a whole room', async () => {
    const http = createServer()
    const server = new Server(http, { transports: ['websocket'] })
    const arrived = Promise.withResolvers<void>()
    let joined = 0
    server.on('connection', (socket) => {
      void socket.join('pool')
      joined += 1
      if (joined === 3) arrived.resolve()
    })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const { port } = http.address() as AddressInfo
    const clients = [1, 2, 3].map(() => io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true }))
    try {
      await arrived.promise
      const heard = clients.map((client) => new Promise((resolve) => client.once('changes', resolve)))
      let encodings = 0
      const message = {
        topic: 'pool',
        from: 1,
        to: 2,
        changes: [],
        toJSON() {
          encodings += 1
          return { topic: 'pool', from: 1, to: 2, changes: [] }
        },
      }
      broadcastTo(server).changes(message)
      expect(await Promise.all(heard)).toEqual(Array.from({ length: 3 }, () => ({ topic: 'pool', from: 1, to: 2, changes: [] })))
      // Looked through for binary parts, then written: once each, not once per client.
      expect(encodings).toBe(2)
    } finally {
      for (const client of clients) client.disconnect()
      await server.close()
    }
  })
})
