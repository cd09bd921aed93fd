import { expect, it } from 'vitest'
import { newNonce } from './nonce.ts'

it('newNonce: returns 32 different random bytes in hex each time, also across refills of the buffer', () => {
  const nonces = Array.from({ length: 1_000 }, newNonce)
  for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(nonces).size).toBe(1_000)
  expect(new Set(nonces.flatMap((nonce) => nonce.match(/.{16}/g))).size).toBe(4_000)
})
