import type { SignedHead } from '@outlast/contract'
import { create } from 'zustand'
import { getStored, setStored } from '../lib/local-storage.ts'

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

/** Something that does not match, with everything that shows it. */
export interface Problem {
  readonly kind: ProblemKind
  readonly sentence: string
  readonly found_at: string
  readonly evidence: unknown
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
  checked_at: null,
  accepted_at: null,
  season_checked_at: null,
}

const KEY = 'outlast.log'
/** About 500 kB. The oldest are dropped. */
const MAX_RECEIPTS = 2_000

/** The record. Every tab reads it again before it changes it. */
export const useDeviceRecord = create<DeviceRecord>()(() => load())

function load(): DeviceRecord {
  try {
    return { ...EMPTY_RECORD, ...(JSON.parse(getStored(KEY) ?? '{}') as Partial<DeviceRecord>) }
  } catch {
    return EMPTY_RECORD
  }
}

/** Changes the record. Without storage, in a private window for instance, it lasts until the page closes. */
export function updateRecord(change: (record: DeviceRecord) => DeviceRecord): void {
  const stored = getStored(KEY) === undefined ? useDeviceRecord.getState() : load()
  const record = change(stored)
  setStored(KEY, JSON.stringify(record))
  useDeviceRecord.setState(record)
}

interface Acknowledged {
  readonly entry_id: number
  readonly week_id: number
  readonly receipt: { readonly position: number; readonly commitment: string; readonly head_hash: string }
}

/** Keeps the receipt of a pick that the server acknowledged. */
export function rememberReceipt({ entry_id, week_id, receipt: { position, commitment, head_hash: hash } }: Acknowledged): void {
  updateRecord((record) => withReceipts(record, [{ entry_id, week_id, position, commitment, hash, is_linked: false }]))
}

/** Adds receipts that are not in the record. A position has one event, so the first receipt of a position stays. */
export function withReceipts(record: DeviceRecord, added: readonly KnownReceipt[]): DeviceRecord {
  const known = new Set(record.receipts.map(({ position }) => position))
  const missing = added.filter(({ position }) => !known.has(position))
  if (missing.length === 0) return record
  const receipts = [...record.receipts, ...missing].sort((a, b) => a.position - b.position).slice(-MAX_RECEIPTS)
  return { ...record, receipts }
}

/** Forgets what this device has seen and its problems, and starts again with the pool's log of today. */
export const startAgain = (now: string): void => updateRecord(() => ({ ...EMPTY_RECORD, accepted_at: now }))
