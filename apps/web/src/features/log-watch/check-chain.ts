import type { AuditHead, AuditHeads, SignedHead } from '@outlast/contract'
import { type ChainHead, type ChainStep, followChain, type Hashing } from '@outlast/domain/rules'
import type { DeviceRecord, KnownHead, Problem } from '../../device/log-record.ts'

/** How many hashes one answer of the server has at most. */
const PIECE = 1_000
/** Pieces on the way back begin at multiples of this, so that the browser has them from the last time. Two pieces share one event. */
const STRIDE = PIECE - 1

/** The calls that a check makes. */
export interface LogSource {
  readonly head: () => Promise<AuditHead>
  readonly heads: () => Promise<AuditHeads>
  readonly hashes: (from: number, to: number) => Promise<readonly ChainStep[]>
}

const START: ChainHead = { position: 0, hash: '0'.repeat(64) }
/** The device follows the chain back from its head again after this time, so that a change of an old event does not last. */
const AGAIN_MS = 86_400_000

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
  /** Whether the check reached the head, and the whole chain has been followed. */
  readonly isWhole: boolean
  /** The hashes of the events that the check followed, by position. */
  readonly hashes: ReadonlyMap<number, string>
}

/**
 * Checks that the pool's log still contains what this device knows of it: follows the hash chain from the newest verified head, or an older
 * receipt that is not connected to it yet, to the current head. Then, at the first visit and once a day, it follows the chain back from the
 * head to the first event, and compares every head that the server signed: a newcomer trusts a log only if its own signatures fit it.
 */
export async function checkChain(source: LogSource, record: DeviceRecord, options: CheckOptions): Promise<ChainCheck> {
  // In this order: every signed head is at most as new as the head that is read after it.
  const signed = sinceAccepted(await source.heads(), record)
  const head = await source.head()
  const problems = [...keyProblems(record, signed, options)]
  const remembered = {
    ...record,
    public_key: record.public_key ?? signed.public_key,
    signed_head: signed.heads[0] ?? record.signed_head,
  }
  const known = newestKnown(record, options.now)
  if (head.position < Math.max(known.position, signed.heads[0]?.position ?? 0)) {
    return { record, problems: [...problems, shorter(known, head, signed.heads[0], options)], isWhole: false, hashes: new Map() }
  }
  const hashes = new Map<number, string>()
  const walk: Walker = { source, options, head, expected: expectedHeads(remembered, signed.heads), hashes, pieces: 0 }
  const isFirstVisit = record.head === null && record.receipts.length === 0
  const ahead = isFirstVisit
    ? { record: { ...remembered, head: { ...pick(head), seen_at: options.now } } }
    : await walkTo(walk, remembered)
  const back = 'problem' in ahead ? ahead : await walkBack(walk, ahead.record)
  if ('problem' in back) return { record, problems: [...problems, back.problem], isWhole: false, hashes }
  const isWhole = back.record.head?.position === head.position && back.record.followed?.position === 0
  return { record: back.record, problems, isWhole, hashes }
}

/** After the member accepted a restored backup, only heads that the pool signed from then on have to fit. */
function sinceAccepted({ heads, ...others }: AuditHeads, { accepted_at }: DeviceRecord): AuditHeads {
  return { ...others, heads: heads.filter(({ signed_at }) => accepted_at === null || signed_at > accepted_at) }
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
      subject: 'chain',
      sentence: 'The pool signs its log with another key than the one that this device knows.',
      found_at: now,
      evidence,
    }
  }
  const newest = signed.heads[0]
  if (newest !== undefined && !isSigned(newest, signed.public_key)) {
    yield {
      kind: 'signature',
      subject: 'chain',
      sentence: `The pool’s signature of event #${newest.position} is wrong.`,
      found_at: now,
      evidence: { ...evidence, signed: newest },
    }
  }
}

function shorter(known: KnownHead, head: AuditHead, signed: SignedHead | undefined, { now }: CheckOptions): Problem {
  const seen = head.position < known.position
  return {
    kind: 'shorter',
    subject: 'chain',
    sentence: `The log has ${head.position} events. ${seen ? `This device has already seen ${known.position}` : `The pool has already signed ${signed?.position ?? 0}`}.`,
    found_at: now,
    evidence: { known, signed, server: { head } },
  }
}

type Walk = { readonly record: DeviceRecord } | { readonly problem: Problem }

/** A walk along the chain. It counts the pieces that it fetched, and keeps the hashes that it came across. */
interface Walker {
  readonly source: LogSource
  readonly options: CheckOptions
  readonly head: AuditHead
  /** The heads that are known, by position. A server that starts on a rewritten log signs a second one at the same position. */
  readonly expected: ReadonlyMap<number, readonly ChainHead[]>
  readonly hashes: Map<number, string>
  pieces: number
}

