import type { Pot } from '@outlast/contract'
import { formatMoney } from '@outlast/contract/money'
import type { ReactNode } from 'react'
import { Fact, Facts } from './facts.tsx'

type Amounts = Pick<Pot, 'currency' | 'received_cents' | 'owed_cents' | 'if_everybody_pays_cents'>

interface ReceivedAndOwedProps {
  readonly of: Amounts & { readonly others?: readonly Amounts[] | undefined }
  /** More facts of the season’s own currency. */
  readonly children?: ReactNode
}

/** The three amounts of a season, named the same everywhere, each currency for itself. */
export function ReceivedAndOwed({ of, children }: ReceivedAndOwedProps): ReactNode {
  return (
    <>
      <Facts>
        <Fact label="Received">{formatMoney(of.received_cents, of.currency)}</Fact>
        <Fact label="Still owed">{formatMoney(of.owed_cents, of.currency)}</Fact>
        <Fact label="If everybody pays">{formatMoney(of.if_everybody_pays_cents, of.currency)}</Fact>
        {children}
      </Facts>
      {of.others?.map((other) => (
        <p key={other.currency} className="note">
          Also received: {formatMoney(other.received_cents, other.currency)}, from before the currency changed. It is not in the
          pot.
        </p>
      ))}
    </>
  )
}
