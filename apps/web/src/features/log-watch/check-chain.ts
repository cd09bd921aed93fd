import type { AuditHashes, AuditHead, AuditHeads, SignedHead } from '@outlast/contract'
import { type ChainHead, followChain, type Hashing } from '@outlast/domain/rules'
import type { DeviceRecord, KnownHead, Problem } from '../../device/device-record.ts'

/** How many hashes one answer of the server has at most. */
const PIECE = 1_000

/** The calls that a check makes. */
export interface LogSource {
  readonly head: () => Promise<AuditHead>
  readonly heads: () => Promise<AuditHeads>
  readonly hashes: (from: number, to: number) => Promise<AuditHashes['hashes']>
}

export interface CheckOptions {
  readonly hashing: Hashing
  readonly isSigned: (head: SignedHead, publicKey: string) => boolean
  readonly now: string
  /** The most pieces of 1,000 hashes to fetch. The next check continues where this one ends. */
  readonly maxPieces: number
}

/** What a check found: the record with what it learned, and problems. */
export interface ChainCheck {
  readonly record: DeviceRecord
  readonly problems: readonly Problem[]
}

/**
 * Checks that the pool's log still contains what this device knows of it: follows the hash chain from the newest verified head, or an older
 * receipt that is not connected to it yet, to the current head. On the first visit there is nothing to compare.
 */
export async function checkChain(source: LogSource, record: DeviceRecord, options: CheckOptions): Promise<ChainCheck> {
  // In this order: every signed head is at most as new as the head that is read after it.
  const signed = await source.heads()
  const head = await source.head()
  const problems = [...keyProblems(record, signed, options)]
  const remembered = {
    ...record,
    public_key: record.public_key ?? signed.public_key,
    signed_head: signed.heads[0] ?? record.signed_head,
  }
  if (record.head === null && record.receipts.length === 0) {
    return { record: { ...remembered, head: { ...pick(head), seen_at: options.now } }, problems }
  }
  const known = newestKnown(record, options.now)
  if (head.position < known.position) {
    return { record, problems: [...problems, shorter(known, head, options)] }
  }
  const walk = await walkTo(source, remembered, head, signed.heads, options)
  return 'problem' in walk ? { record, problems: [...problems, walk.problem] } : { record: walk.record, problems }
}

const pick = ({ position, hash }: ChainHead): ChainHead => ({ position, hash })

/** The newest point of the log that this device knows: its head, or a later receipt. */
function newestKnown({ head, receipts }: DeviceRecord, now: string): KnownHead {
  const receipt = receipts.at(-1)
  const last = receipt === undefined ? undefined : { ...pick(receipt), seen_at: now }
  if (head === null || (last !== undefined && last.position > head.position))
    return last ?? { position: 0, hash: '', seen_at: now }
  return head
}

function* keyProblems(record: DeviceRecord, signed: AuditHeads, { isSigned, now }: CheckOptions): Generator<Problem> {
  const evidence = { known: { public_key: record.public_key, signed_head: record.signed_head }, server: signed.public_key }
  if (record.public_key !== null && record.public_key !== signed.public_key) {
    yield {
      kind: 'key',
      sentence: 'The pool signs its log with another key than the one that this device knows.',
      found_at: now,
      evidence,
    }
  }
  const newest = signed.heads[0]
  if (newest !== undefined && !isSigned(newest, signed.public_key)) {
    yield {
      kind: 'signature',
      sentence: `The pool’s signature of event #${newest.position} is wrong.`,
      found_at: now,
      evidence: { ...evidence, signed: newest },
    }
  }
}

function shorter(known: KnownHead, head: AuditHead, { now }: CheckOptions): Problem {
  return {
    kind: 'shorter',
    sentence: `The log has ${head.position} events. This device has already seen ${known.position}.`,
    found_at: now,
    evidence: { known, server: { head } },
  }
}

type Walk = { readonly record: DeviceRecord } | { readonly problem: Problem }

/** Follows the chain from what is known towards the head, and compares every point that is known on the way. */
async function walkTo(
  source: LogSource,
  record: DeviceRecord,
  head: AuditHead,
  signed: readonly SignedHead[],
  options: CheckOptions,
): Promise<Walk> {
  const start = oldestUnlinked(record)
  const expected = new Map<number, string>(signed.map(({ position, hash }) => [position, hash]))
  for (const { position, hash } of record.receipts) expected.set(position, hash)
  if (record.head !== null) expected.set(record.head.position, record.head.hash)
  let reached: ChainHead = start
  for (let piece = 0; piece < options.maxPieces && reached.position < head.position; piece += 1) {
    const steps = await source.hashes(reached.position, Math.min(head.position, reached.position + PIECE))
    const chain = steps.map(({ position, hash, event_hash }) => ({ position, hash, eventHash: event_hash }))
    const next = chain.length === 0 ? undefined : followChain(options.hashing, reached, chain)
    const different = steps.find(({ position, hash }) => (expected.get(position) ?? hash) !== hash)
    if (next === undefined || different !== undefined) {
      const at = {
        known: different === undefined ? reached : { ...different, hash: expected.get(different.position) },
        head,
        steps,
      }
      return { problem: rewritten(record, at, options) }
    }
    reached = next
  }
  if (reached.position === head.position && reached.hash !== head.hash) {
    return { problem: rewritten(record, { known: reached, head, steps: [] }, options) }
  }
  return { record: advanced(record, reached, options.now) }
}

function oldestUnlinked({ head, receipts }: DeviceRecord): ChainHead {
  const receipt = receipts.find(
    ({ is_linked, position }) => !is_linked && position < (head?.position ?? Number.POSITIVE_INFINITY),
  )
  return pick(receipt ?? head ?? { position: 0, hash: '' })
}

/** Moves the head to the point that was reached, unless the check began with an older receipt and has not come as far as the head yet. */
function advanced(record: DeviceRecord, reached: ChainHead, now: string): DeviceRecord {
  const isAhead = record.head === null || reached.position >= record.head.position
  const receipts = record.receipts.map((receipt) =>
    !receipt.is_linked && isAhead && receipt.position <= reached.position ? { ...receipt, is_linked: true } : receipt,
  )
  return { ...record, receipts, head: isAhead ? { ...reached, seen_at: now } : record.head, checked_at: now }
}

interface Difference {
  readonly known: { readonly position: number; readonly hash?: string | undefined }
  readonly head: AuditHead
  readonly steps: AuditHashes['hashes']
}

function rewritten(record: DeviceRecord, { known, head, steps }: Difference, { now }: CheckOptions): Problem {
  const receipt = record.receipts.find(({ position }) => position === known.position)
  return {
    kind: receipt === undefined ? 'rewritten' : 'receipt',
    sentence:
      receipt === undefined
        ? `The log is not the one that this device has seen: an event up to #${known.position} was changed.`
        : `The log does not contain the pick of entry ${receipt.entry_id} that the pool acknowledged as event #${receipt.position}.`,
    found_at: now,
    evidence: { known, receipt, server: { head, hashes: steps.slice(0, 20) } },
  }
}
