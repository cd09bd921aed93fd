import type { Dues, EntryDues } from '@outlast/contract'
import { formatMoney } from '@outlast/contract/money'
import { type ReactNode, useCallback } from 'react'
import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { useTopicView } from '../../live/use-topic.ts'
import { useUser } from '../../session/session.ts'
import { Fact } from './facts.tsx'
import styles from './money.module.css'

const QrCode = lazyPart(() => import('../../ui/qr-code.tsx').then((module) => module.QrCode), {
  placeholder: <Skeleton height={176} />,
})

const LINK_LABELS = { venmo: 'Pay with Venmo', paypal: 'Pay with PayPal', square: 'Pay with Cash App' } as const
const loadDues = () => api.call('getDues')

interface DuesPanelProps {
  /** Shows only entries that owe something, and nothing when none does. */
  readonly compact?: boolean
}

/** What the member's entries owe, how to pay it, and *I have paid*. Renders nothing in a pool without fees. */
export function DuesPanel({ compact = false }: DuesPanelProps): ReactNode {
  const { data, error, refetch } = useQuery(loadDues, 'Failed to load what is due', useDuesVersion())
  if (data === undefined) return error === null ? <Skeleton height={0} /> : <ErrorBox message={compact ? null : error} />
  const shown = data.entries.filter((entry) => (compact ? isOwing(entry) : hasMoney(entry)))
  if (shown.length === 0) return null
  return (
    <Card title={compact ? 'Still to pay' : 'Payments'}>
      <ul className="stack5">
        {shown.map((entry) => (
          <li key={entry.entry_id} className={styles.item}>
            <EntryPayment entry={entry} dues={data} onChanged={refetch} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** A value that changes when what an entry owes may have changed, for example because the treasurer confirmed a payment. */
function useDuesVersion(): string | undefined {
  return useTopicView(`user:${useUser().id}`, ({ entries }) => ({
    key: entries
      .map(({ id, version, is_paid, payment_claimed_at }) => [id, version, is_paid, payment_claimed_at].join())
      .join(';'),
  }))?.key
}

const isOwing = ({ due_cents, earlier }: EntryDues): boolean => due_cents > 0 || earlier.length > 0

function hasMoney({ due_cents, paid_cents, credit_cents, earlier }: EntryDues): boolean {
  return [due_cents, paid_cents, credit_cents].some((cents) => cents > 0) || earlier.length > 0
}

interface EntryPaymentProps {
  readonly entry: EntryDues
  readonly dues: Dues
  readonly onChanged: () => void
}

function EntryPayment({ entry, dues, onChanged }: EntryPaymentProps) {
  const money = (cents: number): string => formatMoney(cents, entry.currency)
  const isDue = entry.due_cents > 0
  return (
    <article className="stack3" aria-label={entry.entry_name}>
      <header className={styles.head}>
        <h3 className={styles.name}>{entry.entry_name}</h3>
        <strong className={styles.amount}>{isDue ? money(entry.due_cents) : <Badge tone="win">Paid</Badge>}</strong>
      </header>
      {entry.earlier.map(({ season_year, kind, cents, currency }) => (
        <p key={`${season_year} ${kind}`} className="note">
          Also still due: {formatMoney(cents, currency)}, the {kind === 'fee' ? 'entry fee' : 'buyback'} of the {season_year}{' '}
          season.
        </p>
      ))}
      {isDue && entry.season_year !== dues.season_year && <p className="note">For the {entry.season_year} season.</p>}
      {entry.buyback_cents > 0 && (
        <p className="note">
          Entry {money(entry.fee_cents)} and buyback {money(entry.buyback_cents)}
        </p>
      )}
      {entry.credit_cents > 0 && <p className="note">The club owes you {money(entry.credit_cents)}.</p>}
      {isDue && entry.note !== null && <p className={styles.warning}>{entry.note}</p>}
      {isDue && entry.claim === null && <WaysToPay entry={entry} dues={dues} />}
      {isDue && <Claim entry={entry} onChanged={onChanged} />}
    </article>
  )
}

function WaysToPay({ entry, dues }: { readonly entry: EntryDues; readonly dues: Dues }) {
  return (
    <>
      <p>
        Write the reference <code className={styles.reference}>{entry.reference}</code> on your payment.
      </p>
      {entry.links.length > 0 && (
        <p className="line">
          {entry.links.map(({ type, url }) => (
            <a key={type} className={styles.link} href={url} target="_blank" rel="noreferrer">
              {LINK_LABELS[type]}
            </a>
          ))}
        </p>
      )}
      {dues.zelle !== null && (
        <p>
          Zelle to <strong className="breaks">{dues.zelle}</strong>
        </p>
      )}
      {dues.account !== null && (
        <details className={styles.details}>
          <summary>Bank transfer</summary>
          <div className={styles.transfer}>
            <dl className="stack2">
              {dues.account.holder !== null && <Fact label="To">{dues.account.holder}</Fact>}
              <Fact label="IBAN">{dues.account.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}</Fact>
              {dues.account.bic !== null && <Fact label="BIC">{dues.account.bic}</Fact>}
              <Fact label="Amount">{formatMoney(entry.due_cents, entry.currency)}</Fact>
              <Fact label="Reference">{entry.reference}</Fact>
            </dl>
            {entry.epc !== null && (
              <figure className="stack2">
                <QrCode text={entry.epc} label={`QR code to pay ${entry.entry_name} in your banking app`} />
                <figcaption className="note">Scan it in your banking app</figcaption>
              </figure>
            )}
          </div>
        </details>
      )}
    </>
  )
}

function Claim({ entry, onChanged }: { readonly entry: EntryDues; readonly onChanged: () => void }) {
  const params = { id: entry.entry_id }
  const claim = useAction(() => write('claimPayment', { params, body: {} }), {
    success: 'Thank you! The treasurer will confirm it',
    fallback: 'Failed to tell the treasurer',
  })
  const undo = useAction(() => write('withdrawPaymentClaim', { params }), { fallback: 'Failed to take it back' })
  const isClaimed = entry.claim !== null
  const act = useCallback(async () => {
    await (isClaimed ? undo.run() : claim.run())
    onChanged()
  }, [isClaimed, undo, claim, onChanged])
  return (
    <div className={styles.claim}>
      {isClaimed && <p className="note">You said that you paid. Waiting for the treasurer to confirm it.</p>}
      <Button
        variant={isClaimed ? 'quiet' : 'secondary'}
        pending={claim.pending || undo.pending}
        aria-label={`${isClaimed ? 'Not paid yet' : 'I have paid'}: ${entry.entry_name}`}
        onClick={act}
      >
        {isClaimed ? 'Not paid yet' : 'I have paid'}
      </Button>
      <ErrorText>{claim.error ?? undo.error}</ErrorText>
    </div>
  )
}
