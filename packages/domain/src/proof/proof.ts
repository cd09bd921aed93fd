import type { EntryId, UserId, WeekId } from '../values/ids.ts'
import type { TeamAbbr } from '../values/teams.ts'

/** The two primitives that proofs need: node:crypto on the server, a library in the browser. */
export interface Hashing {
  /** A text is hashed as UTF-8. A lock hashes one for each entry, which Node.js does faster than encoding it first. */
  readonly sha256: (data: Uint8Array | string) => Uint8Array
  readonly hmacSha256: (key: Uint8Array, data: Uint8Array) => Uint8Array
}

const utf8 = new TextEncoder()
const LEAF = '\0'
const NODE = 1
const HASH_BYTES = 32

/**
 * Returns the commitment to a pick: HMAC-SHA-256(nonce, canonical JSON of entry, team and week) in hex. It reveals nothing about
 * the team without the nonce.
 */
export function pickCommitment(hashing: Hashing, nonce: string, entry: EntryId, week: WeekId, team: TeamAbbr): string {
  const text = `{"entry":${entry},"team":"${team}","week":${week}}`
  return toHex(hashing.hmacSha256(fromHex(nonce), utf8.encode(text)))
}

/** A person's names with the salt that hides them in a commitment: 32 random bytes in hex, which are deleted with the account. */
export interface SaltedNames {
  readonly salt: string
  readonly firstName: string
  readonly lastName: string
}

/**
 * Returns the commitment to an account's names: SHA-256, in hex, of a prefix and their canonical JSON. It reveals nothing about them without
 * the salt.
 */
export function nameCommitment(hashing: Hashing, user: UserId, { salt, firstName, lastName }: SaltedNames): string {
  const text = JSON.stringify({ first: firstName, last: lastName, salt, user })
  return toHex(hashing.sha256(`outlast-names:v1:${text}`))
}

/** A leaf of a week's Merkle tree: a slot of an entry that entered the week alive, and its commitment or null without a pick. */
export interface ProofLeaf {
  readonly entryId: number
  /** From 1, which is left out of what is hashed. */
  readonly slot?: number
  readonly commitment: string | null
}

/**
 * The Merkle tree over leaves in the order in which they are added (by entry id and slot), as defined in RFC 6962 §2.1: leaves are hashed
 * with the prefix 0x00, nodes with 0x01. It keeps a hash for each complete subtree only, because those of a large pool would all have to
 * survive the garbage collector.
 */
export class MerkleTree {
  readonly #hashing: Hashing
  /** The roots of complete subtrees, the largest first. As in a binary number, each is at least twice as large as the next. */
  readonly #subtrees: Uint8Array[] = []
  readonly #node = new Uint8Array(1 + 2 * HASH_BYTES)
  #count = 0

  constructor(hashing: Hashing) {
    this.#hashing = hashing
    this.#node[0] = NODE
  }

  add(leaf: ProofLeaf): void {
    let root = this.#hashing.sha256(LEAF + leafText(leaf))
    for (let carry = this.#count; carry % 2 === 1; carry = (carry - 1) / 2) root = this.#parent(this.#subtrees.pop(), root)
    this.#subtrees.push(root)
    this.#count += 1
  }

  /** The root in hex. Without leaves it is the SHA-256 of an empty string. */
  get root(): string {
    if (this.#count === 0) return toHex(this.#hashing.sha256(''))
    return toHex(this.#subtrees.reduceRight((right, left) => this.#parent(left, right)))
  }

  #parent(left: Uint8Array | undefined, right: Uint8Array): Uint8Array {
    if (left === undefined) return right
    this.#node.set(left, 1)
    this.#node.set(right, 1 + HASH_BYTES)
    return this.#hashing.sha256(this.#node)
  }
}

/** Returns the root, in hex, of the {@link MerkleTree} over leaves. */
export function merkleRoot(hashing: Hashing, leaves: Iterable<ProofLeaf>): string {
  const tree = new MerkleTree(hashing)
  for (const leaf of leaves) tree.add(leaf)
  return tree.root
}

/** A position of the log with the hash of the chain there, in hex. */
export interface ChainHead {
  readonly position: number
  readonly hash: string
}

/** An event as a step of the hash chain. Events from before the chain had event hashes have none. */
export interface ChainStep extends ChainHead {
  readonly eventHash: string | null
}

/** Returns the hash of the chain after an event, in hex: SHA-256(previous hash ‖ event hash). */
export function nextChainHash(hashing: Hashing, previous: string, eventHash: string): string {
  return toHex(hashing.sha256(fromHex(previous + eventHash)))
}

/**
 * Follows the chain from a known head over consecutive events, and returns the head that it reaches; or undefined if the events do not
 * continue the known head. A step without an event hash proves nothing, so it does not continue it either.
 */
export function followChain(hashing: Hashing, known: ChainHead, steps: readonly ChainStep[]): ChainHead | undefined {
  let { position, hash } = known
  for (const step of steps) {
    if (step.position !== position + 1 || step.eventHash === null) return undefined
    hash = nextChainHash(hashing, hash, step.eventHash)
    if (hash !== step.hash) return undefined
    position = step.position
  }
  return { position, hash }
}

/** Returns the text that the server signs for a head. */
export function signedHeadText({ position, hash }: ChainHead): string {
  return `outlast-head:v1:${position}:${hash}`
}

function leafText(leaf: ProofLeaf): string {
  const commitment = leaf.commitment === null ? 'null' : `"${leaf.commitment}"`
  const slot = leaf.slot === undefined || leaf.slot === 1 ? '' : `,"slot":${leaf.slot}`
  return `{"commitment":${commitment},"entry":${leaf.entryId}${slot}}`
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Encodes bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += HEX[byte]
  return text
}

/** Decodes hex. Throws a RangeError if the text is not hex. */
export function fromHex(hex: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2})*$/i.test(hex)) throw new RangeError('not hex')
  const bytes = new Uint8Array(hex.length / 2)
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = (digitAt(hex, 2 * i) << 4) | digitAt(hex, 2 * i + 1)
  return bytes
}

/** The value of a hex digit. For letters of either case it is the last four bits plus 9. */
function digitAt(hex: string, index: number): number {
  const code = hex.charCodeAt(index)
  return (code & 15) + (code > 57 ? 9 : 0)
}
