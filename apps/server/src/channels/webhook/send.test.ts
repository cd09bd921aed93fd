import { startLocalWebhook, type LocalWebhook } from '@outlast/testing/fakes/local-webhook'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendMessage } from './send.ts'

let receiver: LocalWebhook
beforeEach(async () => {
  receiver = await startLocalWebhook()
})
afterEach(() => receiver.stop())

const send = (url = receiver.url, attemptMs = 5_000) =>
  sendMessage(
    { url, headers: { 'webhook-id': 'msg_1' }, body: '{"text":"Ü"}' },
    { production: false },
    AbortSignal.timeout(attemptMs),
  )

describe('sendMessage', () => {
  it('posts the body as JSON with the given headers', async () => {
    expect(await send()).toEqual({ ok: true, status: 204, error: null })
    expect(receiver.received).toMatchObject([
      { body: '{"text":"Ü"}', headers: { 'webhook-id': 'msg_1', 'content-type': 'application/json', 'content-length': '13' } },
    ])
  })

  it('follows no redirect', async () => {
    receiver.failWith('redirect')
    expect(await send()).toEqual({ ok: false, status: 302, error: expect.stringContaining('does not follow') })
    expect(receiver.requests()).toBe(1)
  })

  it.each([
    [500, 'It answered with status 500'],
    ['mute', 'It did not answer in time'],
    ['endless', 'The response was too long'],
    ['forget', 'The connection was closed'],
  ] as const)('describes a receiver that fails with %s', async (fault, error) => {
    receiver.failWith(fault)
    expect(await send(receiver.url, 1_000)).toMatchObject({ ok: false, error })
  })

  it('describes an address where nothing answers, without naming it', async () => {
    await receiver.stop()
    expect(await send()).toEqual({ ok: false, status: null, error: 'Nothing answers at this address' })
    receiver = await startLocalWebhook()
  })

  it('connects to no private address in production', async () => {
    const result = await sendMessage({ url: 'https://localhost:1/', headers: {}, body: '' }, { production: true })
    expect(result).toEqual({ ok: false, status: null, error: expect.stringContaining('private network') })
  })
})
