import type { EntryId, UserId, WeekId } from './ids.ts'
import type { Instant } from './instant.ts'

/** Until when somebody picks for an entry: a real time, or the lock of a week. */
export type ProxyEnd = { readonly endsAt: Instant } | { readonly weekId: WeekId }

export interface ProxyCommands {
  /** Lets another member pick for an own entry. */
  NameProxy: { readonly entryId: EntryId; readonly userId: UserId; readonly until: ProxyEnd }
  /** Sent by the owner, or by the proxy, who gives it back. */
  EndProxy: { readonly entryId: EntryId }
}

export interface ProxyEvents {
  /** Whom the owner of an entry lets pick for it, instead of whoever did so far. Exactly one of `endsAt` and `weekId` is there. */
  ProxyNamed: { readonly entryId: EntryId; readonly userId: UserId; readonly endsAt?: Instant; readonly weekId?: WeekId }
  /** `because`: the owner ended it, the proxy gave it back, its time is over, or an admin changed the address of the proxy. */
  ProxyEnded: {
    readonly entryId: EntryId
    readonly userId: UserId
    readonly because: 'owner' | 'proxy' | 'time' | 'address'
  }
}
