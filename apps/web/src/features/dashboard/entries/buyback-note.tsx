import { formatMoney } from '@outlast/contract/money'
import { write } from '../../../api/client.ts'
import { easternTime } from '../../../clock/format.ts'
import { useSiteNow } from '../../../clock/site-clock.ts'
import { useAction } from '../../../components/forms/use-action.ts'
import { Button } from '../../../components/ui/button.tsx'
import { ErrorText } from '../../../components/ui/errors.tsx'
import type { BoardEntry } from '../board/board.ts'
import type { BuybackOffer } from '../board/buyback-offer.ts'
import styles from './entries.module.css'

interface BuybackNoteProps {
  readonly entry: BoardEntry
  readonly onWritten: () => void
}

/** The offer to buy an entry back in, or what became of the request. */
export function BuybackNote({ entry, onWritten }: BuybackNoteProps) {
  const { buyback, buybackOffer } = entry
  const now = useSiteNow(1_000)
  const lock = buybackOffer?.untilWeek?.lock_time
  if (buybackOffer !== null && (lock === undefined || now < Date.parse(lock))) {
    return <Offer entry={entry} offer={buybackOffer} onWritten={onWritten} />
  }
  const text = buyback === null ? null : OUTCOMES[buyback.status](`week ${buyback.week_number ?? '–'}`)
  return text === null ? null : (
    <p className={styles.without} role="status">
      {text}
    </p>
  )
}

const OUTCOMES = {
  requested: () => 'You asked to buy this entry back in. An admin will answer.',
  confirmed: (week: string) => `Bought back in after ${week}.`,
  declined: (week: string) => `The request to buy back in after ${week} was declined.`,
  withdrawn: () => null,
} as const

interface OfferProps extends BuybackNoteProps {
  readonly offer: BuybackOffer
}

function Offer({ entry, offer: { untilWeek, feeCents, currency }, onWritten }: OfferProps) {
  const ask = useAction(
    async () => {
      await write('requestBuyback', { params: { id: entry.id } })
      onWritten()
    },
    { success: 'Asked to buy back', fallback: 'Failed to ask for a buyback' },
  )
  const fee = feeCents === 0 ? '' : ` for ${formatMoney(feeCents, currency)}`
  return (
    <div className={styles.without}>
      <p>
        This entry can buy back in{fee},{' '}
        {untilWeek === null ? (
          'until the next lock.'
        ) : (
          <>
            until the lock of week {untilWeek.week_number} (
            <time dateTime={untilWeek.lock_time}>{easternTime(untilWeek.lock_time)}</time>).
          </>
        )}
      </p>
      <Button variant="primary" pending={ask.pending} onClick={ask.run} aria-label={`Ask to buy back ${entry.name}`}>
        Ask to buy back
      </Button>
      <ErrorText>{ask.error}</ErrorText>
    </div>
  )
}
