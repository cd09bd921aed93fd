import { describe, expect, it } from 'vitest'
import { type NotDelivered, undeliveredText } from './delivery-text.ts'

const row: NotDelivered = {
  channel: 'push',
  purpose: 'reminders',
  to: 'Mia Member',
  user_id: 2,
  messages: 1,
  attempts: 2,
  error: 'the push service answered 503',
  since: '2026-11-22T17:00:00.000Z',
  next_attempt_at: '2026-11-22T18:00:00.000Z',
  rests_until: null,
}

describe('undeliveredText', () => {
  it('says how many messages failed, why, and when the pool tries again', () => {
    expect(undeliveredText(row)).toBe(
      '1 message (reminders). The push service answered 503. Next attempt Sun, Nov 22, 1:00 PM ET.',
    )
  })

  it('says until when a receiver rests that failed five times in a row', () => {
    expect(undeliveredText({ ...row, messages: 3, rests_until: '2026-11-22T18:08:00.000Z' })).toBe(
      '3 messages (reminders). The push service answered 503. It failed five times in a row and rests until Sun, Nov 22, 1:08 PM ET. Then the pool tries again.',
    )
  })

  it('says that the pool has given up, also if it knows no reason', () => {
    expect(undeliveredText({ ...row, purpose: 'security', error: null, next_attempt_at: null })).toBe(
      '1 message (sign-in and security mails). The pool has given up.',
    )
  })
})
