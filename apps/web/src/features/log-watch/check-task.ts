import type { DeviceRecord, SuspectRead } from '../../device/log-record.ts'
import type { Findings } from './findings.ts'

interface Caller {
  /** Of the session that checks; null for a visitor. */
  readonly token: string | null
  readonly now: string
  readonly record: DeviceRecord
  readonly maxPieces: number
}

/** A part of the check that takes the processor of a phone up to a second, so that a worker does it: first the chain, then the season. */
export type CheckTask = (Caller & { readonly kind: 'chain' }) | (Caller & { readonly kind: 'season'; readonly maxPicks: number })

interface ChainFindings extends Findings {
  /** The record with what the check learned of the chain. */
  readonly record: DeviceRecord
}

interface SeasonFindings extends Findings {
  /** Whether all locked weeks of the season were checked. */
  readonly isWhole: boolean
}

/** What each kind of task finds; undefined if the pool changed during each reading, so that nothing is known. */
export interface CheckResults {
  readonly chain: ChainFindings | undefined
  readonly season: SeasonFindings | undefined
}

/** Runs a task. */
export type RunCheckTask = <Kind extends CheckTask['kind']>(
  task: Extract<CheckTask, { readonly kind: Kind }>,
) => Promise<CheckResults[Kind]>

/** What did not match when it was read for the first time. */
export interface Suspicion {
  readonly read: SuspectRead
  /** The SHA-256 of its content, in hex. */
  readonly digest: string
}

/** What the worker says: that it suspects something, which it reads again, and at last what it found. */
export type CheckMessage<Kind extends CheckTask['kind']> =
  | { readonly suspicion: Suspicion }
  | { readonly result: CheckResults[Kind] }
  | { readonly failure: string }
