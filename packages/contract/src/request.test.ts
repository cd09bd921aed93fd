import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS, type RouteId } from './endpoints.ts'
import { ERROR_CODES, errorStatus } from './errors.ts'
import { type InputError, parseRequest, type RawRequest } from './request.ts'

function refusal(id: RouteId, raw: RawRequest): InputError {
  const parsed = parseRequest(id, raw)
  if (parsed.ok) throw new Error(`accepted: ${JSON.stringify(parsed.input)}`)
  return parsed.error
}

function accepted<Id extends RouteId>(id: Id, raw: RawRequest) {
  const parsed = parseRequest(id, raw)
  if (!parsed.ok) throw new Error(`refused: ${JSON.stringify(parsed.error)}`)
  return parsed.input
}

const week = { params: { id: '7' } }

describe('the specification’s own words', () => {
  it('name what is missing at sign-in and registration', () => {
    expect(refusal('login', {}).fields).toEqual({ email: 'Email required', password: 'Password required' })
    expect(refusal('register', { body: {} }).fields).toEqual({
      email: 'Email required',
      password: 'Password required',
      first_name: 'First name required',
      last_name: 'Last name required',
    })
    expect(refusal('submitPasswordReset', { body: { password: 'long enough' } }).error).toBe('Missing token')
  })

  it('name what is missing of entries and picks', () => {
    expect(refusal('createEntry', { body: { user_id: 1, name: ' ' } }).error).toBe('Entry name is required')
    expect(refusal('renameEntry', { ...week, body: {} }).error).toBe('Entry name required')
    expect(refusal('submitPick', { body: { entry_id: 1, week_id: 1 } }).error).toBe('Select a team')
  })
})

describe('ids', () => {
  it.each([0, -1, 1.5, Number.POSITIVE_INFINITY, Number.NaN, 2 ** 53, '12', null, true, [1], { valueOf: 1 }])(
    'in a body are not %j',
    (value) => {
      const { code, fields } = refusal('setCurrentWeek', { body: { week_id: value } })
      expect(code).toBe('invalid_input')
      expect(fields).toEqual({ week_id: 'Week ID must be a whole number above zero' })
    },
  )

  it.each(['0', '-1', '1.0', '12abc', '1e3', '1e309', ' 1', '01', '9007199254740992', '٣', '', 'nopick-5'])(
    'in a path are not %j',
    (value) => {
      expect(refusal('clearPick', { params: { id: value } }).fields).toEqual({ id: 'Pick ID must be a whole number above zero' })
    },
  )

  it('are numbers after that', () => {
    expect(accepted('clearPick', { params: { id: '9007199254740991' } }).params.id).toBe(Number.MAX_SAFE_INTEGER)
    expect(accepted('setCurrentWeek', { body: { week_id: 3 } }).body.week_id).toBe(3)
  })
})

describe('a body', () => {
  it.each([[[]], ['text'], [5], [null], [true]])('is an object, not %j', (body) => {
    expect(refusal('login', { body })).toEqual({ code: 'invalid_input', error: 'Send the fields as a JSON object' })
  })

  it('may have keys that nobody asked for: they are not read', () => {
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
    ['updateRules', 'Nothing to change: give missed_pick, team_lock, max_entries_per_member or late_entries'],
    ['updateAccount', 'Nothing to change: give first_name, last_name, email or mobile'],
    ['updateWeek', 'Give either lock_time or ineligible_teams'],
  ] as const)('of %s without a known field is refused', (id, error) => {
    expect(refusal(id, { ...week, body: { nmae: 'typo' } }).error).toBe(error)
  })

  it('asks for the exact phrase before a purge', () => {
    expect(accepted('purgeWeeks', { body: { confirm: 'DELETE ALL WEEKS' } }).body.confirm).toBe('DELETE ALL WEEKS')
    expect(refusal('purgeWeeks', { body: { confirm: 'delete all weeks' } })).toEqual({
      code: 'confirm_mismatch',
      error: 'Type exactly DELETE ALL WEEKS',
      fields: { confirm: 'Type exactly DELETE ALL WEEKS' },
    })
    expect(refusal('purgeUsersAndEntries', { body: { confirm: 'DELETE ALL USERS AND ENTRIES ' } }).code).toBe('confirm_mismatch')
  })
})

