import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { email, mobile, newPassword, normalizeMobile, signInPassword } from './account.ts'

const sentence = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message ?? 'accepted'

describe('an e-mail address', () => {
  it('is trimmed and keeps its case', () => expect(email.parse(' Jo@Example.org ')).toBe('Jo@Example.org'))
  it.each(['a@b', 'jo+pool@example.org', 'jö@exämple.org', "o'neill@example.ie"])('%s', (value) => {
    expect(email.parse(value)).toBe(value.normalize('NFC'))
  })
  it.each(['plain', '@b.c', 'a@', 'a b@c.d', 'a@b@c', 'a@b.c,d@e.f', 'a@b.c;', '<a@b.c>', 'a"b@c.d'])('not %s', (value) => {
    expect(sentence(email, value)).toBe('Enter a valid email address')
  })
  it.each(['a@b.c\r\nBcc: x@y.z', 'a@b.c\0'])('not %j, which could forge a header', (value) => {
    expect(sentence(email, value)).toBe('Email contains a character that cannot be used')
  })
  it('is required by name', () => {
    expect(sentence(email, '')).toBe('Email required')
    expect(sentence(email, undefined)).toBe('Email required')
  })
})

describe('a new password', () => {
  it.each([
    ['', 'Password required'],
    ['seven77', 'Password must have at least 8 characters'],
    ['x'.repeat(73), 'Password is too long: 72 bytes at most'],
    ['é'.repeat(37), 'Password is too long: 72 bytes at most'],
    ['null\0byte', 'Password contains a character that cannot be used'],
    ['lone \ud800 one', 'Password contains broken characters'],
  ])('%j: %s', (value, expected) => expect(sentence(newPassword, value)).toBe(expected))

  it('may have exactly 72 bytes, and 8 characters of any width', () => {
    expect(sentence(newPassword, 'é'.repeat(36))).toBe('accepted')
    expect(sentence(newPassword, '🏈'.repeat(8))).toBe('accepted')
    expect(sentence(newPassword, ' spaces ')).toBe('accepted')
  })

  it('is the same at sign-in however the keyboard composes it', () => {
    expect(signInPassword.parse('pa\u0301sswort')).toBe(newPassword.parse('p\u00e1sswort'))
  })

  it('never comes out longer than bcrypt reads', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (value) => {
        const result = newPassword.safeParse(value)
        expect(new TextEncoder().encode(result.data ?? '').length).toBeLessThanOrEqual(72)
      }),
    )
  })
})

describe('a mobile number', () => {
  it.each([
    ['+1 (212) 555-0100', '+12125550100'],
    ['212.555.0100', '2125550100'],
    ['123456789012345', '123456789012345'],
    ['+123456789012345', '+123456789012345'],
    ['', null],
    [' + ', null],
    [null, null],
  ])('%j is kept as %j', (value, expected) => expect(mobile.parse(value)).toBe(expected))

  it.each(['1234567890123456', '+1234567890123456', 'call me', '12+34', '٣٣', '555 ext. 5'])('not %s', (value) => {
    expect(sentence(mobile, value)).toBe('Mobile may have up to 15 digits and a leading plus')
  })

  it('normalises once and for all', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const once = normalizeMobile(typed)
        expect(normalizeMobile(once ?? '')).toBe(once)
      }),
    )
  })
})
