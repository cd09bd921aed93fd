import type { UserId } from '@outlast/domain'

/** Who looks or acts, as the pool knows them at this moment. A token that no longer holds makes a visitor. */
export type Viewer =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'member'; readonly userId: UserId }
  | { readonly kind: 'admin'; readonly userId: UserId }

export const VISITOR: Viewer = { kind: 'visitor' }
