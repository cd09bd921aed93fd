import type { Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { endWhenSilent } from './silent-connection.ts'

/** Calls listeners, as the sockets of socket.io-client do. */
class Emitter {
  readonly #listeners = new Map<string, Set<() => void>>()
  on(name: string, listener: () => void): this {
    this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(listener))
    return this
  }
  off(name: string, listener: () => void): this {
    this.#listeners.get(name)?.delete(listener)
    return this
  }
  emit(name: string): void {
    for (const listener of this.#listeners.get(name) ?? []) listener()
  }
}

/** The parts of socket.io-client's socket that are used. */
class FakeSocket {
  connected = false
  readonly calls: string[] = []
  readonly io = Object.assign(new Emitter(), { engine: new Emitter() })
  open(): void {
    this.connected = true
    this.io.engine = new Emitter()
    this.io.emit('open')
  }
  disconnect(): this {
    this.calls.push('disconnect')
    this.connected = false
    return this
  }
  connect(): this {
    this.calls.push('connect')
    return this
  }
}

const page = new EventTarget()
beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function start() {
  const socket = new FakeSocket()
  const onHeard = vi.fn<() => void>()
  endWhenSilent(socket as object as Socket, { now: () => Date.now(), onHeard })
  socket.open()
  return { socket, onHeard }
}

it('endWhenSilent: replaces a connection that brought nothing for 45 seconds, and not one that did', () => {
  const { socket, onHeard } = start()
  vi.advanceTimersByTime(40_000)
  socket.io.engine.emit('packet')
  expect(onHeard).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(44_000)
  expect(socket.calls).toEqual([])
  vi.advanceTimersByTime(6_000)
  expect(socket.calls).toEqual(['disconnect', 'connect'])
})

it('endWhenSilent: gives each new connection its own time', () => {
  const { socket } = start()
  vi.advanceTimersByTime(50_000)
  vi.advanceTimersByTime(60_000)
  expect(socket.calls).toEqual(['disconnect', 'connect'])
  socket.open()
  vi.advanceTimersByTime(30_000)
  expect(socket.calls).toHaveLength(2)
  vi.advanceTimersByTime(20_000)
  expect(socket.calls).toHaveLength(4)
})

it('endWhenSilent: replaces a connection at once when the page is shown again after the device slept', () => {
  const { socket } = start()
  vi.setSystemTime(60_000)
  page.dispatchEvent(new Event('visibilitychange'))
  expect(socket.calls).toEqual(['disconnect', 'connect'])
})
