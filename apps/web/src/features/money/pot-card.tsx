import type { Pot } from '@outlast/contract'
import { addUp, formatAmounts, formatMoney } from '@outlast/contract/money'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { Card } from '../../ui/card.tsx'
import { pluralize } from '../../lib/numbers.ts'
import styles from './money.module.css'
import { ReceivedAndOwed } from './received-and-owed.tsx'

const loadPot = () => api.call('getPot')

/** What the entries play for, and what each would get if the season ended now. Renders nothing where nobody owes anything. */
export function PotCard({ version }: { readonly version: unknown }): ReactNode {
  const { data: pot } = useQuery(loadPot, 'Failed to load the pot', version)
  if (pot === undefined || (pot.if_everybody_pays_cents === 0 && pot.others === undefined)) return null
  const money = (cents: number): string => formatMoney(cents, pot.currency)
  const sharers = `${pot.sharers} ${pluralize(pot.sharers, 'entry', 'entries')}`
  return (
    <Card title="The pot">
      <p className={styles.pot}>{money(pot.pot_cents)}</p>
      <ReceivedAndOwed of={pot} />
      <p>
        {pot.is_decided
          ? `${money(pot.share_cents)} for ${pot.sharers === 1 ? 'the champion' : `each of the ${sharers} that won`}.`
          : `If the season ended now, ${sharers} would get ${money(pot.share_cents)}${pot.sharers === 1 ? '' : ' each'}.`}
        {pot.remainder_cents > 0 && pot.sharers > 0 && ` ${money(pot.remainder_cents)} cannot be divided.`}
      </p>
      {pot.prizes !== undefined && <Prizes prizes={pot.prizes} currency={pot.currency} />}
      <p className="note">
        {money(pot.fees_cents)} of fees
        {pot.buybacks_cents > 0 && ` and ${money(pot.buybacks_cents)} of buybacks`} received
        {pot.club_share_cents > 0 && `, without ${money(pot.club_share_cents)} for the club`}
        {pot.is_public ? '.' : '. Only admins see the pot.'}
      </p>
    </Card>
  )
}

interface PrizesProps {
  readonly prizes: NonNullable<Pot['prizes']>
  readonly currency: string | null
}

/** What the places get of the pot as it is, and what the weeks got of it. */
function Prizes({ prizes: { place_cents: places, weekly_cents: weekly, weeks }, currency }: PrizesProps) {
  const money = (cents: number): string => formatMoney(cents, currency)
  const given = addUp(weeks.map(({ cents }) => ({ cents, currency })))
  return (
    <>
      <ol className={styles.places} aria-label="Prizes of places">
        {places.map((cents, at) => (
          // Places are numbers.
          <li key={at}>
            <span className="note">Place {at + 1}</span> {money(cents)}
          </li>
        ))}
      </ol>
      {weekly > 0 && (
        <p>
          Before that, each week pays {money(weekly)}
          {weeks.length === 0
            ? '.'
            : `: ${formatAmounts(given, currency)} in ${weeks.length} ${pluralize(weeks.length, 'week')} so far.`}
        </p>
      )}
    </>
  )
}
