import type { Power, UserId } from '@outlast/domain'

/** Who asks. The queries leave out what this viewer may not know. */
export type Viewer =
  | { readonly kind: 'visitor' }
  /** `powers`: what the member may do for the club, by the roles that the member has. No role shows a pick. */
  | { readonly kind: 'member'; readonly userId: UserId; readonly powers?: readonly Power[] }
  /** A commissioner, who has every power. */
  | { readonly kind: 'admin'; readonly userId: UserId }

export const VISITOR: Viewer = { kind: 'visitor' }

/** Returns whether a viewer may do something for the club. */
export function hasPower(viewer: Viewer, power: Power): boolean {
  return viewer.kind === 'admin' || (viewer.kind === 'member' && viewer.powers?.includes(power) === true)
}

/** Returns the viewer's account id. For a visitor it is null, which equals no owner in SQL. */
export function viewerId(viewer: Viewer): UserId | null {
  return viewer.kind === 'visitor' ? null : viewer.userId
}
