/** A client of ours, and what it holds of the topics that it joins; nothing: it takes them as they are. */
export interface ClientPlan {
  readonly token: string
  readonly topics: readonly { readonly topic: string; readonly have?: number }[]
}

/** What the load process can be told. One group of clients per server. */
export type Order =
  /** Opens a client of ours for each plan; answered once every one of them is current. */
  | { readonly do: 'open-ours'; readonly port: number; readonly clients: readonly ClientPlan[] }
  /** Opens bare clients; with `http`, each with a kept-alive connection for a GET as well. */
  | { readonly do: 'open-bare'; readonly port: number; readonly clients: number; readonly http: boolean }
  /** From now on a message that begins so is waited for, by every client of the group. */
  | { readonly do: 'watch'; readonly group: GroupName; readonly start: string; readonly task: Task }
  /** Answered once all of them have it. */
  | { readonly do: 'arrivals' }
  | { readonly do: 'close'; readonly group: GroupName }

export type GroupName = 'ours' | 'bare'

/** What a client does with the message: looks at its beginning; folds it into a view; or fetches a body, and may parse that. */
export type Task =
  | { readonly kind: 'look' }
  | { readonly kind: 'fold'; readonly view: unknown }
  | { readonly kind: 'fetch'; readonly path: string; readonly parse: boolean }

/** Of opening clients. */
export interface Opened {
  /** From the first connection's beginning until the last one was current, in seconds. */
  readonly seconds: number
  /** The versions that the first client holds now, by topic. */
  readonly versions: Readonly<Record<string, number>>
}

/** Of what was watched. Times in milliseconds since 1970. */
export interface Arrived {
  /** When the first and the last client had made of it what they were told to. */
  readonly first: number
  readonly last: number
  /** The message, as the first client had it. */
  readonly message: string
  /** What the last client made of it, as JSON; nothing when it only looked or fetched. */
  readonly made: string
  /** Processor seconds of the load process meanwhile. */
  readonly cpu: number
}
