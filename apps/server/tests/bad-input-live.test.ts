import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { acknowledgement } from '@outlast/contract/live/wire'
import { ERRORS } from '@outlast/contract/errors'
import { closeSockets, join, LiveClient, describeAcknowledgement } from './support/live-client.ts'
import { type BadInputPool, startBadInputPool } from '@outlast/testing/bad-input/pools'
import { NASTY_JSON } from '@outlast/testing/bad-input/values'

const SEED = Number(process.env['BAD_INPUT_SEED'] ?? Math.floor(Date.now() / 86_400_000))
const RUNS = Number(process.env['BAD_INPUT_RUNS'] ?? 16) * 12

let one: BadInputPool
let bystander: LiveClient

beforeAll(async () => {
  one = await startBadInputPool('open')
})
afterAll(() => one.stop())
afterEach(closeSockets)

/** Checks that another client still receives changes. */
async function withBystander(run: () => Promise<void>): Promise<void> {
  bystander = await LiveClient.connect(one.pool.url)
  expect(describeAcknowledgement(await join(bystander, 'pool'))).toBe('ok')
  const before = await one.protectedState()
  await run()
  expect(await one.protectedState()).toEqual(before)
  await one.repair()
  await bystander.heard('pool')
  expect(bystander.connected).toBe(true)
}

const nasty = fc.constantFrom(...NASTY_JSON.filter((text) => text.length < 1_500)).map((text): unknown => JSON.parse(text))
const topic = fc.oneof(
  fc.constantFrom(
    'pool',
    'admin',
    'user:1',
    'week:1',
    'season:2030',
    'week:9007199254740993',
    '__proto__',
    'pool ',
    'constructor',
  ),
  nasty,
)
const payload = fc.oneof(
  nasty,
  fc.record({ topic, have: fc.oneof(nasty, fc.integer()) }, { requiredKeys: [] }),
  fc.record({ topic, have: nasty, extra: nasty }),
  fc.record({ token: nasty }),
  nasty.map((value) => [value]),
)
const event = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('join', 'leave', 'auth') },
  fc.constantFrom('', 'changes', 'reset', '__proto__', 'constructor', 'toString', 'error', 'x'.repeat(500)),
)

describe('Socket.IO messages', () => {
  test('of any kind receive an acknowledgement and do not affect other clients', async () => {
    await withBystander(async () => {
      const client = await LiveClient.connect(one.pool.url, one.tokenOf('member'))
      const property = fc.asyncProperty(event, payload, async (name, value) => {
        const ack = acknowledgement.parse(await client.ask(name, value))
        if (ack.ok) return
        expect(Object.keys(ERRORS)).toContain(ack.code)
        expect(ack.code).not.toBe('internal')
        expect(ack.error).toMatch(/^\p{Lu}[^{}[\]<>]{4,150}$/u)
        expect(ack.error).not.toMatch(/undefined|Error|\bat \S+\(/)
      })
      await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true })
      expect(client.connected).toBe(true)
    })
  })

  test('without an acknowledgement, or with extra arguments, are tolerated', async () => {
    await withBystander(async () => {
      const client = await LiveClient.connect(one.pool.url)
      for (const name of ['join', 'leave', 'auth', 'an empty frame']) {
        client.send(name)
        client.send(name, null)
        client.send(name, { topic: 'pool' }, { topic: 'admin' }, 'x', 1, null)
        client.send(name, Buffer.from('pool'), new Uint8Array(100))
      }
      expect(describeAcknowledgement(await join(client, 'pool'))).toBe('ok')
    })
  })

  test('that join too many topics are rejected and do not affect the server', async () => {
    await withBystander(async () => {
      const client = await LiveClient.connect(one.pool.url)
      for (let i = 0; i < 100; i += 1)
        expect(describeAcknowledgement(await join(client, `week:${100_000 + i}`))).toBe('topic_not_found')
      expect(describeAcknowledgement(await join(client, 'pool'))).toBe('ok')
    })
  })
})

/** Frames that Socket.IO's own client never writes. */
const FRAMES: readonly (readonly [name: string, frames: readonly (string | Buffer)[]])[] = [
  ['an empty frame', ['']],
  ['a frame that is not a packet', ['x', '9', '-1', '\0']],
  ['a packet of an unknown type', ['40', '49', '47', '4x']],
  ['an event that is not a list', ['40', '42', '42{}', '42null', '42"join"', '42[]', '42[null]', '42[{}]']],
  ['broken JSON', ['40', '42["join"', '42["join",{"topic":]']],
  ['deep nesting', ['40', `42["join",${'['.repeat(5_000)}${']'.repeat(5_000)}]`]],
  ['an event of the library itself', ['40', '42["disconnect"]', '42["connect"]', '42["error","x"]', '42["newListener","x"]']],
  ['an unexpected acknowledgement', ['40', '430[1]', '4399999999[{}]', '43["x"]']],
  ['an acknowledgement with a huge number', ['40', '4299999999999999999999["join",{"topic":"pool"}]']],
  ['a missing attachment', ['40', '451-["join",{"_placeholder":true,"num":0}]', '42["join",{"topic":"pool"}]']],
  ['an attachment with a wrong number', ['40', '451-["join",{"_placeholder":true,"num":99}]', Buffer.from('x')]],
  ['a huge number of attachments', ['40', '45999999-["join"]']],
  ['an unexpected binary frame', ['40', Buffer.from([1, 2, 3, 255])]],
  ['another namespace', ['40/admin,', '40/__proto__,{}', '42/admin,["join",{"topic":"admin"}]']],
  ['a connect packet whose data is not an object', ['40null', '40[1]', '40"x"', '40{"token":']],
  ['a repeated connect packet', ['40', '40', '40{"token":"x"}']],
  ['an event before the connect packet', ['42["join",{"topic":"pool"}]']],
  ['a message above the size limit', ['40', `42["join",{"topic":"${'x'.repeat(20_000)}"}]`]],
  ['packets after a close packet', ['40', '1', '42["join",{"topic":"pool"}]']],
  ['a ping, which only the server may send', ['40', '2', '2probe', '5', '6']],
]

describe('WebSocket frames', () => {
  test.each(FRAMES)('%s: at most closes the sender’s connection', async (_name, frames) => {
    await withBystander(async () => {
      const socket = new WebSocket(`${one.pool.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
      const received: string[] = []
      socket.on('message', (data: Buffer) => received.push(data.toString()))
      socket.on('error', () => {})
      const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()))
      await new Promise<void>((resolve) => socket.on('open', () => resolve()))
      for (const frame of frames) if (socket.readyState === WebSocket.OPEN) socket.send(frame)
      // Either the acknowledgement or the end of the connection shows that the server has read all frames.
      const ponged = new Promise<void>((resolve) => socket.on('pong', () => resolve()))
      if (socket.readyState === WebSocket.OPEN) socket.ping()
      await Promise.race([ponged, ended])
      expect(received.join('\n')).not.toMatch(/Error:|\bat \S+ \(|node_modules|undefined|"internal"/)
      socket.terminate()
      await ended
    })
  })
})
