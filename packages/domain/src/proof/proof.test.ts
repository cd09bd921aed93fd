import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ChainStep,
  type EntryId,
  followChain,
  fromHex,
  merkleRoot,
  nextChainHash,
  nameCommitment,
  pickCommitment,
  type ProofLeaf,
  signedHeadText,
  type TeamAbbr,
  toHex,
  type UserId,
  type WeekId,
} from '../index.ts'
import { hashing, nonceOf } from '../../tests/hashing.ts'

/** The definition of RFC 6962 §2.1: MTH(D[n]) = H(0x01 ‖ MTH(D[0:k]) ‖ MTH(D[k:n])), k the largest power of two below n. */
function rfc6962(leaves: readonly Buffer[]): Buffer {
  const hash = (...parts: readonly Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
  if (leaves.length === 0) return hash()
  if (leaves.length === 1) return hash(Buffer.from([0]), leaves[0]!)
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return hash(Buffer.from([1]), rfc6962(leaves.slice(0, k)), rfc6962(leaves.slice(k)))
}

/** Canonical JSON (RFC 8785): sorted keys, no blanks. */
const canonical = ({ entryId, commitment }: ProofLeaf) => Buffer.from(JSON.stringify({ commitment, entry: entryId }))

describe('merkleRoot', () => {
  it.each(Array.from({ length: 70 }, (_, n) => n))('equals the RFC 6962 definition for %i leaves', (n) => {
    const leaves = Array.from({ length: n }, (_, i): ProofLeaf => ({
      entryId: i + 1,
      commitment: i % 3 === 0 ? null : nonceOf(i),
    }))
    expect(merkleRoot(hashing, leaves)).toBe(rfc6962(leaves.map(canonical)).toString('hex'))
  })
  it('differs for any two different weeks', () => {
    const leaf = fc.record({
      entryId: fc.integer({ min: 1, max: 3 }),
      commitment: fc.option(fc.constantFrom(nonceOf(1), nonceOf(2))),
    })
    const week = fc.array(leaf, { maxLength: 5 })
    fc.assert(
      fc.property(week, week, (a, b) => {
        expect(merkleRoot(hashing, a) === merkleRoot(hashing, b)).toBe(JSON.stringify(a) === JSON.stringify(b))
      }),
    )
  })
  it('is the hash of an empty string without leaves', () => {
    expect(merkleRoot(hashing, [])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })
})

describe('nameCommitment', () => {
  const names = { salt: nonceOf(1), firstName: 'Ann "A"', lastName: 'Lee' }
  const commit = (user: number, change: object = {}) => nameCommitment(hashing, user as UserId, { ...names, ...change })
  it('returns the SHA-256 of a prefix and the canonical JSON of the names, the salt and the account', () => {
    const text = `outlast-names:v1:{"first":"Ann \\"A\\"","last":"Lee","salt":"${nonceOf(1)}","user":3}`
    expect(commit(3)).toBe(createHash('sha256').update(text).digest('hex'))
  })
  it('changes with each of them', () => {
    const all = [
      commit(3),
      commit(4),
      commit(3, { salt: nonceOf(2) }),
      commit(3, { firstName: 'An' }),
      commit(3, { lastName: '' }),
    ]
    expect(new Set(all).size).toBe(all.length)
    expect(commit(3, { firstName: 'Lee', lastName: 'Ann "A"' })).not.toBe(commit(3))
  })
})

describe('pickCommitment', () => {
  const commit = (nonce: string, entry: number, week: number, team: string) =>
    pickCommitment(hashing, nonce, entry as EntryId, week as WeekId, team as TeamAbbr)
  it('returns the HMAC-SHA-256 of the canonical JSON of entry, team and week', () => {
    const text = JSON.stringify({ entry: 12, team: 'BUF', week: 3 })
    expect(commit(nonceOf(1), 12, 3, 'BUF')).toBe(
      createHmac('sha256', Buffer.from(nonceOf(1), 'hex'))
        .update(text)
        .digest('hex'),
    )
  })
  it('changes with the nonce, the entry, the team and the week', () => {
    const all = [
      commit(nonceOf(1), 1, 1, 'BUF'),
      commit(nonceOf(2), 1, 1, 'BUF'),
      commit(nonceOf(1), 2, 1, 'BUF'),
      commit(nonceOf(1), 1, 2, 'BUF'),
      commit(nonceOf(1), 1, 1, 'MIA'),
    ]
    expect(new Set(all).size).toBe(5)
  })
})

describe('followChain', () => {
  const known = { position: 7, hash: 'a'.repeat(64) }
  const steps: ChainStep[] = []
  for (const eventHash of ['b', 'c', 'd'].map((digit) => digit.repeat(64))) {
    const { position, hash } = steps.at(-1) ?? known
    const next = createHash('sha256').update(Buffer.from(hash + eventHash, 'hex'))
    steps.push({ position: position + 1, hash: next.digest('hex'), eventHash })
  }
  const changed = (at: number, change: Partial<ChainStep>) => steps.map((step, i) => (i === at ? { ...step, ...change } : step))

  it('reaches the last head: each hash is SHA-256(previous hash ‖ event hash)', () => {
    expect(followChain(hashing, known, steps)).toEqual({ position: 10, hash: steps[2]?.hash })
    expect(followChain(hashing, known, [])).toEqual(known)
    expect(nextChainHash(hashing, known.hash, 'b'.repeat(64))).toBe(steps[0]?.hash)
  })
  it.each([
    ['another event', changed(1, { eventHash: 'e'.repeat(64) })],
    ['another hash', changed(1, { hash: 'e'.repeat(64) })],
    ['no event hash, as if it were of an earlier version', changed(1, { eventHash: null })],
    ['a gap', changed(1, { position: 10 })],
    ['a missing event', steps.slice(1)],
  ])('rejects a chain with %s', (_what, chain) => {
    expect(followChain(hashing, known, chain)).toBeUndefined()
  })
  it('rejects a chain that continues another head', () => {
    expect(followChain(hashing, { ...known, hash: 'f'.repeat(64) }, steps)).toBeUndefined()
  })
})

describe('signedHeadText', () => {
  it('is outlast-head:v1:<position>:<hash>', () => {
    expect(signedHeadText({ position: 12, hash: 'ab' })).toBe('outlast-head:v1:12:ab')
  })
})

describe('hex', () => {
  it('toHex and fromHex are inverse', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'))
        expect(fromHex(toHex(bytes))).toEqual(bytes)
      }),
    )
  })
  it.each(['0', 'zz', '0x00', ' 00', '00\n'])('fromHex rejects %j', (text) => {
    expect(() => fromHex(text)).toThrow(RangeError)
  })
})
