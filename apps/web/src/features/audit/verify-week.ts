import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { WeekProof } from '@outlast/contract'
import type { WeekEntry } from '@outlast/contract/live'
import { type Hashing, merkleRoot, pickCommitment } from '@outlast/domain/rules'

/** The hash functions of the proofs. The browser's own are available on https and localhost only. */
export const hashing: Hashing = { sha256: (data) => sha256(data), hmacSha256: (key, data) => hmac(sha256, key, data) }

/** The result of recomputing a week's proof. */
export interface Verdict {
  /** Whether the root over all leaves is the one that was recorded at the lock. */
  readonly rootHolds: boolean
  readonly root: string
  readonly leaves: number
  readonly picks: number
  /** Entries whose published team and nonce do not produce their commitment. */
  readonly broken: readonly number[]
  /** Entries that the reveal shows with a different team, without a recorded change. */
  readonly differing: readonly number[]
  /** Entries that an admin changed after the lock, on record. */
  readonly changedOnRecord: readonly number[]
  /** Entries of the reveal that are missing from the proof. */
  readonly missing: readonly number[]
}

/** Returns whether a verdict found no problem. */
export const isSound = ({ rootHolds, broken, differing, missing }: Verdict): boolean =>
  rootHolds && broken.length === 0 && differing.length === 0 && missing.length === 0

/**
 * Recomputes a locked week's proof: each pick's commitment from its team and nonce (HMAC-SHA-256) and the Merkle root over all of them
 * (RFC 6962). Also compares the reveal with the commitments (docs/architecture.md).
 * @param revealed the entries as the reveal shows them
 */
export function verifyWeek(proof: WeekProof, revealed: readonly WeekEntry[]): Verdict {
  const changed = new Set(proof.changed_after_lock)
  const committed = new Map(proof.leaves.map((leaf) => [leaf.entry_id, leaf]))
  const root = merkleRoot(
    hashing,
    proof.leaves.map(({ entry_id, commitment }) => ({ entryId: entry_id, commitment })),
  )
  const differs = ({ id, team }: WeekEntry): boolean =>
    committed.has(id) && !changed.has(id) && committed.get(id)?.team_abbr !== team
  return {
    rootHolds: root === proof.merkle_root,
    root,
    leaves: proof.leaves.length,
    picks: proof.leaves.filter((leaf) => leaf.commitment !== null).length,
    broken: proof.leaves
      .filter((leaf) => !changed.has(leaf.entry_id) && !matchesCommitment(proof.week_id, leaf))
      .map((leaf) => leaf.entry_id),
    differing: revealed.filter(differs).map(({ id }) => id),
    changedOnRecord: proof.changed_after_lock,
    missing: revealed.filter(({ id }) => !committed.has(id)).map(({ id }) => id),
  }
}

type Leaf = WeekProof['leaves'][number]

/** Returns whether a leaf's team and nonce produce its commitment. A leaf without a pick has neither. */
function matchesCommitment(weekId: number, { entry_id, team_abbr, nonce, commitment }: Leaf): boolean {
  if (commitment === null) return team_abbr === null
  if (nonce === null || team_abbr === null) return false
  type Ids = Parameters<typeof pickCommitment>
  return pickCommitment(hashing, nonce, entry_id as Ids[2], weekId as Ids[3], team_abbr as Ids[4]) === commitment
}
