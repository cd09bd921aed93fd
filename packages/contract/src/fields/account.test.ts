import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { emailKey } from './email-address.ts'
import { trimmed } from './text.ts'
import { email, firstName, mobile, newPassword, normalizeMobile, signInEmail, signInPassword } from './account.ts'

const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message ?? 'accepted'

/** The rules of addresses, read character by character. */
function isAddress(value: string): boolean {
  const [local = '', domain = '', ...more] = value.split('@')
  if (more.length > 0 || /[\s<>]/u.test(value)) return false
  const labels = domain
    .split('')
    .reduce<string[]>(
      (all, char) => ('.\u3002'.includes(char) ? [...all, ''] : [...all.slice(0, -1), `${all.at(-1)}${char}`]),
      [''],
    )
  const hasGap = local === '' || local.startsWith('.') || local.endsWith('.') || local.includes('..')
  return !hasGap && labels.every((label) => label !== '' && !label.startsWith('-') && !label.endsWith('-'))
}

describe('email', () => {
  it('trims an address and keeps its case', () => expect(email.parse(' Jo@Example.org ')).toBe('Jo@Example.org'))
  it.each(['a@b', 'jo+pool@example.org', 'jö@exämple.org', "o'neill@example.ie"])('accepts %s', (value) => {
    expect(email.parse(value)).toBe(value.normalize('NFKC'))
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
  const AT_DOT = ' the @, an email address cannot begin or end with a dot, or have two dots in a row'
  it.each([
    'ann@club..example',
    'ann@.club.example',
    'ann@club.example.',
    'ann@club\u3002.example',
    'ann@.',
    'ann@..',
    'ann@club\uff0e\uff0eexample',
    'ann@club\uff61',
    'ann@club\u2025example',
  ])('rejects %s, whose domain has an empty label', (value) => expect(messageOf(email, value)).toBe(`After${AT_DOT}`))
  it.each(['.ann@club.example', 'ann.@club.example', 'ann..archer@club.example', '.@club.example', 'ann\uff0e@club.example'])(
    'rejects %s, whose dots stand at an end or next to each other',
    (value) => expect(messageOf(email, value)).toBe(`Before${AT_DOT}`),
  )
  it.each(['ann@-club.example', 'ann@club-.example', 'ann@club.-example', 'ann@-', 'ann@club\uff0d.example', 'ann@club.\u2010x'])(
    'rejects %s, of which a label begins or ends with a hyphen',
    (value) => expect(messageOf(email, value)).toBe('After the @, no part of an email address can begin or end with a hyphen'),
  )
  it.each(['-ann-@my-club.example', 'a.n.n@club.example', 'ann@xn--club-5qa.example', 'ann@club\u3002example'])(
    'accepts %s, which only looks like them',
    (value) => expect(email.parse(value)).toBe(value),
  )
  it.each([
    ['\uff41\uff4e\uff4e\uff20\uff43lub.example', 'ann@club.example'],
    ['\ufb01nn@club.example', 'finn@club.example'],
  ])('writes %s in NFKC, as it is compared and mailed', (value, address) => expect(email.parse(value)).toBe(address))
  it.each(['a\u2474@club.example', 'ann\ufe6b@club.example', '\u00b4ann@club.example'])(
    'rejects %j, which NFKC turns into characters that an address cannot have',
    (value) => expect(messageOf(email, value)).toBe('Enter a valid email address'),
  )
  it('rejects an address that is too long in NFKC only', () => {
    expect(messageOf(email, `${'\ufb03'.repeat(100)}@club.example`)).toBe('Email can be 254 characters at most')
  })
  it('accepts the same as a reader of labels does, whatever the address is, and writes it as it is compared', () => {
    const char = fc.constantFrom(...Array.from('aZ9.-@_ +\uff21\uff0e\u3002\uff61\uff0d\ufb01\u00e9\u0301\u212b\u2121\u2025<'))
    fc.assert(
      fc.property(fc.string({ unit: char, maxLength: 12 }), (value) => {
        const parsed = email.safeParse(value)
        expect(parsed.success).toBe(isAddress(trimmed(value).normalize('NFKC')))
        if (!parsed.success) return
        expect(email.parse(parsed.data)).toBe(parsed.data)
        expect(emailKey(parsed.data)).toBe(emailKey(value))
      }),
      { numRuns: 5_000 },
    )
  })
  it('emailKey: is the same for its own result, and for each spelling that NFKC and case make equal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const key = emailKey(value)
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) expect(emailKey(value.normalize(form))).toBe(key)
        expect(emailKey(key)).toBe(key)
      }),
      { numRuns: 2_000 },
    )
  })
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
