/** What is known of a topic on this device. */
export type LiveState<V> =
  /** Nothing to show yet. */
  | { readonly status: 'connecting' }
  /** Current: changes arrive as they happen. */
  | { readonly status: 'live'; readonly view: V; readonly version: number }
  /**
   * Shows what it had. `offline`: the connection is lost; `behind`: something is missing and on its way.
   * `since` is the device's time in milliseconds.
   */
  | {
      readonly status: 'stale'
      readonly reason: 'offline' | 'behind'
      readonly view: V
      readonly version: number
      readonly since: number
    }
  /** Not for this viewer, or there is no such topic; joined again with another token or on the next connection. */
  | { readonly status: 'refused'; readonly code: string; readonly error: string }

/** Thrown by a `fetchSnapshot` when the server refused for good: trying again would not help. */
export class LiveRefusal extends Error {
  readonly code: string
  constructor(code: string, error: string) {
    super(error)
    this.name = 'LiveRefusal'
    this.code = code
  }
}

/** Refusals that pass by themselves. */
const PASSING: ReadonlySet<string> = new Set(['rate_limited', 'overloaded', 'unavailable', 'internal'])

/** Whether a refusal with this code may pass by waiting. */
export function isPassing(code: string): boolean {
  return PASSING.has(code)
}
