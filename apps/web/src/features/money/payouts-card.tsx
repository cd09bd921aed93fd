import { ApiError, type Payout, type Payouts } from '@outlast/contract'
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
import { useConfirm } from '../../ui/overlays/confirm.tsx'
import { Fact } from './facts.tsx'
import styles from './money.module.css'
import { ReceivedAndOwed } from './received-and-owed.tsx'

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
  const confirm = useConfirm()
  const pay = useAction(
    async (ids: readonly number[]) => {
      const body = { entry_ids: [...ids], payment_type: type }
      try {
        return await write('recordPayouts', { body })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'payout_exceeds_received') throw error
        const confirmLabel = 'Record it anyway'
        const isMeant = await confirm({ title: 'Pay out more than was received?', message: `${error.message}.`, confirmLabel })
        return isMeant ? await write('recordPayouts', { body: { ...body, exceeds_received: true } }) : { recorded: 0 }
      }
    },
    {
      success: ({ recorded }) => `${recorded} ${pluralize(recorded, 'payout', 'payouts')} recorded`,
      fallback: 'Failed to record the payouts',
    },
  )
  const takeBack = useAction((id: number) => write('reversePayout', { params: { id }, query: {} }), {
    success: 'Taken back: it is still to pay out',
    fallback: 'Failed to take the payout back',
  })
  if (data === undefined || data.if_everybody_pays_cents === 0 || data.payouts.length === 0) return null
  const open = data.payouts.filter(({ left_cents }) => left_cents > 0)
  const finish = (action: Promise<unknown>) => action.then(refetch)
  return (
    <Card title={titleOf(data, open.length > 0)}>
      <div className={styles.stack}>
        <ReceivedAndOwed of={data}>
          <Fact label="In the pot">{formatMoney(data.pot_cents, data.currency)}</Fact>
          {data.paid_out_cents > 0 && <Fact label="Paid out">{formatMoney(data.paid_out_cents, data.currency)}</Fact>}
        </ReceivedAndOwed>
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
          <p className="note">{formatMoney(data.remainder_cents, data.currency)} cannot be divided.</p>
        )}
        {open.length > 0 && (
          <div className="line">
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
  const { left_cents: left, over_cents: over } = payout
  const reason = reasonOf(payout, currency)
  return (
    <li className={reason === null ? undefined : styles.prizeRow}>
      <span>
        <strong>{name}</strong> {formatMoney(left > 0 ? left : payout.share_cents, currency)}{' '}
        {reason !== null && <span className="note">for {reason} </span>}
        {payout.owed_cents > 0 && <Badge tone="warn">still owes {formatMoney(payout.owed_cents, currency)}</Badge>}{' '}
        {payout.paid !== null && <Badge tone={over > 0 ? 'warn' : 'win'}>{paidText(payout, payout.paid, currency)}</Badge>}
      </span>
      <span className="line">
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
  if (payout.over_cents > 0) return `${formatMoney(payout.over_cents, currency)} too much`
  if (payout.prize !== undefined && payout.left_cents > 0) return `${formatMoney(cents, currency)} paid out ${paid_date}`
  return `Paid out ${paid_date}`
}