function expectedHeads({ receipts, head }: DeviceRecord, signed: readonly SignedHead[]): Walker['expected'] {
  const known: readonly ChainHead[] = [...signed, ...receipts, ...(head === null ? [] : [head])]
  return Map.groupBy(known, ({ position }) => position)
}

/** Fetches the hashes of the events after a position; undefined when the check has fetched as many as it may. */
async function nextPiece(walk: Walker, from: number, to: number): Promise<readonly ChainStep[] | undefined> {
  if (walk.pieces >= walk.options.maxPieces) return undefined
  walk.pieces += 1
  const steps = await walk.source.hashes(from, to)
  for (const { position, hash } of steps) walk.hashes.set(position, hash)
  return steps
}

/** Returns the known head that these events contradict, if there is one. */
function contradicted({ expected }: Walker, steps: readonly ChainStep[]): ChainHead | undefined {
  for (const step of steps) {
    const different = expected.get(step.position)?.find(({ hash }) => hash !== step.hash)
    if (different !== undefined) return pick(different)
  }
  return undefined
}

/** Follows the chain from what is known towards the head, and compares every point that is known on the way. */
async function walkTo(walk: Walker, record: DeviceRecord): Promise<Walk> {
  const { options, head } = walk
  let reached: ChainHead = oldestUnlinked(record)
  while (reached.position < head.position) {
    const steps = await nextPiece(walk, reached.position, Math.min(head.position, reached.position + PIECE))
    if (steps === undefined) break
    const next = steps.length === 0 ? undefined : followChain(options.hashing, reached, steps)
    const different = contradicted(walk, steps)
    if (next === undefined || different !== undefined) {
      return { problem: rewritten(record, { known: different ?? reached, head, steps }, options) }
    }
    reached = next
  }
  if (reached.position === head.position && reached.hash !== head.hash) {
    return { problem: rewritten(record, { known: reached, head, steps: [] }, options) }
  }
  return { record: advanced(record, reached, options.now) }
}

/** Follows the chain back from the head, where the last check ended, and compares every point that is known on the way. */
async function walkBack(walk: Walker, record: DeviceRecord): Promise<Walk> {
  const { options } = walk
  const isDone = record.followed !== null && record.followed.position === 0
  if (isDone && Date.parse(options.now) < Date.parse(record.followed.since) + AGAIN_MS) return { record }
  const since = record.followed === null || isDone ? options.now : record.followed.since
  let reached: ChainHead = record.followed === null || isDone ? pick(record.head ?? START) : record.followed
  while (reached.position > 0) {
    const first = Math.floor((reached.position - 1) / STRIDE) * STRIDE
    const steps = await nextPiece(walk, Math.max(0, first - 1), reached.position)
    if (steps === undefined) break
    const chain: readonly ChainStep[] = first === 0 ? [{ ...START, eventHash: null }, ...steps] : steps
    const different = contradicted(walk, steps)
    const base = chain[0]
    if (different !== undefined || base === undefined || !leadsTo(options.hashing, chain, reached)) {
      return { problem: rewritten(record, { known: different ?? reached, head: walk.head, steps: steps.slice(-20) }, options) }
    }
    // A piece of one event has nothing before it to follow.
    reached = base.position === reached.position ? START : pick(base)
  }
  return { record: { ...record, followed: { ...reached, since }, checked_at: options.now } }
}

/** Whether consecutive events lead to a head. Events of an earlier version have no event hash, and nothing to follow. */
function leadsTo(hashing: Hashing, chain: readonly ChainStep[], head: ChainHead): boolean {
  const base = chain.findLastIndex(({ eventHash }) => eventHash === null)
  const start = chain[Math.max(0, base)]
  if (start === undefined || chain.some(({ position }, index) => position !== (chain[0]?.position ?? 0) + index)) return false
  const end = followChain(hashing, pick(start), chain.slice(Math.max(0, base) + 1))
  return end !== undefined && end.position === head.position && end.hash === head.hash
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
  readonly steps: readonly ChainStep[]
}

function rewritten(record: DeviceRecord, { known, head, steps }: Difference, { now }: CheckOptions): Problem {
  const receipt = record.receipts.find(({ position }) => position === known.position)
  const who = record.checked_at === null ? 'the pool has signed' : 'this device has seen'
  return {
    kind: receipt === undefined ? 'rewritten' : 'receipt',
    subject: 'chain',
    sentence:
      receipt === undefined
        ? `The log is not the one that ${who}: an event up to #${known.position} was changed.`
        : `The log does not contain the pick of entry ${receipt.entry_id} that the pool acknowledged as event #${receipt.position}.`,
    found_at: now,
    evidence: { known, receipt, server: { head, hashes: steps.slice(0, 20) } },
  }
}
