import type { UserId } from '@outlast/domain'

/** Who sends a request, by the current state of the pool. A request with a rejected token comes from a visitor. */
export type Viewer =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'member'; readonly userId: UserId }
  | { readonly kind: 'admin'; readonly userId: UserId }

export const VISITOR: Viewer = { kind: 'visitor' }
