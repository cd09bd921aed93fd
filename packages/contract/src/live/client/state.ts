/** What a client knows about a topic. */
export type LiveState<V> =
  /** Nothing to show yet. */
  | { readonly status: 'connecting' }
  /** Up to date: changes arrive as they happen. */
  | { readonly status: 'live'; readonly view: V; readonly version: number }
  /**
   * Shows the last known view. `offline`: the connection is lost. `behind`: changes are missing and on their way.
   * `since` is the device's time in milliseconds.
   */
  | {
      readonly status: 'stale'
      readonly reason: 'offline' | 'behind'
      readonly view: V
      readonly version: number
      readonly since: number
    }
  /** The viewer may not read the topic, or it does not exist. Tried again with another token or after a reconnect. */
  | { readonly status: 'refused'; readonly code: string; readonly error: string }

/** Thrown by `fetchView` when the server refused and a retry would not help. */
export class TopicRefusedError extends Error {
  declare readonly code: string
  constructor(code: string, error: string) {
    super(error)
    this.name = 'TopicRefusedError'
    this.code = code
  }
}

const TRANSIENT: ReadonlySet<string> = new Set(['rate_limited', 'overloaded', 'unavailable', 'internal'])

/** Whether a retry may succeed after an error with this code. */
export function isTransient(code: string): boolean {
  return TRANSIENT.has(code)
}
