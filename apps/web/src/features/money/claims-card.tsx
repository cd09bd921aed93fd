import type { AdminEntry } from '@outlast/contract'
import { type ReactNode, useState } from 'react'
import { write } from '../../api/client.ts'
import { useRoster } from '../../desk/roster.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { WindowedRows } from '../../desk/windowed-rows.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { pluralize } from '../../lib/numbers.ts'
import styles from './money.module.css'

/** The members who say that they paid, oldest first. Renders nothing when nobody does. */
export function ClaimsCard(): ReactNode {
  const { entries, refresh } = useRoster()
  const rows: readonly AdminEntry[] = entries.status === 'ready' ? entries.rows : []
  const claims = rows
    .filter((entry) => entry.payment_claimed_at !== null)
    .toSorted((a, b) => (a.payment_claimed_at ?? '').localeCompare(b.payment_claimed_at ?? ''))
  const [unselected, setUnselected] = useState<ReadonlySet<number>>(new Set())
  const ids = claims.filter((entry) => !unselected.has(entry.id)).map((entry) => entry.id)
  const confirm = useAction(() => write('confirmPayments', { body: { entry_ids: ids } }), {
    success: ({ recorded }) => `${recorded} ${pluralize(recorded, 'payment', 'payments')} recorded`,
    fallback: 'Failed to confirm the payments',
  })
  const decline = useAction((id: number) => write('declinePaymentClaim', { params: { id } }), {
    success: 'Declined: the entry is still unpaid',
    fallback: 'Failed to decline the payment',
  })
  if (claims.length === 0) return null
  const toggle = (id: number): void => setUnselected((before) => before.symmetricDifference(new Set([id])))
  return (
    <Card title={`${claims.length} ${pluralize(claims.length, 'member says', 'members say')} “I have paid”`}>
      <div className={styles.stack}>
        <div className={styles.rows} role="list">
          <WindowedRows
            rows={claims}
            rowKey={({ id }) => id}
            render={(entry) => (
              <div className={styles.claimRow} role="listitem">
                <Checkbox
                  label={`${entry.name} of ${entry.user_name}`}
                  checked={!unselected.has(entry.id)}
                  onChange={() => toggle(entry.id)}
                />
                <Button
                  size="small"
                  variant="quiet"
                  pending={decline.pending}
                  aria-label={`Not received: ${entry.name} of ${entry.user_name}`}
                  onClick={() => decline.run(entry.id).then(refresh)}
                >
                  Not received
                </Button>
              </div>
            )}
          />
        </div>
        <div className={styles.row}>
          <Button disabled={ids.length === 0} pending={confirm.pending} onClick={() => confirm.run().then(refresh)}>
            Confirm {ids.length} {pluralize(ids.length, 'payment', 'payments')}
          </Button>
        </div>
        <ErrorText>{confirm.error ?? decline.error}</ErrorText>
      </div>
    </Card>
  )
}
