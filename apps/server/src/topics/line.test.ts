import { describe, expect, it } from 'vitest'
import { frameOf } from './frame.ts'
import { Line } from './line.ts'

/** A connection of Engine.IO, and what was written where. */
function connected(state: { readyState?: string; writable?: boolean; waiting?: number; below?: object } = {}) {
  const direct: unknown[] = []
  const queued: unknown[] = []
  const below = { readyState: 1, bufferedAmount: 7, _sender: { sendFrame: (list: unknown) => void direct.push(list) } }
  const connection = {
    readyState: state.readyState ?? 'open',
    writeBuffer: Array.from({ length: state.waiting ?? 0 }),
    transport: { writable: state.writable ?? true, socket: 'below' in state ? { ...below, ...state.below } : below },
    write: (packet: string, options: object) => void queued.push([packet, options]),
  }
  return { line: new Line(connection as never), connection, direct, queued }
}

const frame = frameOf('changes', { topic: 'pool', from: 1, to: 2, changes: [] })
const queuedFrame = [frame.packet, { compress: false, wsPreEncodedFrame: frame.bytes }]

describe('a line', () => {
  it('writes a frame straight to the WebSocket when nothing is before it', () => {
    const { line, direct, queued } = connected()
    line.write(frame)
    expect([direct, queued]).toEqual([[frame.bytes], []])
  })

  it.each([
    ['a packet is on its way', { writable: false }],
    ['packets wait', { waiting: 1 }],
    ['the connection is closing', { readyState: 'closing' }],
    ['the WebSocket is closing', { below: { readyState: 2 } }],
    ['there is no such way', { below: { _sender: undefined } }],
    ['there is no such way in the sender', { below: { _sender: {} } }],
  ])('leaves it to Engine.IO when %s', (_when, state) => {
    const { line, direct, queued } = connected(state)
    line.write(frame)
    expect([direct, queued]).toEqual([[], [queuedFrame]])
  })

  it('tells what waits', () => {
    const { line } = connected({ waiting: 3 })
    expect([line.waitingBytes, line.waitingPackets]).toEqual([7, 3])
  })
})
