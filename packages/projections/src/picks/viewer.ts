import type { UserId } from '@outlast/domain'

/** Who looks. What a viewer must not know is left out here, before anything is made of it. */
export type Viewer =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'member'; readonly userId: UserId }
  | { readonly kind: 'admin'; readonly userId: UserId }

export const VISITOR: Viewer = { kind: 'visitor' }

/** The account that looks; null for a visitor, which equals no owner in SQL. */
export function viewerId(viewer: Viewer): UserId | null {
  return viewer.kind === 'visitor' ? null : viewer.userId
}
