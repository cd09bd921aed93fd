import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { email, firstName, mobile, newPassword, normalizeMobile, signInEmail, signInPassword } from './account.ts'

const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message ?? 'accepted'

describe('email', () => {
  it('trims an address and keeps its case', () => expect(email.parse(' Jo@Example.org ')).toBe('Jo@Example.org'))
  it.each(['a@b', 'jo+pool@example.org', 'jö@exämple.org', "o'neill@example.ie"])('accepts %s', (value) => {
    expect(email.parse(value)).toBe(value.normalize('NFC'))
  })
  it.each(['plain', '@b.c', 'a@', 'a b@c.d', 'a@b@c', 'a@b.c,d@e.f', 'a@b.c;', '<a@b.c>', 'a"b@c.d'])('rejects %s', (value) => {
    expect(messageOf(email, value)).toBe('Enter a valid email address')
  })
  it.each(['a@b.c\r\nBcc: x@y.z', 'a@b.c\0'])('rejects %j, which could forge a mail header', (value) => {
    expect(messageOf(email, value)).toBe('Email contains a character that cannot be used')
  })
  it.each([
    'a\u200bnn@club.example',
    'ann@club\u00ad.example',
    'ann@\ufeffclub.example',
    'a\u200dnn@club.example',
    'an\u2060n@club.example',
  ])('says that %j contains an invisible character, so that mail to it would never arrive', (value) =>
    expect(messageOf(email, value)).toBe('Email contains an invisible character. Type it instead of pasting it'),
  )
  it.each([
    '\u200bann@club.example',
    'ann@club.example\u200b',
    '\ufeff ann@club.example\u00a0\u200e',
    '\u2068ann@club.example\u2069',
  ])('removes invisible characters around an address that was pasted: %j', (value) =>
    expect(email.parse(value)).toBe('ann@club.example'),
  )
  it.each(['ann@club..example', 'ann@.club.example', 'ann@club.example.', 'ann@club\u3002.example', 'ann@.', 'ann@..'])(
    'rejects %s, whose domain has an empty label',
    (value) => expect(messageOf(email, value)).toBe('Enter a valid email address'),
  )
  it('rejects a missing address with a message that names the field', () => {
    expect(messageOf(email, '')).toBe('Email required')
    expect(messageOf(email, undefined)).toBe('Email required')
  })
})

describe('signInEmail', () => {
  it('keeps an address as an older account may have it, invisible characters included', () => {
    expect(signInEmail.parse(' a\u200bnn@club..example\u200b ')).toBe('a\u200bnn@club..example\u200b')
  })
})

describe('firstName', () => {
  it('rejects invisible characters, with which one member could pass for another', () => {
    expect(messageOf(firstName, 'A\u200bnn')).toBe('First name contains an invisible character. Type it instead of pasting it')
  })
})

describe('newPassword', () => {
  it.each([
    ['', 'Password required'],
    ['seven77', 'Password must have at least 8 characters'],
    ['x'.repeat(73), 'Password is too long: 72 bytes at most'],
    ['é'.repeat(37), 'Password is too long: 72 bytes at most'],
    ['null\0byte', 'Password contains a character that cannot be used'],
    ['lone \ud800 one', 'Password contains broken characters'],
  ])('rejects %j with: %s', (value, expected) => expect(messageOf(newPassword, value)).toBe(expected))

  it('accepts exactly 72 bytes, and 8 characters of several bytes', () => {
    expect(messageOf(newPassword, 'é'.repeat(36))).toBe('accepted')
    expect(messageOf(newPassword, '🏈'.repeat(8))).toBe('accepted')
    expect(messageOf(newPassword, ' spaces ')).toBe('accepted')
  })

  it('gives the same text at sign-in for composed and decomposed characters', () => {
    expect(signInPassword.parse('pa\u0301sswort')).toBe(newPassword.parse('p\u00e1sswort'))
  })

  it('never accepts more bytes than bcrypt hashes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (value) => {
        const result = newPassword.safeParse(value)
        expect(new TextEncoder().encode(result.data ?? '').length).toBeLessThanOrEqual(72)
      }),
    )
  })
})

describe('mobile', () => {
  it.each([
    ['+1 (212) 555-0100', '+12125550100'],
    ['212.555.0100', '2125550100'],
    ['123456789012345', '123456789012345'],
    ['+123456789012345', '+123456789012345'],
    ['', null],
    [' + ', null],
    [null, null],
  ])('normalizes %j to %j', (value, expected) => expect(mobile.parse(value)).toBe(expected))

  it.each(['1234567890123456', '+1234567890123456', 'call me', '12+34', '٣٣', '555 ext. 5'])('rejects %s', (value) => {
    expect(messageOf(mobile, value)).toBe('Mobile may have up to 15 digits and a leading plus')
  })

  it('normalizeMobile is idempotent', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const once = normalizeMobile(typed)
        expect(normalizeMobile(once ?? '')).toBe(once)
      }),
    )
  })
})
