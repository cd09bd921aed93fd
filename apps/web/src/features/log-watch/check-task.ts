import type { DeviceRecord } from '../../device/device-record.ts'
import type { ChainCheck } from './check-chain.ts'
import type { SeasonCheck } from './check-season.ts'

interface Caller {
  /** Of the session that checks; null for a visitor. */
  readonly token: string | null
  readonly now: string
}

/** A part of the check that takes the processor of a phone up to a second, so that a worker does it: first the chain, then the season. */
export type CheckTask =
  | (Caller & { readonly kind: 'chain'; readonly record: DeviceRecord; readonly maxPieces: number })
  | (Caller & { readonly kind: 'season'; readonly maxPicks: number })

/** What each kind of task finds. */
export interface CheckResults {
  readonly chain: Omit<ChainCheck, 'hashes'>
  readonly season: SeasonCheck
}

/** What the worker answers. */
export type CheckAnswer<Kind extends CheckTask['kind']> = { readonly result: CheckResults[Kind] } | { readonly failure: string }
