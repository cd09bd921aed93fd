import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { ClientConnection } from './client-connection.ts'
import { encodeFrame } from './websocket-frame.ts'

interface State {
  readonly readyState?: string
  readonly writable?: boolean
  readonly queuedPackets?: number
  readonly webSocket?: object
}

/** A fake Engine.IO connection that records what is written to the WebSocket and to the queue. */
function connect(state: State = {}) {
  const direct: unknown[] = []
  const queued: unknown[] = []
  const webSocket = Object.assign(new EventEmitter(), {
    readyState: 1,
    bufferedAmount: 0,
    isTerminated: false,
    _sender: { sendFrame: (list: unknown) => void direct.push(list) },
    terminate: () => (webSocket.isTerminated = true),
    ...state.webSocket,
  })
  const engineSocket = Object.assign(new EventEmitter(), {
    readyState: state.readyState ?? 'open',
    writeBuffer: Array.from({ length: state.queuedPackets ?? 0 }),
    transport: { writable: state.writable ?? true, socket: webSocket },
    write: (packet: string, options: object) => void queued.push([packet, options]),
  })
  return { connection: new ClientConnection(engineSocket as never, ''), webSocket, direct, queued }
}

const frame = encodeFrame('changes', { topic: 'pool', from: 1, to: 2, changes: [] })
const queuedFrame = [frame.packet, { compress: false, wsPreEncodedFrame: frame.bytes }]

describe('ClientConnection.send', () => {
  it('writes a frame directly to the WebSocket if no packet is queued', () => {
    const { connection, direct, queued } = connect()
    connection.send(frame)
    expect([direct, queued]).toEqual([[frame.bytes], []])
  })

  it.each([
    ['a packet is being sent', { writable: false }],
    ['packets are queued', { queuedPackets: 1 }],
    ['the connection is closing', { readyState: 'closing' }],
    ['the WebSocket is closing', { webSocket: { readyState: 2 } }],
    ['the WebSocket has no sender', { webSocket: { _sender: undefined } }],
    ['the sender has no sendFrame', { webSocket: { _sender: {} } }],
  ])('queues the frame in Engine.IO if %s', (_, state) => {
    const { connection, direct, queued } = connect(state)
    connection.send(frame)
    expect([direct, queued]).toEqual([[], [queuedFrame]])
  })
})

describe('ClientConnection.closeIfSlow', () => {
  it.each([
    ['more than 1 MiB', { webSocket: { bufferedAmount: 1_048_577 } }],
    ['more than 256 packets', { queuedPackets: 257 }],
  ])('closes a connection with %s of unsent data', (_, state) => {
    const { connection, webSocket } = connect(state)
    expect([connection.closeIfSlow(), webSocket.isTerminated]).toEqual([true, true])
  })

  it('closes a connection that has unsent data in thirty checks in a row', () => {
    const { connection, webSocket } = connect({ webSocket: { bufferedAmount: 1 } })
    const check = () => connection.closeIfSlow()
    expect(Array.from({ length: 29 }, check).some(Boolean)).toBe(false)
    webSocket.bufferedAmount = 0
    expect(check()).toBe(false)
    webSocket.bufferedAmount = 1
    expect(Array.from({ length: 29 }, check).some(Boolean)).toBe(false)
    expect([check(), webSocket.isTerminated]).toEqual([true, true])
  })
})
