import { createHash, createHmac } from 'node:crypto'
import { nextChainHash } from '@outlast/domain/rules'
import { expect, test } from 'vitest'
import type { ProvedEvent } from '../rest/proof.ts'
import { findOutsideChain } from './outside-chain.ts'

const hashing = {
  sha256: (data: Uint8Array | string) => createHash('sha256').update(data).digest(),
  hmacSha256: (key: Uint8Array, data: Uint8Array) => createHmac('sha256', key).update(data).digest(),
}

const chain: { position: number; hash: string; eventHash: string | null }[] = []
for (let position = 1, hash = '0'.repeat(64); position <= 2_500; position += 1) {
  const eventHash = position.toString(16).padStart(64, '0')
  hash = nextChainHash(hashing, hash, eventHash)
  chain.push({ position, hash, eventHash })
}
const eventAt = (position: number) => ({ position, hash: chain[position - 1]?.hash }) as ProvedEvent

function check(events: readonly ProvedEvent[], log = chain) {
  let calls = 0
  const read = (from: number, to: number) => {
    calls += 1
    return Promise.resolve(log.filter(({ position }) => position > from && position <= to))
  }
  return findOutsideChain(hashing, events, read).then((outside) => ({ outside, calls }))
}

test('findOutsideChain: accepts events of the chain, and looks up those that are near each other together', async () => {
  expect(await check([5, 20, 900, 2_400].map(eventAt))).toEqual({ outside: [], calls: 2 })
})

test('findOutsideChain: finds an event with another hash, beyond the head, or that later events do not continue', async () => {
  expect((await check([eventAt(5), { ...eventAt(20), hash: 'ab'.repeat(32) }])).outside).toEqual([20])
  expect((await check([{ ...eventAt(20), position: 2_501 }])).outside).toEqual([2_501])
  const forged = chain.map((step) => (step.position === 20 ? { ...step, hash: 'ab'.repeat(32) } : step))
  expect((await check([{ ...eventAt(20), hash: 'ab'.repeat(32) }], forged)).outside).toEqual([20])
})

test('findOutsideChain: compares only the hash where events have no event hash', async () => {
  const early = chain.map((step) => ({ ...step, eventHash: null }))
  expect((await check([eventAt(20)], early)).outside).toEqual([])
})
