import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS, type RouteId } from './endpoints.ts'
import { ERROR_CODES, errorStatus } from './errors.ts'
import { type InputError, parseRequest, type RawRequest } from './request.ts'

function rejected(id: RouteId, raw: RawRequest): InputError {
  const parsed = parseRequest(id, raw)
  if (parsed.ok) throw new Error(`accepted: ${JSON.stringify(parsed.input)}`)
  return parsed.error
}

function accepted<Id extends RouteId>(id: Id, raw: RawRequest) {
  const parsed = parseRequest(id, raw)
  if (!parsed.ok) throw new Error(`rejected: ${JSON.stringify(parsed.error)}`)
  return parsed.input
}

const week = { params: { id: '7' } }

describe('parseRequest: messages for missing fields', () => {
  it('names the missing fields of sign-in, registration and password reset', () => {
    expect(rejected('login', {}).fields).toEqual({ email: 'Email required', password: 'Password required' })
    expect(rejected('register', { body: {} }).fields).toEqual({
      email: 'Email required',
      password: 'Password required',
      first_name: 'First name required',
      last_name: 'Last name required',
    })
    expect(rejected('submitPasswordReset', { body: { password: 'long enough' } }).error).toBe('Missing token')
  })

  it('names the missing fields of entries and picks', () => {
    expect(rejected('createEntry', { body: { user_id: 1, name: ' ' } }).error).toBe('Entry name is required')
    expect(rejected('renameEntry', { ...week, body: {} }).error).toBe('Entry name required')
    expect(rejected('submitPick', { body: { entry_id: 1, week_id: 1 } }).error).toBe('Select a team')
  })
})

describe('parseRequest: ids', () => {
  it.each([0, -1, 1.5, Number.POSITIVE_INFINITY, Number.NaN, 2 ** 53, '12', null, true, [1], { valueOf: 1 }])(
    'rejects %j as an id in a body',
    (value) => {
      const { code, fields } = rejected('setCurrentWeek', { body: { week_id: value } })
      expect(code).toBe('invalid_input')
      expect(fields).toEqual({ week_id: 'Week ID must be a whole number above zero' })
    },
  )

  it.each(['0', '-1', '1.0', '12abc', '1e3', '1e309', ' 1', '01', '9007199254740992', '٣', '', 'nopick-5'])(
    'rejects %j as an id in a path',
    (value) => {
      expect(rejected('clearPick', { params: { id: value } }).fields).toEqual({ id: 'Pick ID must be a whole number above zero' })
    },
  )

  it('returns ids as numbers', () => {
    expect(accepted('clearPick', { params: { id: '9007199254740991' } }).params.id).toBe(Number.MAX_SAFE_INTEGER)
    expect(accepted('setCurrentWeek', { body: { week_id: 3 } }).body.week_id).toBe(3)
  })
})

