import type { InvitationId } from './ids.ts'
import { type Instant, instantToMs } from './instant.ts'

/**
 * Who may register (docs/rules.md §11.9): everyone; who has an invitation; everyone, but an admin approves each account;
 * nobody.
 */
export const JOINING_MODES = ['open', 'code', 'approval', 'closed'] as const
export type JoiningMode = (typeof JOINING_MODES)[number]

/** An invitation, as far as the rules need it. Its code is stored outside the log. */
export interface Invitation {
  readonly id: InvitationId
  /** How many accounts registered with it. */
  readonly uses: number
  readonly maxUses: number | null
  readonly expiresAt: Instant | null
}

/** Whether another account can register with an invitation. */
export function isUsable({ uses, maxUses, expiresAt }: Invitation, now: Instant): boolean {
  return (maxUses === null || uses < maxUses) && (expiresAt === null || instantToMs(now) < instantToMs(expiresAt))
}
