import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import * as ws from 'ws'
import { encodeFrame } from './websocket-frame.ts'

/** The frame parser of `ws`, which its types leave out. */
const { Receiver } = ws as typeof ws & { readonly Receiver: new (options: { isServer: boolean }) => Writable }

/** Parses frames and returns the text of each message, or undefined if it is binary. */
async function parseFrames(bytes: Buffer): Promise<readonly (string | undefined)[]> {
  const receiver = new Receiver({ isServer: false })
  const messages: (string | undefined)[] = []
  receiver.on('message', (data: Buffer, isBinary: boolean) => messages.push(isBinary ? undefined : data.toString()))
  receiver.end(bytes)
  await once(receiver, 'finish')
  return messages
}

/** Contains a two-byte character, so that the length in bytes differs from the length in characters. */
const payloadOf = (filler: number) => ({ topic: 'pool', from: 1, to: 2, text: `é${'x'.repeat(filler)}` })
const OVERHEAD = Buffer.byteLength(`42${JSON.stringify(['changes', payloadOf(0)])}`)

describe('encodeFrame', () => {
  // Lengths around the limits of the 7-bit, 16-bit and 64-bit forms.
  it.each([
    [100, 2],
    [125, 2],
    [126, 4],
    [65_535, 4],
    [65_536, 10],
    [200_000, 10],
  ])('encodes %i bytes with a header of %i bytes that ws parses', async (size, header) => {
    const payload = payloadOf(size - OVERHEAD)
    const { packet, bytes } = encodeFrame('changes', payload)
    expect(Buffer.byteLength(packet)).toBe(size - 1)
    expect(packet).toBe(`2${JSON.stringify(['changes', payload])}`)
    expect(await parseFrames(bytes[0])).toEqual([`4${packet}`])
    expect(bytes[0]).toHaveLength(size + header)
  })
})
