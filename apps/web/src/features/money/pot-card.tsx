import type { Pot } from '@outlast/contract'
import { formatMoney } from '@outlast/contract/money'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { Card } from '../../ui/card.tsx'
import { pluralize } from '../../lib/numbers.ts'
import styles from './money.module.css'

const loadPot = () => api.call('getPot')

/** What the entries play for, and what each would get if the season ended now. Renders nothing while the pot is private or empty. */
export function PotCard(): ReactNode {
  const { data: pot } = useQuery(loadPot, 'Failed to load the pot')
  if (pot === undefined || pot.pot_cents === 0) return null
  const money = (cents: number): string => formatMoney(cents, pot.currency)
  const sharers = `${pot.sharers} ${pluralize(pot.sharers, 'entry', 'entries')}`
  return (
    <Card title="The pot">
      <p className={styles.pot}>{money(pot.pot_cents)}</p>
      <p>
        {pot.is_decided
          ? `${money(pot.share_cents)} for ${pot.sharers === 1 ? 'the champion' : `each of the ${sharers} that won`}.`
          : `If the season ended now, ${sharers} would get ${money(pot.share_cents)}${pot.sharers === 1 ? '' : ' each'}.`}
        {pot.remainder_cents > 0 && pot.sharers > 0 && ` ${money(pot.remainder_cents)} cannot be divided.`}
      </p>
      {pot.prizes !== undefined && <Prizes prizes={pot.prizes} money={money} />}
      <p className={styles.muted}>
        {money(pot.fees_cents)} paid fees
        {pot.buybacks_cents > 0 && ` and ${money(pot.buybacks_cents)} buybacks`}
        {pot.club_share_cents > 0 && `, without ${money(pot.club_share_cents)} for the club`}
        {pot.is_public ? '.' : '. Only admins see the pot.'}
      </p>
    </Card>
  )
}

interface PrizesProps {
  readonly prizes: NonNullable<Pot['prizes']>
  readonly money: (cents: number) => string
}

/** What the places get of the pot as it is, and what the weeks got of it. */
function Prizes({ prizes: { place_cents: places, weekly_cents: weekly, weeks }, money }: PrizesProps) {
  const given = weeks.reduce((sum, { cents }) => sum + cents, 0)
  return (
    <>
      <ol className={styles.places} aria-label="Prizes of places">
        {places.map((cents, at) => (
          // Places are numbers.
          <li key={at}>
            <span className={styles.muted}>Place {at + 1}</span> {money(cents)}
          </li>
        ))}
      </ol>
      {weekly > 0 && (
        <p>
          Before that, each week pays {money(weekly)}
          {weeks.length === 0 ? '.' : `: ${money(given)} in ${weeks.length} ${pluralize(weeks.length, 'week')} so far.`}
        </p>
      )}
    </>
  )
}
