import { type ChainStep, followChain, type Hashing } from '@outlast/domain/rules'
import type { ProvedEvent } from '../rest/proof.ts'

type Hashes = readonly ChainStep[]

const PIECE = 1_000
/** Enough for every season so far; the events beyond it are not looked up. */
const MAX_PIECES = 20

/**
 * Returns the positions of events that the hash chain does not contain, or that the events after them do not continue.
 * @param readHashes returns the hashes of the events after a position up to another, at most 1,000
 */
export async function findOutsideChain(
  hashing: Hashing,
  events: readonly ProvedEvent[],
  readHashes: (from: number, to: number) => Promise<Hashes>,
): Promise<number[]> {
  const outside: number[] = []
  let piece: Hashes = []
  let pieces = 0
  for (const event of [...events].sort((a, b) => a.position - b.position)) {
    if (!piece.some(({ position }) => position === event.position)) {
      if (pieces === MAX_PIECES) break
      pieces += 1
      piece = await readHashes(event.position - 1, event.position - 1 + PIECE)
    }
    if (!isContinued(hashing, event, piece)) outside.push(event.position)
  }
  return outside
}

function isContinued(hashing: Hashing, { position, hash }: ProvedEvent, piece: Hashes): boolean {
  if (piece.find((step) => step.position === position)?.hash !== hash) return false
  const later = piece.filter((step) => step.position > position)
  // Events of an earlier version have no event hash, so that only their own hash can be compared.
  if (later.some(({ eventHash }) => eventHash === null)) return true
  return followChain(hashing, { position, hash }, later) !== undefined
}
