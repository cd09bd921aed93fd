import type { UserId } from '@outlast/domain'

/** Who asks. The queries leave out what this viewer may not know. */
export type Viewer =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'member'; readonly userId: UserId }
  | { readonly kind: 'admin'; readonly userId: UserId }

export const VISITOR: Viewer = { kind: 'visitor' }

/** Returns the viewer's account id. For a visitor it is null, which equals no owner in SQL. */
export function viewerId(viewer: Viewer): UserId | null {
  return viewer.kind === 'visitor' ? null : viewer.userId
}
