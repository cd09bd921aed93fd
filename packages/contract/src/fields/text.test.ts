import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoints, optionalText, text, trimmed, verbatim } from './text.ts'

const name = text({ label: 'Entry name', max: 40, required: 'Entry name is required' })
const body = text({ label: 'Message', max: 20_000, lines: true })

const messageOf = (schema: { safeParse: typeof name.safeParse }, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message ?? 'accepted'

describe('text', () => {
  it('trims a text and normalizes it to NFC', () => {
    expect(name.parse('  Jose\u0301’s  №1 \u00a0')).toBe('José’s  №1')
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['blanks', ' \t\u00a0\u3000 '],
    ['invisible characters', '\u200b\u2060\u3164'],
    ['combining marks alone', '\u0301\u0301'],
  ])('rejects %s as missing', (_, value) => {
    expect(messageOf(name, value)).toBe('Entry name is required')
  })

  it.each([
    ['NUL', 'a\0b'],
    ['a line break', 'a\nb'],
    ['a C1 control', 'a\u0085b'],
    ['a right-to-left override', 'abc\u202ecba'],
    ['a direction isolate', 'a\u2066b'],
    ['a direction mark', 'a\u200fb'],
    ['a line separator', 'a\u2028b'],
  ])('rejects a text with %s', (_, value) => {
    expect(messageOf(name, value)).toBe('Entry name contains a character that cannot be used')
  })

  it.each(['\ud800', 'a\udc00b', '\ud83d'])('rejects the lone surrogate in %j', (value) => {
    expect(messageOf(name, value)).toBe('Entry name contains broken characters')
    expect(messageOf(body, value)).toBe('Message contains broken characters')
  })

  it('counts code points, not UTF-16 units', () => {
    expect(name.parse('🏈'.repeat(40))).toHaveLength(80)
    expect(messageOf(name, '🏈'.repeat(41))).toBe('Entry name can be 40 characters at most')
  })

  it.each([5, true, {}, []])('rejects %j, which is not text', (value) => {
    expect(messageOf(name, value)).toBe('Entry name must be text')
  })

  it('accepts line breaks only where they are allowed, and no other control characters', () => {
    expect(body.parse('Hello\r\n\tall\n')).toBe('Hello\r\n\tall')
    expect(messageOf(body, 'bell \u0007')).toBe('Message contains a character that cannot be used')
  })

  it('accepts all scripts and emoji', () => {
    for (const value of ['Müller', '王小明', 'عمر', 'נועה', 'Ωmega', '👩‍👩‍👧', 'नमस्ते', '#1 (best)', '<script>']) {
      expect(name.parse(value)).toBe(value.normalize('NFC'))
    }
  })

  it('returns only text that PostgreSQL can store', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const result = name.safeParse(value)
        fc.pre(result.data !== undefined)
        expect(result.data.isWellFormed()).toBe(true)
        expect(result.data).toBe(result.data.trim().normalize('NFC'))
        expect(result.data).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
        expect(codePoints(result.data)).toBeGreaterThanOrEqual(1)
        expect(codePoints(result.data)).toBeLessThanOrEqual(40)
        expect(name.parse(result.data)).toBe(result.data)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a text in which invisible characters must join something', () => {
  const entryName = text({ label: 'Entry name', max: 40, invisible: 'joining' })

  it.each([
    ['a family', '👨‍👩‍👧‍👦'],
    ['a couple with a heart', '👩‍❤️‍👨'],
    ['a heart in color at the end', 'Ann ❤️'],
    ['a skin tone with a profession', '👩🏽‍🚒 crew'],
    ['a keycap at the end', 'No 1️⃣'],
    ['the flag of England at the end', 'Lions 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
    ['the rainbow flag', '🏳️‍🌈'],
    ['a Persian word with a non-joiner', 'می‌خواهم'],
    ['a Hindi word with a joiner', 'क्‍षमा'],
    ['a Japanese surname with a variant character', '葛\u{E0100}城'],
    ['Mongolian variants', 'ᠠ\u180Bᠨ'],
  ])('accepts %s unchanged', (_, value) => expect(entryName.parse(` ${value} `)).toBe(value.normalize('NFC')))

  it.each([
    ['a zero-width space', 'Ann\u200b2'],
    ['a soft hyphen', 'An\u00adn'],
    ['a word joiner', 'An\u2060n'],
    ['a joiner between Latin letters', 'An\u200dn'],
    ['a non-joiner between Latin letters', 'An\u200cn'],
    ['a variation selector on a letter', 'A\ufe0fnn'],
    ['a Hangul filler', 'An\u3164n'],
    ['a blank Braille pattern', 'An\u2800n'],
    ['tag characters without a flag', 'Ann\u{E0061}\u{E0062}x'],
    ['a direction mark', 'An\u200fn'],
  ])('rejects %s with a sentence that says so', (_, value) =>
    expect(messageOf(entryName, value)).toBe('Entry name contains an invisible character. Type it instead of pasting it'),
  )

  it('removes invisible characters at the ends like blanks', () => {
    expect(entryName.parse('\u200b \ufeffAnn\u00ad \u3164\u200d')).toBe('Ann')
  })

  it('reads a long text of invisible characters without trying again at each of them', () => {
    const long = `a${'\u200b'.repeat(200_000)}b${'\u{E0061}'.repeat(100_000)}`
    expect(messageOf(entryName, long)).toContain('invisible')
    expect(trimmed(long)).toBe(`a${'\u200b'.repeat(200_000)}b`)
  })
})

describe('optionalText', () => {
  const reason = optionalText({ label: 'Reason', max: 5 })
  it.each([null, '', '  '])('returns null for %j', (value) => expect(reason.parse(value)).toBeNull())
  it('validates a text like `text`', () => {
    expect(reason.parse(' ok ')).toBe('ok')
    expect(messageOf(reason as never, 'too long')).toBe('Reason can be 5 characters at most')
    expect(messageOf(reason as never, 'a\0')).toBe('Reason contains a character that cannot be used')
  })
})

describe('verbatim', () => {
  const token = verbatim('Token', 'Missing token', 5)
  it('neither trims nor normalizes', () => expect(token.parse(' e\u0301 ')).toBe(' e\u0301 '))
  it.each([
    ['', 'Missing token'],
    [null, 'Missing token'],
    ['a\0', 'Token contains a character that cannot be used'],
    ['\udfff', 'Token contains broken characters'],
    ['123456', 'Token can be 5 characters at most'],
  ])('rejects %j with: %s', (value, expected) => expect(messageOf(token as never, value)).toBe(expected))
})
