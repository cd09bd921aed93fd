import { createPublicKey, verify } from 'node:crypto'
import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { instantFromMs } from '@outlast/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SignedHeads } from './signed-heads.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outlast-heads-'))
})
afterEach(() => rm(folder, { recursive: true }))

const NOW = instantFromMs(Date.UTC(2026, 8, 13))
const head = (position: number, digit = 'a') => ({ position, hash: digit.repeat(64) })
const positions = async (heads: SignedHeads) => (await heads.all()).map(({ position }) => position)

describe('SignedHeads', () => {
  test('keeps its key in a file that only its owner can read', async () => {
    const first = await SignedHeads.open(folder)
    const second = await SignedHeads.open(folder)
    expect(second.publicKey).toBe(first.publicKey)
    expect(Buffer.from(first.publicKey, 'base64url')).toHaveLength(32)
    expect((await stat(join(folder, 'head-key'))).mode & 0o777).toBe(0o600)
  })

  test('signs the text outlast-head:v1:<position>:<hash> with Ed25519', async () => {
    const heads = await SignedHeads.open(folder)
    await heads.sign(head(7, 'b'), NOW)
    const [signed] = await heads.all()
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: heads.publicKey }, format: 'jwk' })
    const signature = Buffer.from(signed?.signature ?? '', 'base64url')
    expect(verify(null, Buffer.from(`outlast-head:v1:7:${'b'.repeat(64)}`), key, signature)).toBe(true)
    expect(signed && heads.hasValidSignature(signed)).toBe(true)
    expect(signed && heads.hasValidSignature({ ...signed, position: 8 })).toBe(false)
  })

  test('appends heads for every process that shares the folder, each once', async () => {
    const [one, two] = [await SignedHeads.open(folder), await SignedHeads.open(folder)]
    await one.sign(head(1), NOW)
    await two.sign(head(1), NOW)
    await two.sign(head(2), NOW)
    expect(await positions(one)).toEqual([1, 2])
    expect((await readFile(one.file, 'utf8')).split('\n')).toHaveLength(3)
    expect((await one.newest())?.position).toBe(2)
  })

  test('ignores a last line that a crash left incomplete, and replaces it with the next head', async () => {
    const heads = await SignedHeads.open(folder)
    await heads.sign(head(1), NOW)
    await heads.sign(head(2), NOW)
    await truncate(heads.file, (await stat(heads.file)).size - 20)
    const reopened = await SignedHeads.open(folder)
    expect(await positions(reopened)).toEqual([1])
    await reopened.sign(head(3), NOW)
    expect(await positions(await SignedHeads.open(folder))).toEqual([1, 3])
    expect(await reopened.unreadableLines()).toEqual([])
  })

  test('reports a complete line that is not a signed head', async () => {
    const heads = await SignedHeads.open(folder)
    await heads.sign(head(1), NOW)
    await appendFile(heads.file, '{"position":2}\n')
    expect(await heads.unreadableLines()).toEqual([2])
    expect(await positions(heads)).toEqual([1])
  })

  test('rejects a damaged key, because a new one would not match the heads', async () => {
    await writeFile(join(folder, 'head-key'), 'not a key\n')
    await expect(SignedHeads.open(folder)).rejects.toThrow('head-key is not an Ed25519 key: restore it from a backup')
  })
})
