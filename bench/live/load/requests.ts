import type { TopicJoin } from '@outlast/testing/live/live-connection'

/** A client of Outlast: its token, and the topics it joins with the versions that it already holds. */
export interface ClientPlan {
  readonly token: string
  readonly topics: readonly TopicJoin[]
}

/** What the load process can be asked to do. Each server has one group of clients. */
export type LoadRequest =
  /** Opens a client of Outlast for each plan. Replied to once every client is current. */
  | { readonly do: 'open-outlast'; readonly port: number; readonly clients: readonly ClientPlan[] }
  /** Opens clients of the comparator; with `http`, each with a kept-alive HTTP connection as well. */
  | { readonly do: 'open-bare'; readonly port: number; readonly clients: number; readonly http: boolean }
  /** Expects a message that begins with a text, for every client of the group. */
  | { readonly do: 'expect'; readonly group: GroupName; readonly start: string; readonly task: Task }
  /** Replied to once every client has handled the expected message. */
  | { readonly do: 'await' }
  | { readonly do: 'close'; readonly group: GroupName }

export type GroupName = 'outlast' | 'bare'

/** What a client does with the message: compare its beginning, fold it into a view, or fetch a body and perhaps parse it. */
export type Task =
  | { readonly kind: 'compare' }
  | { readonly kind: 'fold'; readonly view: unknown }
  | { readonly kind: 'fetch'; readonly path: string; readonly parse: boolean }

/** The result of opening clients. */
export interface Opened {
  /** Seconds from the start of the first connection until the last client was current. */
  readonly seconds: number
  /** The versions that the first client holds, by topic. */
  readonly versions: Readonly<Record<string, number>>
}

/** The result of waiting for a message. Times in milliseconds since 1970. */
export interface Received {
  /** When the first and the last client had handled the message. */
  readonly first: number
  readonly last: number
  /** The message, as the first client received it. */
  readonly message: string
  /** What the last client made of the message, as JSON; empty unless it folded or parsed something. */
  readonly result: string
}
