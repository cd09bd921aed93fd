import type { Payout, Payouts } from '@outlast/contract'
import { entryLabel } from '@outlast/contract/entry-label'
import { formatMoney } from '@outlast/contract/money'
import { type ReactNode, useState } from 'react'
import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { pluralize } from '../../lib/numbers.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import styles from './money.module.css'

const TYPES = [
  { value: 'cash', label: 'Cash' },
  { value: 'venmo', label: 'Venmo' },
  { value: 'paypal', label: 'PayPal' },
  { value: 'square', label: 'Square' },
  { value: 'bank', label: 'Bank' },
] as const

type PayoutType = (typeof TYPES)[number]['value']

const loadPayouts = () => api.call('listPayouts', { query: {} })

/** Who gets what of the pot, once the season is decided, and whether they have got it. Renders nothing before. */
export function PayoutsCard({ version }: { readonly version: unknown }): ReactNode {
  const { data, refetch } = useQuery(loadPayouts, 'Failed to load the payouts', version)
  const [type, setType] = useState<PayoutType>('cash')
  const pay = useAction(
    (ids: readonly number[]) => write('recordPayouts', { body: { entry_ids: [...ids], payment_type: type } }),
    {
      success: ({ recorded }) => `${recorded} ${pluralize(recorded, 'payout', 'payouts')} recorded`,
      fallback: 'Failed to record the payouts',
    },
  )
  const takeBack = useAction((id: number) => write('reversePayout', { params: { id }, query: {} }), {
    success: 'Taken back: it is still to pay out',
    fallback: 'Failed to take the payout back',
  })
  if (data === undefined || data.pot_cents === 0 || data.payouts.length === 0) return null
  const open = data.payouts.filter((payout) => leftOf(payout) > 0)
  const finish = (action: Promise<unknown>) => action.then(refetch)
  return (
    <Card title={titleOf(data, open.length > 0)}>
      <div className={styles.stack}>
        <ul className={styles.rows} aria-label="Payouts">
          {data.payouts.map((payout) => (
            <PayoutRow
              key={payout.entry_id}
              payout={payout}
              currency={data.currency}
              pending={pay.pending || takeBack.pending}
              onPay={() => finish(pay.run([payout.entry_id]))}
              onTakeBack={() => finish(takeBack.run(payout.entry_id))}
            />
          ))}
        </ul>
        {data.remainder_cents > 0 && (
          <p className={styles.muted}>{formatMoney(data.remainder_cents, data.currency)} cannot be divided.</p>
        )}
        {open.length > 0 && (
          <div className={styles.row}>
            <SelectField
              small
              label="Paid out by"
              options={TYPES}
              value={type}
              onChange={(event) => setType(event.target.value as PayoutType)}
            />
            {open.length > 1 && (
              <Button pending={pay.pending} onClick={() => finish(pay.run(open.map(({ entry_id }) => entry_id)))}>
                Record {open.length} payouts
              </Button>
            )}
          </div>
        )}
        <ErrorText>{pay.error ?? takeBack.error}</ErrorText>
      </div>
    </Card>
  )
}

interface PayoutRowProps extends Pick<Payouts, 'currency'> {
  readonly payout: Payout
  readonly pending: boolean
  readonly onPay: () => unknown
  readonly onTakeBack: () => unknown
}

function PayoutRow({ payout, currency, pending, onPay, onTakeBack }: PayoutRowProps) {
  const name = entryLabel({ name: payout.entry_name, user_name: payout.user_name ?? 'a deleted member' })
  const left = leftOf(payout)
  const over = (payout.paid?.cents ?? 0) - payout.share_cents
  const reason = reasonOf(payout, currency)
  return (
    <li className={reason === null ? styles.claimRow : styles.prizeRow}>
      <span>
        <strong>{name}</strong> {formatMoney(left > 0 ? left : payout.share_cents, currency)}{' '}
        {reason !== null && <span className={styles.muted}>for {reason} </span>}
        {payout.paid !== null && <Badge tone={over > 0 ? 'warn' : 'win'}>{paidText(payout, payout.paid, currency)}</Badge>}
      </span>
      <span className={styles.row}>
        {left > 0 && (
          <Button size="small" pending={pending} aria-label={`Record payout: ${name}`} onClick={onPay}>
            Record payout
          </Button>
        )}
        {payout.paid !== null && (
          <Button
            size="small"
            variant="quiet"
            pending={pending}
            aria-label={`Take back the payout: ${name}`}
            onClick={onTakeBack}
          >
            Take back
          </Button>
        )}
      </span>
    </li>
  )
}

/** While a season is running, only its weeks have winners. */
function titleOf({ season_year: season, payouts }: Payouts, isOpen: boolean): string {
  const isWeekly = payouts.every(({ prize }) => prize?.place === null)
  if (isWeekly) return isOpen ? `Pay out weekly prizes of ${season}` : `The weekly prizes of ${season} are paid out`
  return isOpen ? `Pay out the pot of ${season}` : `The pot of ${season} is paid out`
}

/** What an entry gets something for; null in a pool where only champions do. */
function reasonOf({ prize }: Payout, currency: string | null): string | null {
  if (prize === undefined) return null
  if (prize.place === null) return 'weekly prizes'
  const place = [`place ${prize.place}`]
  const weekly = prize.weekly_cents === 0 ? [] : [`${formatMoney(prize.weekly_cents, currency)} of weekly prizes`]
  return [...place, ...weekly].join(' and ')
}

/** What was paid out; of prizes that came in parts, how much. */
function paidText(payout: Payout, { cents, paid_date }: NonNullable<Payout['paid']>, currency: string | null): string {
  const over = cents - payout.share_cents
  if (over > 0) return `${formatMoney(over, currency)} too much`
  if (payout.prize !== undefined && over < 0) return `${formatMoney(cents, currency)} paid out ${paid_date}`
  return `Paid out ${paid_date}`
}

/** What is still to pay out to an entry. */
const leftOf = ({ share_cents, paid }: Payout): number => Math.max(share_cents - (paid?.cents ?? 0), 0)
