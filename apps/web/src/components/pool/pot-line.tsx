import { formatMoney } from '@outlast/contract/money'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { useTopic, useTopicView } from '../../live/use-topic.ts'
import { pluralize } from '../../lib/numbers.ts'
import styles from './pot-line.module.css'

const loadPot = () => api.call('getPot')

/** What the entries play for, in one line. Renders nothing unless the rules show the pot to everybody, and while it is empty. */
export function PotLine(): ReactNode {
  const isPublic = useTopicView('pool', (pool) => pool.rules.pot_public) === true
  const pool = useTopic('pool')
  const { data: pot } = useQuery(isPublic ? loadPot : null, 'Failed to load the pot', 'version' in pool ? pool.version : 0)
  if (!isPublic || pot === undefined || pot.pot_cents === 0) return null
  const share = formatMoney(pot.share_cents, pot.currency)
  return (
    <p className={styles.pot}>
      <strong>{formatMoney(pot.pot_cents, pot.currency)}</strong> in the pot
      {pot.sharers > 0 && (
        <span className={styles.share}>
          {pot.is_decided
            ? ` · ${share} for ${pot.sharers === 1 ? 'the champion' : 'each champion'}`
            : ` · ${share} for each of ${pot.sharers} ${pluralize(pot.sharers, 'entry', 'entries')} alive, if it ended now`}
        </span>
      )}
    </p>
  )
}
