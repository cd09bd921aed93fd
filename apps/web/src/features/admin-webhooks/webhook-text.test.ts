import type { Webhook, WebhookDelivery } from '@outlast/contract'
import { describe, expect, it } from 'vitest'
import { deliveryText, NEWS, NEWS_AT_FIRST, newsText, stateOf } from './webhook-text.ts'

const delivery: WebhookDelivery = {
  id: 1, event: 'lock', text: 'Week 1 is locked', status: 'delivered', attempts: 1, created_at: '', delivered_at: '', next_attempt_at: null,
  response_status: 204, error: null,
} // prettier-ignore
const webhook: Webhook = {
  id: 1, label: 'Chat', preset: 'slack', events: ['lock'], address: 'https://x/…', is_on: true, failing_since: null, created_at: '', deliveries: [],
} // prettier-ignore

describe('newsText', () => {
  it('lists the news in the order of a week', () => {
    expect(newsText(['champion', 'lock'])).toBe('The week is locked, the champion')
  })
  it('says when all news are sent, and whether heads of the log are', () => {
    expect(newsText(NEWS_AT_FIRST)).toBe('All news')
    expect(newsText(NEWS.map(({ event }) => event))).toBe('All news, and signed heads of the log')
  })
})

describe('stateOf', () => {
  it.each([
    [{}, 'Not used yet'],
    [{ deliveries: [delivery] }, 'Working'],
    [{ deliveries: [{ ...delivery, status: 'failed' as const }, delivery] }, 'Not working'],
    [{ deliveries: [delivery], failing_since: '2030-09-08T16:00:00.000Z' }, 'Failing'],
    [{ is_on: false, failing_since: '2030-09-08T16:00:00.000Z' }, 'Switched off'],
  ])('of %j is %s', (more: Partial<Webhook>, text) => expect(stateOf({ ...webhook, ...more }).text).toBe(text))
})

describe('deliveryText', () => {
  it.each([
    [{}, 'Delivered'],
    [{ status: 'waiting', attempts: 0 }, 'On its way'],
    [
      { status: 'waiting', attempts: 2, error: 'It answered with status 500' },
      'Will be tried again after 2 attempts: It answered with status 500',
    ],
    [{ status: 'failed', error: 'Nothing answers at this address' }, 'Not delivered: Nothing answers at this address'],
  ] as const)('of %j is “%s”', (more, text) => expect(deliveryText({ ...delivery, ...more })).toBe(text))
})
