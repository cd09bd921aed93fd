import type { AdminView } from '@outlast/contract/live'
import type { Webhook } from '@outlast/contract'
import { formatCount, pluralize } from '../../lib/numbers.ts'

/** What waits for an admin, and where it is answered. */
export interface WaitingLine {
  readonly id: 'claims' | 'corrections' | 'chats'
  readonly text: string
  readonly action: string
  readonly to: string
}

interface WaitingFacts {
  readonly entries: readonly Pick<AdminView['entries'][number], 'payment_claimed_at'>[]
  /** The times of the corrected scores of the current week, in the words of the page, the newest first. */
  readonly corrections: readonly string[]
  readonly chats: readonly Pick<Webhook, 'is_on' | 'failing_since'>[]
  readonly weekId: number | undefined
}

/** Lists what waits for an answer. A line is gone as soon as it no longer applies. */
export function waitingLines({ entries, corrections, chats, weekId }: WaitingFacts): readonly WaitingLine[] {
  const claims = entries.filter((entry) => entry.payment_claimed_at !== null).length
  const failing = chats.filter(({ is_on, failing_since }) => !is_on || failing_since !== null).length
  const count = corrections.length
  const lines: readonly (WaitingLine & { readonly count: number })[] = [
    {
      id: 'claims',
      count: claims,
      text: `${formatCount(claims, 'entry', 'entries')}: ${pluralize(claims, 'its member says', 'their members say')} “I have paid”`,
      action: 'Check',
      to: '/admin/payments',
    },
    {
      id: 'corrections',
      count,
      text: `${formatCount(count, 'correction')}${count === 1 ? '' : ', the last'} at ${corrections[0] ?? ''}`,
      action: 'Audit',
      to: `/audit?kind=game&week=${weekId ?? ''}`,
    },
    {
      id: 'chats',
      count: failing,
      text: `${formatCount(failing, 'chat')} ${pluralize(failing, 'gets', 'get')} no news`,
      action: 'Club Chat',
      to: '/admin/webhooks',
    },
  ]
  return lines.filter((line) => line.count > 0)
}
