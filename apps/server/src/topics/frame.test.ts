import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import * as ws from 'ws'
import { frameOf } from './frame.ts'

/** The part of `ws` that reads frames; its types leave it out. */
const { Receiver } = ws as unknown as { readonly Receiver: new (options: { isServer: boolean }) => Writable }

/** What a WebSocket client makes of the bytes: each message's text; binary ones as nothing. */
async function received(bytes: Buffer): Promise<readonly (string | undefined)[]> {
  const receiver = new Receiver({ isServer: false })
  const messages: (string | undefined)[] = []
  receiver.on('message', (data: Buffer, isBinary: boolean) => messages.push(isBinary ? undefined : data.toString()))
  receiver.end(bytes)
  await once(receiver, 'finish')
  return messages
}

/** With a letter of two bytes, so that bytes and characters are not the same. */
const payloadOf = (filler: number) => ({ topic: 'pool', from: 1, to: 2, text: `é${'x'.repeat(filler)}` })
const OVERHEAD = Buffer.byteLength(`42${JSON.stringify(['changes', payloadOf(0)])}`)

describe('a frame', () => {
  // On either side of where the length takes two and eight bytes of its own.
  it.each([
    [100, 2],
    [125, 2],
    [126, 4],
    [65_535, 4],
    [65_536, 10],
    [200_000, 10],
  ])('of %i bytes has a head of %i, and is read as it was made', async (size, head) => {
    const payload = payloadOf(size - OVERHEAD)
    const { packet, bytes } = frameOf('changes', payload)
    expect(Buffer.byteLength(packet)).toBe(size - 1)
    expect(packet).toBe(`2${JSON.stringify(['changes', payload])}`)
    expect(await received(bytes[0])).toEqual([`4${packet}`])
    expect(bytes[0]).toHaveLength(size + head)
  })
})
