import { formatMoney } from '@outlast/contract/money'
import { type ReactNode, useCallback } from 'react'
import { api } from '../api/client.ts'
import { useQuery } from '../api/use-query.ts'
import { useTopic, useTopicView } from '../live/use-topic.ts'
import { pluralize } from '../lib/numbers.ts'
import styles from './pot-line.module.css'

interface PotLineProps {
  /** The season that the page shows; by default the current one. */
  readonly season?: number | undefined
  /** Leaves out what one entry would get. */
  readonly brief?: boolean
}

/** What the entries play for, in one line, which has its height before the pot arrives. Nothing unless the rules show the pot to everybody. */
export function PotLine({ season, brief = false }: PotLineProps): ReactNode {
  const isPublic = useTopicView('pool', (pool) => pool.rules.pot_public) === true
  const pool = useTopic('pool')
  const loadPot = useCallback(() => api.call('getPot', { query: { season } }), [season])
  const found = useQuery(isPublic ? loadPot : null, 'Failed to load the pot', 'version' in pool ? pool.version : 0)
  // The rules of another season may keep its pot private.
  if (!isPublic || found.error !== null) return null
  const pot = found.data
  if (pot === undefined || (season !== undefined && pot.season_year !== season)) return <p className={styles.pot}>&nbsp;</p>
  if (pot.pot_cents === 0) return <p className={styles.pot}>Nothing is in the pot yet.</p>
  const share = formatMoney(pot.share_cents, pot.currency)
  return (
    <p className={styles.pot}>
      <strong>{formatMoney(pot.pot_cents, pot.currency)}</strong> in the pot
      {!brief && pot.sharers > 0 && (
        <span className={styles.share}>
          {pot.is_decided
            ? ` · ${share} for ${pot.sharers === 1 ? 'the champion' : 'each champion'}`
            : ` · ${share} for each of ${pot.sharers} ${pluralize(pot.sharers, 'entry', 'entries')} alive, if it ended now`}
        </span>
      )}
    </p>
  )
}
