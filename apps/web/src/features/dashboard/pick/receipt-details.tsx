import type { PickReceipt } from '@outlast/contract'
import { useCallback } from 'react'
import { api } from '../../../api/client.ts'
import { useQuery } from '../../../api/use-query.ts'
import { preciseTime, timeOfDay } from '../../../clock/format.ts'
import { makerName } from '../../../pool/maker-name.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorBox } from '../../../ui/errors.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { toast } from '../../../ui/toast.tsx'
import { copyText } from '../../../lib/copy-text.ts'
import styles from './receipt.module.css'

/** The receipt of a pick. After the reveal anyone can use it to recompute the commitment. */
export function ReceiptDetails({ pickId }: { readonly pickId: number }) {
  const fetch = useCallback(() => api.call('pickReceipt', { params: { id: pickId } }), [pickId])
  const { data: receipt, error, isLoading } = useQuery(fetch, 'Failed to load the receipt')
  if (receipt !== undefined) return <Details receipt={receipt} />
  return error === null ? <Skeleton height={176} /> : <ErrorBox message={error} retrying={isLoading} />
}

function Details({ receipt }: { readonly receipt: PickReceipt }) {
  const rows = rowsOf(receipt)
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(rows.map(([name, value]) => `${name}: ${value}`).join('\n'))
    toast(isCopied ? 'Receipt copied' : 'This browser does not allow copying')
  }
  return (
    <div className={`stack3 ${styles.details}`}>
      <p>
        <strong>
          This receipt proves that {receipt.made_by === undefined ? 'you' : makerName(receipt.made_by)} picked {receipt.team_abbr}{' '}
          at {timeOfDay(receipt.recorded_at)}.
        </strong>{' '}
        Anyone who knows its values can verify it: you now, everyone else after the lock.
      </p>
      <details className={styles.values}>
        <summary className={`row ${styles.summary}`}>Values</summary>
        <dl className={`stack2 ${styles.rows}`}>
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      <Button size="small" onClick={copy}>
        Copy receipt
      </Button>
    </div>
  )
}

function rowsOf(receipt: PickReceipt): readonly (readonly [string, string])[] {
  return [
    ['Receipt', `#${receipt.position}`],
    ...(receipt.slot === undefined ? [] : [['Pick', String(receipt.slot)] as const]),
    ['Team', receipt.team_abbr],
    ...(receipt.made_by === undefined ? [] : [['Picked by', makerName(receipt.made_by)] as const]),
    ['Recorded', preciseTime(receipt.recorded_at)],
    ['Commitment', receipt.commitment],
    ['Nonce', receipt.nonce],
    ['Log head', receipt.head_hash],
  ]
}
