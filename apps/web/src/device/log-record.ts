import type { SignedHead } from '@outlast/contract'

/** A head of the log that this device has verified. */
export interface KnownHead {
  readonly position: number
  readonly hash: string
  readonly seen_at: string
}

interface FollowedChain {
  readonly position: number
  readonly hash: string
  readonly since: string
}

/** What a receipt says, without team and nonce: nobody who uses the device later can learn a hidden pick from it. */
export interface KnownReceipt {
  readonly entry_id: number
  readonly week_id: number
  readonly position: number
  readonly commitment: string
  /** The hash of the chain after the pick. */
  readonly hash: string
  /** Whether the chain from here to the known head has been followed. */
  readonly is_linked: boolean
}

type ProblemKind = 'shorter' | 'rewritten' | 'key' | 'signature' | 'receipt' | 'pick' | 'tampered'

/** What a problem is about, so that a later check of the same can withdraw it. */
export type Subject = 'chain' | `season:${number}` | `entry:${number}`

/** What is read as one, and again before it counts. */
export type SuspectRead = 'chain' | 'season' | `entry:${number}`

/** Something that does not match, with everything that shows it. */
export interface Problem {
  readonly kind: ProblemKind
  /** Absent in those that an earlier version of the app found. */
  readonly subject?: Subject
  readonly sentence: string
  readonly found_at: string
  readonly evidence: unknown
}

/** A problem that was not there any more when the device had read everything again. */
interface WithdrawnProblem extends Problem {
  readonly withdrawn_at: string
}

/** What this device remembers of the pool's log, so that a rewritten log cannot go unnoticed. */
export interface DeviceRecord {
  readonly public_key: string | null
  readonly head: KnownHead | null
  /** The newest head with a signature that this device has seen. */
  readonly signed_head: SignedHead | null
  /** How far back from the head this device has followed the chain, and since when; null before the first visit. */
  readonly followed: FollowedChain | null
  /** Of all accounts that were signed in on this device. */
  readonly receipts: readonly KnownReceipt[]
  readonly problems: readonly Problem[]
  /** The member has not dismissed them yet. */
  readonly withdrawn: readonly WithdrawnProblem[]
  /** The SHA-256 of what is suspect and was not read again yet, by what was read, so that a later visit goes on from it. */
  readonly suspicions: Readonly<Partial<Record<SuspectRead, string>>>
  readonly checked_at: string | null
  /** When the member accepted the pool's record. What the pool signed before is not compared any more. */
  readonly accepted_at: string | null
  /** When this device last checked all locked weeks of the season. */
  readonly season_checked_at: string | null
}

export const EMPTY_RECORD: DeviceRecord = {
  public_key: null,
  head: null,
  signed_head: null,
  followed: null,
  receipts: [],
  problems: [],
  withdrawn: [],
  suspicions: {},
  checked_at: null,
  accepted_at: null,
  season_checked_at: null,
}

/** About 500 kB. The oldest are dropped. */
const MAX_RECEIPTS = 2_000

/** Adds receipts that are not in the record. A position has one event, so the first receipt of a position stays. */
export function withReceipts(record: DeviceRecord, added: readonly KnownReceipt[]): DeviceRecord {
  const known = new Set(record.receipts.map(({ position }) => position))
  const missing = added.filter(({ position }) => !known.has(position))
  if (missing.length === 0) return record
  const receipts = [...record.receipts, ...missing].sort((a, b) => a.position - b.position).slice(-MAX_RECEIPTS)
  return { ...record, receipts }
}
