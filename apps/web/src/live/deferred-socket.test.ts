import type { Socket } from 'socket.io-client'
import { describe, expect, it, vi } from 'vitest'
import { DeferredSocket } from './deferred-socket.ts'

/** The part of socket.io-client's socket that is used. */
class FakeSocket {
  readonly #listeners: (readonly [string, () => void])[] = []
  connected = false
  auth: unknown
  readonly sent: unknown[] = []
  connect(): this {
    this.connected = true
    for (const [event, listener] of this.#listeners) if (event === 'connect') listener()
    return this
  }
  disconnect(): this {
    this.connected = false
    return this
  }
  on(event: string, listener: () => void): void {
    this.#listeners.push([event, listener])
  }
  timeout() {
    return { emitWithAck: async (...message: unknown[]) => this.sent.push(message) }
  }
}

function start() {
  const fake = new FakeSocket()
  const open = vi.fn<() => Promise<Socket>>(async () => fake as object as Socket)
  return { fake, open, socket: new DeferredSocket(open, { token: 'first' }) }
}

describe('DeferredSocket', () => {
  it('loads when it connects, once, and tells listeners that came before', async () => {
    const { open, socket } = start()
    const connected = vi.fn<() => void>()
    socket.on('connect', connected)
    expect([socket.connected, open.mock.calls.length]).toEqual([false, 0])
    socket.connect()
    socket.connect()
    await vi.waitFor(() => expect(socket.connected).toBe(true))
    expect([open.mock.calls.length, connected.mock.calls.length]).toEqual([1, 1])
  })

  it('uses the newest token, whenever it was set', async () => {
    const { fake, socket } = start()
    socket.auth = { token: 'second' }
    socket.connect()
    await vi.waitFor(() => expect(fake.auth).toEqual({ token: 'second' }))
    socket.auth = {}
    expect(fake.auth).toEqual({})
  })

  it('sends nothing before it is connected', async () => {
    const { fake, socket } = start()
    await expect(socket.timeout(1).emitWithAck('join', {})).rejects.toThrow('not connected')
    socket.connect()
    await vi.waitFor(() => expect(socket.connected).toBe(true))
    await socket.timeout(1).emitWithAck('join', { topic: 'pool' })
    expect(fake.sent).toEqual([['join', { topic: 'pool' }]])
  })

  it('forgets a listener that was removed before it loaded', async () => {
    const { socket } = start()
    const connected = vi.fn<() => void>()
    socket.on('connect', connected)
    socket.off('connect', connected)
    socket.connect()
    await vi.waitFor(() => expect(socket.connected).toBe(true))
    expect(connected).not.toHaveBeenCalled()
  })

  it('loads again after a failure', async () => {
    vi.useFakeTimers()
    try {
      const { fake, open, socket } = start()
      open.mockRejectedValueOnce(new Error('offline'))
      socket.connect()
      await vi.advanceTimersByTimeAsync(3_000)
      expect([open.mock.calls.length, fake.connected]).toEqual([2, true])
    } finally {
      vi.useRealTimers()
    }
  })
})