describe('parseRequest: bodies', () => {
  it.each([[[]], ['text'], [5], [null], [true]])('rejects %j, which is not an object', (body) => {
    expect(rejected('login', { body })).toEqual({ code: 'invalid_input', error: 'Send the fields as a JSON object' })
  })

  it('ignores unknown keys', () => {
    const body: unknown = JSON.parse(
      '{"email":"a@b","password":"long enough","first_name":"A","last_name":"B","is_admin":true,"__proto__":{"mobile":"1"},"constructor":{"prototype":{"x":1}}}',
    )
    const input = accepted('register', { body })
    expect(input.body).toEqual({ email: 'a@b', password: 'long enough', first_name: 'A', last_name: 'B' })
    expect(Object.getPrototypeOf(input.body)).toBe(Object.prototype)
    expect(input.body.mobile).toBeUndefined()
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  it.each([
    ['adminUpdateUser', 'Nothing to change: give first_name, last_name, email, mobile or is_admin'],
    ['adminUpdateEntry', 'Nothing to change: give name or is_eliminated'],
    ['updateRules', 'Nothing to change: give at least one rule'],
    ['updateAccount', 'Nothing to change: give first_name, last_name, email or mobile'],
    ['updateWeek', 'Give one of lock_time, ineligible_teams and picks'],
  ] as const)('rejects a body of %s without a known field', (id, error) => {
    expect(rejected(id, { ...week, body: { nmae: 'typo' } }).error).toBe(error)
  })

  const list = { csv: 'name,email\nAnn,a@b.example', dry_run: true }
  const corrected = { line: 2, column: 0, text: 'Bob' }
  it.each([
    ['importMembers', 'corrections', { ...list, corrections: [{ ...corrected, text: '\ud800' }] }],
    ['importPicks', 'corrections', { ...list, corrections: [corrected, { ...corrected, was: 'x\udc00' }] }],
    ['importPayments', 'csv', { ...list, csv: 'a,b\ud800' }],
  ] as const)('rejects a lone surrogate anywhere in a body of %s: %s', (id, field, body) => {
    const error = 'The text contains broken characters'
    expect(rejected(id, { body })).toEqual({ code: 'invalid_input', error, fields: { [field]: error } })
  })

  it('ignores a lone surrogate under an unknown key', () => {
    expect(accepted('importPayments', { body: { ...list, '\ud800': '\ud800' } }).body).toEqual(list)
  })

  it('requires the exact confirmation phrase for a purge', () => {
    expect(accepted('purgeWeeks', { body: { confirm: 'DELETE ALL WEEKS' } }).body.confirm).toBe('DELETE ALL WEEKS')
    expect(rejected('purgeWeeks', { body: { confirm: 'delete all weeks' } })).toEqual({
      code: 'confirm_mismatch',
      error: 'Type exactly DELETE ALL WEEKS',
      fields: { confirm: 'Type exactly DELETE ALL WEEKS' },
    })
    expect(rejected('purgeUsersAndEntries', { body: { confirm: 'DELETE ALL USERS AND ENTRIES ' } }).code).toBe('confirm_mismatch')
  })
})

describe('parseRequest: times', () => {
  const lock = (value: unknown) => ({ ...week, body: { lock_time: value } })

  it.each([
    ['2025-09-07T12:00:00-04:00', '2025-09-07T16:00:00.000Z'],
    ['2025-09-07T16:00Z', '2025-09-07T16:00:00.000Z'],
    ['auto', 'auto'],
  ])('reads %s as %s', (value, expected) => expect(accepted('updateWeek', lock(value)).body.lock_time).toBe(expected))

  it.each(['2025-09-07T12:00:00', '2025-09-07', 'tomorrow', '', '2025-13-01T00:00:00Z', `${'9'.repeat(99)}Z`])(
    'rejects %s, which is not a time',
    (value) => expect(rejected('updateWeek', lock(value)).fields).toHaveProperty('lock_time'),
  )

  it.each(['0000-01-01T00:00:00Z', '1999-12-31T23:59:59Z', '2102-01-01T00:00:00Z', '+012025-01-01T00:00:00Z'])(
    'rejects %s, which is out of range',
    (value) => expect(rejected('updateWeek', lock(value)).fields).toHaveProperty('lock_time'),
  )

  it.each([{}, { now_iso: '' }, { now_iso: null }, undefined])('reads %j as clearing the site time', (body) => {
    expect(accepted('setSiteTime', { body }).body.now_iso ?? null).toBeNull()
  })

  it('accepts only days that exist in the calendar', () => {
    const paid = (value: string) => ({ ...week, body: { paid_date: value, payment_type: 'cash' } })
    expect(accepted('setPayment', paid('2024-02-29')).body.paid_date).toBe('2024-02-29')
    expect(rejected('setPayment', paid('2025-02-29')).error).toBe('Paid date must be a day like 2025-09-07')
  })

  it('takes the payment types that admins choose, and no transfer, which only a file of the bank has', () => {
    const paid = (payment_type: string) => ({ ...week, body: { payment_type, is_paid: true } })
    expect(['venmo', 'paypal', 'square', 'cash'].map((type) => accepted('setPayment', paid(type)).body.payment_type)).toEqual([
      'venmo',
      'paypal',
      'square',
      'cash',
    ])
    expect(accepted('setPayment', paid('')).body.payment_type).toBeNull()
    expect(rejected('setPayment', paid('bank')).error).toBe('Payment type must be venmo, paypal, square or cash')
  })
})

describe('parseRequest: queries and headers', () => {
  it('rejects a repeated query parameter', () => {
    expect(rejected('getMatrix', { query: { season: ['2024', '2025'] } }).fields).toHaveProperty('season')
    expect(accepted('getMatrix', { query: { season: '2025' } }).query.season).toBe(2025)
  })

  it('rejects `after` and `before` together', () => {
    expect(accepted('listAudit', {}).query.limit).toBe(50)
    expect(rejected('listAudit', { query: { after: '1', before: '2' } }).error).toBe('Give after or before, not both')
    expect(rejected('listAudit', { query: { limit: '201' } }).error).toBe('Limit must be a whole number from 1 to 200')
  })

  it('refuses conditions on writes that compare no version, and ignores them on reads', () => {
    const headers = { 'if-match': '"12"', 'if-none-match': '*' }
    expect(rejected('login', { body: { email: 'a@b.example', password: 'x' }, headers }).fields).toEqual({
      'If-Match': 'This call compares no version. Leave If-Match out',
      'If-None-Match': 'This call compares no version. Leave If-None-Match out',
    })
    expect(accepted('listWeeks', { headers }).ifMatch).toBeUndefined()
  })

  it('reads If-Match as an ETag', () => {
    const rename = (value: string | string[]) => ({ ...week, body: { name: 'A' }, headers: { 'if-match': value } })
    expect(accepted('renameEntry', rename('"12"')).ifMatch).toBe(12)
    expect(accepted('renameEntry', rename('*')).ifMatch).toBe('*')
    for (const wrong of ['12', '"a"', '"1", "2"', '', 'W/"12"', '"99999999999999999999"']) {
      expect(rejected('renameEntry', rename(wrong)).fields).toHaveProperty('If-Match')
    }
  })

  it('reads If-None-Match: * of a write as “there is none yet”, and refuses every other value', () => {
    const rename = (headers: Record<string, string>) => ({ ...week, body: { name: 'A' }, headers })
    expect(accepted('renameEntry', rename({ 'if-none-match': '*' })).ifMatch).toBe(0)
    expect(rejected('renameEntry', rename({ 'if-none-match': '"12"' })).fields).toHaveProperty('If-None-Match')
    expect(rejected('renameEntry', rename({ 'if-match': '"12"', 'if-none-match': '*' })).fields).toEqual({
      'If-None-Match': 'Send either If-Match or If-None-Match',
    })
  })

  it('reads Idempotency-Key only on routes that accept it', () => {
    const headers = { 'idempotency-key': 'k-1' }
    expect(accepted('renameEntry', { ...week, body: { name: 'A' }, headers }).idempotencyKey).toBe('k-1')
    expect(accepted('login', { body: { email: 'a', password: 'b' }, headers }).idempotencyKey).toBeUndefined()
    for (const wrong of ['', 'a b', 'ü', 'x'.repeat(256), ['a', 'b']]) {
      const raw = { ...week, body: { name: 'A' }, headers: { 'idempotency-key': wrong } }
      expect(rejected('renameEntry', raw).fields).toHaveProperty('Idempotency-Key')
    }
  })
})

describe('parseRequest: arbitrary input', () => {
  const hostile = fc.oneof(
    fc.anything({ withNullPrototype: true, maxDepth: 2 }),
    fc.constantFrom('\0', '\ud800', '__proto__', Number.POSITIVE_INFINITY, -1, 2 ** 53, '1e309', '\u202e', 'x'.repeat(50_000)),
  )
  const KEYS = ['email', 'password', 'name', 'user_id', 'entry_id', 'week_id', 'team_abbr', 'lock_time', 'ineligible_teams',
    'now_iso', 'mobile', 'confirm', 'subject', 'text', 'season_year', 'week_number', 'payment_type', 'paid_date', 'reason',
    'first_name', 'is_admin', 'max_entries_per_member', 'token', 'overwrite', '__proto__', 'constructor', 'toString'] // prettier-ignore
  const body = fc.oneof(hostile, fc.dictionary(fc.constantFrom(...KEYS), hostile, { noNullPrototype: false }))
  const raw = fc.record({
    params: fc.dictionary(fc.constantFrom('id', 'position', 'topic'), fc.oneof(hostile, fc.nat().map(String))),
    query: fc.dictionary(fc.constantFrom('season', 'limit', 'after', 'kind', 'reason'), hostile),
    body,
    headers: fc.dictionary(fc.constantFrom('if-match', 'idempotency-key'), fc.string()),
  })

  it.each(Object.keys(ENDPOINTS) as RouteId[])('%s accepts it or rejects it with a readable message', (id) => {
    fc.assert(
      fc.property(raw, (request) => {
        const parsed = parseRequest(id, request as RawRequest)
        if (parsed.ok) return
        const { code, error, fields = {} } = parsed.error
        expect(ERROR_CODES).toContain(code)
        expect(errorStatus(code)).toBe(400)
        for (const sentence of [error, ...Object.values(fields)]) {
          expect(sentence).toMatch(/^[A-Z]/)
          expect(sentence).not.toMatch(/expected|received|undefined|NaN|invalid input|\bregex\b|zod|\[object/i)
        }
      }),
      { numRuns: 60 },
    )
  })
})
