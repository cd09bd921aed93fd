import type { Invitation } from '@outlast/contract'

/** Why an invitation cannot be used any more; null if it can. */
export function endedText({ uses, max_uses, expires_at }: Invitation, now: number): string | null {
  if (expires_at !== null && Date.parse(expires_at) <= now) return 'Expired'
  return max_uses !== null && uses >= max_uses ? 'Used up' : null
}
