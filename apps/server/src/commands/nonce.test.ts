import { expect, it } from 'vitest'
import { newNonce } from './nonce.ts'

it('gives 32 bytes in hex, each time others, also past what is asked of the system at once', () => {
  const nonces = Array.from({ length: 1_000 }, newNonce)
  for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(nonces).size).toBe(1_000)
  expect(new Set(nonces.flatMap((nonce) => nonce.match(/.{16}/g))).size).toBe(4_000)
})
