import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { type FileHandle, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hex32 } from '@outlast/contract/fields/responses'
import { type ChainHead, type Instant, signedHeadText } from '@outlast/domain'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { Tables } from '../database/tables.ts'
import { parseJson } from '../lib/parse-json.ts'
import { hasCode, readOrCreateSecret } from '../lib/secret-file.ts'
import { logInstant } from './log-instant.ts'

const KEY_FILE = 'head-key'
const HEADS_FILE = 'heads.ndjson'
const REMEDY = `restore it from a backup, or move it and ${HEADS_FILE} away and start anew with a new key`

/** A head of the log with the server's signature over {@link signedHeadText}, in base64url. */
export interface SignedHead extends ChainHead {
  readonly signature: string
  readonly signedAt: Instant
}

const line = z
  .object({
    position: z.int().positive(),
    hash: hex32,
    signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/),
    signed_at: logInstant,
  })
  .transform(({ signed_at, ...head }): SignedHead => ({ ...head, signedAt: signed_at }))

/**
 * Stores the heads that this server has signed, and its key, in files in the data folder. They are outside the database, so that
 * someone who rewrites the log there cannot rewrite them too.
 */
export class SignedHeads {
  /** The Ed25519 key in base64url. */
  readonly publicKey: string
  readonly file: string
  readonly #folder: string
  readonly #privateKey: KeyObject
  #size = 0
  #heads: readonly SignedHead[] = []
  #unreadable: readonly number[] = []

  private constructor(folder: string, privateKey: KeyObject) {
    this.#folder = folder
    this.#privateKey = privateKey
    this.file = join(folder, HEADS_FILE)
    this.publicKey = createPublicKey(privateKey).export({ format: 'jwk' }).x ?? ''
  }

  /**
   * Opens the signed heads of a data folder, and generates its key if it has neither key nor heads.
   *
   * @throws Error with a message for the operator if the key is missing or damaged, or cannot be read or written
   */
  static async open(folder: string): Promise<SignedHeads> {
    const found = await SignedHeads.openExisting(folder)
    if (found !== undefined) return found
    const pem = await readOrCreateSecret({
      folder,
      name: KEY_FILE,
      label: 'the key that signs the log',
      remedy: 'set OUTLAST_DATA to a folder that lasts',
      generate: newKey,
    })
    return new SignedHeads(folder, parseKey(pem, join(folder, KEY_FILE)))
  }

  /** Opens the signed heads of a data folder; returns undefined if it has neither key nor heads. Throws like {@link open}. */
  static async openExisting(folder: string): Promise<SignedHeads | undefined> {
    // The heads are checked first, because another process that starts now creates its key before its first head.
    const hasHeads = (await readIfExists(join(folder, HEADS_FILE))) !== undefined
    const file = join(folder, KEY_FILE)
    const pem = await readIfExists(file)
    if (pem !== undefined) return new SignedHeads(folder, parseKey(pem, file))
    if (hasHeads) throw new Error(`${file} is missing: ${REMEDY}`)
    return undefined
  }

  /** Changes with the file, as of the last time that it was read. */
  get version(): number {
    return this.#size
  }

  /** Returns all signed heads, oldest first, including those that another process signed. */
  async all(): Promise<readonly SignedHead[]> {
    await this.#refresh()
    return this.#heads
  }

  async newest(): Promise<SignedHead | undefined> {
    return (await this.all()).at(-1)
  }

  /** Returns the numbers of lines that are not signed heads, from 1. An incomplete last line, which a crash can leave, is not counted. */
  async unreadableLines(): Promise<readonly number[]> {
    await this.#refresh()
    return this.#unreadable
  }

  hasValidSignature(head: SignedHead): boolean {
    const text = Buffer.from(signedHeadText(head))
    return verify(null, text, createPublicKey(this.#privateKey), Buffer.from(head.signature, 'base64url'))
  }

  /** Signs a head and stores it durably, unless it is stored already. Only one process at a time may call this. */
  async sign({ position, hash }: ChainHead, now: Instant): Promise<void> {
    if ((await this.all()).some((head) => head.position === position && head.hash === hash)) return
    const signature = sign(null, Buffer.from(signedHeadText({ position, hash })), this.#privateKey).toString('base64url')
    const file = await open(this.file, 'a+', 0o600)
    try {
      // The size without an incomplete last line, which a crash left behind.
      await file.truncate(this.#size)
      await file.writeFile(`${JSON.stringify({ position, hash, signature, signed_at: now })}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await syncFolder(this.#folder)
    await this.#refresh()
  }

  /** Reads the file again if it changed since the last time. */
  async #refresh(): Promise<void> {
    const text = await this.#readIfChanged()
    if (text === undefined) return
    const end = text.lastIndexOf('\n') + 1
    const parsed = linesOf(text).map(parseLine)
    this.#heads = parsed.filter((head) => head !== undefined)
    this.#unreadable = parsed.flatMap((head, i) => (head === undefined ? [i + 1] : []))
    this.#size = Buffer.byteLength(text.slice(0, end))
  }

  async #readIfChanged(): Promise<string | undefined> {
    try {
      if ((await stat(this.file)).size === this.#size) return undefined
      return await readFile(this.file, 'utf8')
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return ''
      throw error
    }
  }
}

/** Returns the heads of such a file, without the lines that are none. */
export function parseHeads(text: string): readonly SignedHead[] {
  return linesOf(text)
    .map(parseLine)
    .filter((head) => head !== undefined)
}

/** The complete lines of a text. */
const linesOf = (text: string): readonly string[] => text.split('\n').slice(0, -1)

/**
 * Returns the first head that the log does not have, or undefined if it has all. It reads only the hashes at their positions; `log verify`
 * recomputes the chain.
 */
export async function firstMismatch<T extends ChainHead>(db: Kysely<Tables>, heads: readonly T[]): Promise<T | undefined> {
  const rows = await db
    .selectFrom('events')
    .select(['position', 'hash'])
    .where('position', 'in', [0, ...heads.map(({ position }) => position)])
    .execute()
  const hashes = new Map(rows.map(({ position, hash }) => [position, hash.toString('hex')]))
  return heads
    .filter(({ position, hash }) => hashes.get(position) !== hash)
    .reduce<T | undefined>((first, head) => (first === undefined || head.position < first.position ? head : first), undefined)
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw new Error(`Cannot read ${file}`, { cause: error })
  }
}

function newKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function parseKey(pem: string, file: string): KeyObject {
  const problem = `${file} is not an Ed25519 key: ${REMEDY}`
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch (cause) {
    throw new Error(problem, { cause })
  }
  throw new Error(problem)
}

function parseLine(text: string): SignedHead | undefined {
  return line.safeParse(parseJson(text)).data
}

/** Flushes a folder to disk, so that the name of a new file in it is durable. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined
  try {
    handle = await open(folder, 'r')
    await handle.sync()
  } finally {
    await handle?.close()
  }
}
