import { describe, expect, it } from 'vitest'
import { lastSeenText, signedInText } from './sign-in-texts.ts'

const NOW = '2026-11-22T18:20:00.000Z'
const seen = (last_seen_at: string, is_current = false) => lastSeenText({ is_current, last_seen_at }, NOW)

describe('lastSeenText', () => {
  it('marks the device that asks as active', () => expect(seen('2026-11-20T18:00:00.000Z', true)).toBe('Active now'))
  it.each([
    ['2026-11-22T18:00:00.000Z', 'Active within the last hour'],
    ['2026-11-22T19:00:00.000Z', 'Active within the last hour'],
    ['2026-11-22T17:00:00.000Z', 'Active an hour ago'],
    ['2026-11-22T12:00:00.000Z', 'Active 6 hours ago'],
    ['2026-11-21T18:00:00.000Z', 'Active yesterday'],
    ['2026-11-12T18:00:00.000Z', 'Active 10 days ago'],
  ])('counts whole hours and days since %s', (at, text) => expect(seen(at)).toBe(text))
})

describe('signedInText', () => {
  it('names the method and the day', () => {
    expect(signedInText({ method: 'passkey', signed_in_at: '2026-11-22T18:20:00.000Z' })).toBe(
      'Signed in with a passkey on Sun, Nov 22',
    )
  })
})
