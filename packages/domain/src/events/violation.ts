import type { PoolEvent } from './events.ts'
import type { ViolationCode, ViolationDetails } from '../values/violation-codes.ts'

export { VIOLATION_CODES, type ViolationCode, type ViolationDetails } from '../values/violation-codes.ts'

/** A command was rejected by the rules. Apart from {@link events}, the pool is unchanged. */
export class RuleViolation extends Error {
  readonly code: ViolationCode
  readonly details: ViolationDetails
  /** Events that are recorded although the command is rejected, such as `OverrideRefused`. */
  readonly events: readonly PoolEvent[]
  constructor(code: ViolationCode, details: ViolationDetails = {}, events: readonly PoolEvent[] = []) {
    super(code)
    this.name = 'RuleViolation'
    this.code = code
    this.details = details
    this.events = events
  }
}
