import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoints, optionalText, text, verbatim } from './text.ts'

const name = text({ label: 'Entry name', max: 40, required: 'Entry name is required' })
const body = text({ label: 'Message', max: 20_000, lines: true })

const sentence = (schema: { safeParse: typeof name.safeParse }, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message ?? 'accepted'

describe('a text', () => {
  it('is trimmed and in NFC', () => {
    expect(name.parse('  Jose\u0301’s  №1 \u00a0')).toBe('José’s  №1')
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['blanks', ' \t\u00a0\u3000 '],
    ['what nobody can see', '\u200b\u2060\u3164'],
    ['combining marks alone', '\u0301\u0301'],
  ])('is missing when it is %s', (_, value) => {
    expect(sentence(name, value)).toBe('Entry name is required')
  })

  it.each([
    ['NUL', 'a\0b'],
    ['a line break', 'a\nb'],
    ['a C1 control', 'a\u0085b'],
    ['a right-to-left override', 'abc\u202ecba'],
    ['a direction isolate', 'a\u2066b'],
    ['a direction mark', 'a\u200fb'],
    ['a line separator', 'a\u2028b'],
  ])('with %s is refused', (_, value) => {
    expect(sentence(name, value)).toBe('Entry name contains a character that cannot be used')
  })

  it.each(['\ud800', 'a\udc00b', '\ud83d'])('with a lone surrogate is refused', (value) => {
    expect(sentence(name, value)).toBe('Entry name contains broken characters')
    expect(sentence(body, value)).toBe('Message contains broken characters')
  })

  it('counts code points, not UTF-16 units', () => {
    expect(name.parse('🏈'.repeat(40))).toHaveLength(80)
    expect(sentence(name, '🏈'.repeat(41))).toBe('Entry name can be 40 characters at most')
  })

  it.each([5, true, {}, []])('is no %j', (value) => {
    expect(sentence(name, value)).toBe('Entry name must be text')
  })

  it('may have lines where lines are allowed, and nothing else that controls', () => {
    expect(body.parse('Hello\r\n\tall\n')).toBe('Hello\r\n\tall')
    expect(sentence(body, 'bell \u0007')).toBe('Message contains a character that cannot be used')
  })

  it('accepts scripts and emoji of all kinds', () => {
    for (const value of ['Müller', '王小明', 'عمر', 'נועה', 'Ωmega', '👩‍👩‍👧', 'नमस्ते', '#1 (best)', '<script>']) {
      expect(name.parse(value)).toBe(value.normalize('NFC'))
    }
  })

  it('comes out fit for the database, whatever went in', () => {
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

describe('an optional text', () => {
  const reason = optionalText({ label: 'Reason', max: 5 })
  it.each([null, '', '  '])('is null when it is %j', (value) => expect(reason.parse(value)).toBeNull())
  it('is checked like any other', () => {
    expect(reason.parse(' ok ')).toBe('ok')
    expect(sentence(reason as never, 'too long')).toBe('Reason can be 5 characters at most')
    expect(sentence(reason as never, 'a\0')).toBe('Reason contains a character that cannot be used')
  })
})

describe('a text taken as it stands', () => {
  const token = verbatim('Token', 'Missing token', 5)
  it('is neither trimmed nor normalised', () => expect(token.parse(' e\u0301 ')).toBe(' e\u0301 '))
  it.each([
    ['', 'Missing token'],
    [null, 'Missing token'],
    ['a\0', 'Token contains a character that cannot be used'],
    ['\udfff', 'Token contains broken characters'],
    ['123456', 'Token can be 5 characters at most'],
  ])('%j: %s', (value, expected) => expect(sentence(token as never, value)).toBe(expected))
})
