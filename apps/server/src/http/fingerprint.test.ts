import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'

const request = (body: unknown) => ({ params: { id: 1 }, query: undefined, body })
const of = (body: unknown, secret = 'key of the server') => JSON.stringify(fingerprintOf(secret, request(body)))

describe('fingerprintOf', () => {
  it('returns equal fingerprints for equal requests only', () => {
    const body = { email: 'ann@club.example', password: 'correct horse' }
    expect(of(body)).toBe(of({ ...body }))
    expect(of({ ...body, password: 'another horse' })).not.toBe(of(body))
    expect(of({ ...body, email: 'bob@club.example' })).not.toBe(of(body))
    expect(of(undefined)).toBe('{"params":{"id":1},"query":null,"body":null}')
  })

  it('contains no secrets and no unkeyed hashes of them', () => {
    for (const field of ['password', 'current_password', 'new_password', 'token']) {
      const text = of({ [field]: 'correct horse' })
      expect(text).not.toContain('correct horse')
      expect(text).not.toContain(createHash('sha256').update('correct horse').digest('hex'))
      expect(of({ [field]: 'correct horse' }, 'key of another server')).not.toBe(text)
    }
  })
})
