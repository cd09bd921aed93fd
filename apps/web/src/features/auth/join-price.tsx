import { formatMoney, type PaymentWay } from '@outlast/contract/money'
import { listText } from '@outlast/contract/words'
import { weekLabel } from '@outlast/domain/rules'
import { type ReactNode, useCallback } from 'react'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { useTopicView } from '../../live/use-topic.ts'
import styles from './join-price.module.css'

const WAYS: Readonly<Record<PaymentWay, string>> = {
  venmo: 'Venmo',
  paypal: 'PayPal',
  square: 'Cash App',
  zelle: 'Zelle',
  bank: 'bank transfer',
}

/** What an entry costs, to whom it is paid and how, and until when. A free pool says nothing of money. */
export function JoinPrice(): ReactNode {
  const rules = useTopicView('pool', (pool) => pool.rules)
  const fee = rules?.entry_fee_cents ?? 0
  const load = useCallback(() => api.call('getPrice'), [])
  const { data } = useQuery(fee === 0 ? null : load, 'Failed to load what joining costs')
  if (rules === undefined || fee === 0) return null
  const last = rules.unpaid_after_week
  return (
    <div className={styles.price}>
      <p>
        <strong className="number">{formatMoney(fee, rules.currency)}</strong> for each entry
      </p>
      <p className="noteBreaks">{data === undefined ? '\u00A0' : howText(data.payee, data.ways)}</p>
      <p className="noteBreaks">
        {last === null
          ? 'You pay after you joined.'
          : `You pay after you joined. After week ${weekLabel(last)}, an unpaid entry can’t pick.`}
      </p>
    </div>
  )
}

function howText(payee: string | null, ways: readonly PaymentWay[]): string {
  if (ways.length === 0) return payee === null ? 'Ask your commissioner how to pay.' : `Paid to ${payee}.`
  const by = listText(
    ways.map((way) => WAYS[way]),
    'or',
  )
  return `Paid${payee === null ? '' : ` to ${payee}`} by ${by}.`
}
