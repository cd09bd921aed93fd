import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { newWebhookSecret, signatureHeaders } from './signature.ts'

describe('signatureHeaders', () => {
  it('returns the signature of the example in the specification of Standard Webhooks', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const headers = signatureHeaders(secret, {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
    })
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('is accepted by the reference library, and only for the same id, time, body and secret', () => {
    const secret = newWebhookSecret()
    const body = '{"type":"lock","text":"Über 81 of 84 – “all”"}'
    const timestamp = Math.floor(Temporal.Now.instant().epochMilliseconds / 1000)
    const headers = signatureHeaders(secret, { id: 'msg_1', timestamp, body })
    const library = new Webhook(secret)
    expect(library.verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => library.verify(`${body} `, headers)).toThrow('No matching signature found')
    expect(() => library.verify(body, { ...headers, 'webhook-id': 'msg_2' })).toThrow('No matching signature found')
    expect(() => library.verify(body, { ...headers, 'webhook-timestamp': String(timestamp - 1) })).toThrow(
      'No matching signature found',
    )
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow('No matching signature found')
  })
})
