import { weekLabel } from '@outlast/domain/rules'
import { lapseReason } from '@outlast/contract/buyback'
import type { BuybackInfo } from '@outlast/contract/live'
import { formatMoney } from '@outlast/contract/money'
import type { Outlook } from '@outlast/views'
import { write } from '../../../api/client.ts'
import { ownTimeFirst } from '../../../clock/format.ts'
import { useSiteNow } from '../../../clock/site-clock.ts'
import { useAction } from '../../../ui/forms/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/errors.tsx'
import type { BoardEntry } from '../board/board.ts'
import styles from './entries.module.css'

interface BuybackNoteProps {
  readonly entry: BoardEntry
  readonly onWritten: () => void
}

/** The offer to buy an entry back in, or what became of the request. */
export function BuybackNote({ entry, onWritten }: BuybackNoteProps) {
  const { buyback, outlook } = entry
  const offer = outlook?.buyback ?? null
  const now = useSiteNow(1_000)
  if (offer !== null && (offer.until === null || now < offer.until.lockTime)) {
    return <Offer entry={entry} offer={offer} onWritten={onWritten} />
  }
  const text = buyback === null ? null : outcomeText(buyback)
  return text === null ? null : (
    <p className={`note ${styles.without}`} role="status">
      {text}
    </p>
  )
}

/** Says what became of a request. Nothing once its entry is back in anyway. */
function outcomeText({ status, week_number, lapsed }: BuybackInfo): string | null {
  const week = `week ${week_number === null ? '–' : weekLabel(week_number)}`
  switch (status) {
    case 'requested':
      return 'You asked to buy this entry back in. An admin will answer.'
    case 'confirmed':
      return `Bought back in after ${week}.`
    case 'declined':
      return `The request to buy back in after ${week} was declined.`
    case 'withdrawn':
      return lapsed === null || lapsed.because === 'back_in'
        ? null
        : `Your request to buy back in lapsed because ${lapseReason(lapsed)}.`
    default:
      return status satisfies never
  }
}

interface OfferProps extends BuybackNoteProps {
  readonly offer: NonNullable<Outlook['buyback']>
}

function Offer({ entry, offer: { until, feeCents, currency }, onWritten }: OfferProps) {
  const ask = useAction(
    async () => {
      await write('requestBuyback', { params: { id: entry.id } })
      onWritten()
    },
    { success: 'Asked to buy back', fallback: 'Failed to ask for a buyback' },
  )
  const fee = feeCents === 0 ? '' : ` for ${formatMoney(feeCents, currency)}`
  return (
    <div className={`note ${styles.without}`}>
      <p>
        This entry can buy back in{fee},{' '}
        {until === null ? (
          'until the next lock.'
        ) : (
          <>
            until the lock of week {weekLabel(until.weekNumber)} (
            <time dateTime={new Date(until.lockTime).toISOString()}>{ownTimeFirst(new Date(until.lockTime).toISOString())}</time>
            ).
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