describe('times', () => {
  const lock = (value: unknown) => ({ ...week, body: { lock_time: value } })

  it.each([
    ['2025-09-07T12:00:00-04:00', '2025-09-07T16:00:00.000Z'],
    ['2025-09-07T16:00Z', '2025-09-07T16:00:00.000Z'],
    ['auto', 'auto'],
  ])('%s is %s', (value, expected) => expect(accepted('updateWeek', lock(value)).body.lock_time).toBe(expected))

  it.each(['2025-09-07T12:00:00', '2025-09-07', 'tomorrow', '', '2025-13-01T00:00:00Z', `${'9'.repeat(99)}Z`])(
    '%s is none',
    (value) => expect(refusal('updateWeek', lock(value)).fields).toHaveProperty('lock_time'),
  )

  it.each(['0000-01-01T00:00:00Z', '1999-12-31T23:59:59Z', '2102-01-01T00:00:00Z', '+012025-01-01T00:00:00Z'])(
    '%s is out of range',
    (value) => expect(refusal('updateWeek', lock(value)).fields).toHaveProperty('lock_time'),
  )

  it.each([{}, { now_iso: '' }, { now_iso: null }, undefined])('%j clears the site time', (body) => {
    expect(accepted('setSiteTime', { body }).body.now_iso ?? null).toBeNull()
  })

  it('knows the days of the calendar', () => {
    const paid = (value: string) => ({ ...week, body: { paid_date: value, payment_type: 'cash' } })
    expect(accepted('setPayment', paid('2024-02-29')).body.paid_date).toBe('2024-02-29')
    expect(refusal('setPayment', paid('2025-02-29')).error).toBe('Paid date must be a day like 2025-09-07')
  })
})

describe('queries and headers', () => {
  it('takes each parameter once', () => {
    expect(refusal('getMatrix', { query: { season: ['2024', '2025'] } }).fields).toHaveProperty('season')
    expect(accepted('getMatrix', { query: { season: '2025' } }).query.season).toBe(2025)
  })

  it('pages the audit trail one way at a time', () => {
    expect(accepted('listAudit', {}).query.limit).toBe(50)
    expect(refusal('listAudit', { query: { after: '1', before: '2' } }).error).toBe('Give after or before, not both')
    expect(refusal('listAudit', { query: { limit: '201' } }).error).toBe('Limit must be a whole number from 1 to 200')
  })

  it('reads versions as ETags write them', () => {
    const rename = (value: string | string[]) => ({ ...week, body: { name: 'A' }, headers: { 'if-match': value } })
    expect(accepted('renameEntry', rename('"12"')).ifMatch).toBe(12)
    expect(accepted('renameEntry', rename('W/"12"')).ifMatch).toBe(12)
    expect(accepted('renameEntry', rename('*')).ifMatch).toBeUndefined()
    for (const wrong of ['12', '"a"', '"1", "2"', '', '"99999999999999999999"']) {
      expect(refusal('renameEntry', rename(wrong)).fields).toHaveProperty('If-Match')
    }
  })

  it('reads keys of idempotency where a route takes them', () => {
    const headers = { 'idempotency-key': 'k-1' }
    expect(accepted('renameEntry', { ...week, body: { name: 'A' }, headers }).idempotencyKey).toBe('k-1')
    expect(accepted('login', { body: { email: 'a', password: 'b' }, headers }).idempotencyKey).toBeUndefined()
    for (const wrong of ['', 'a b', 'ü', 'x'.repeat(256), ['a', 'b']]) {
      const raw = { ...week, body: { name: 'A' }, headers: { 'idempotency-key': wrong } }
      expect(refusal('renameEntry', raw).fields).toHaveProperty('Idempotency-Key')
    }
  })
})

describe('whatever is sent to any route', () => {
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

  it.each(Object.keys(ENDPOINTS) as RouteId[])('%s: it is accepted, or refused in a sentence for people', (id) => {
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
