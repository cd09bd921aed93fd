import { seasonTopic } from '@outlast/contract/live'
import { formatMoney } from '@outlast/contract/money'
import { sharersOf } from '@outlast/views'
import { type ReactNode, useCallback } from 'react'
import { api } from '../api/client.ts'
import { useQuery } from '../api/use-query.ts'
import { useTopic, useTopicView } from '../live/use-topic.ts'
import { formatCount } from '../lib/numbers.ts'
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
  // The pot changes with payments, its sharers with every score.
  const year = found.data?.season_year ?? null
  const live = useTopicView(brief || year === null ? null : seasonTopic(year), sharersOf)
  // The rules of another season may keep its pot private.
  if (!isPublic || found.error !== null) return null
  const pot = found.data
  if (pot === undefined || (season !== undefined && pot.season_year !== season)) return <p className={styles.pot}>&nbsp;</p>
  if (pot.pot_cents === 0) return <p className={styles.pot}>Nothing is in the pot yet.</p>
  const { sharers, isDecided } =
    pot.sharers === 0 ? { sharers: 0, isDecided: false } : (live ?? { sharers: pot.sharers, isDecided: pot.is_decided })
  const share = sharers === 0 ? '' : formatMoney(Math.floor(pot.pot_cents / sharers), pot.currency)
  return (
    <p className={styles.pot}>
      <strong>{formatMoney(pot.pot_cents, pot.currency)}</strong> in the pot
      {!brief && sharers > 0 && (
        <span className={styles.share}>
          {isDecided
            ? ` · ${share} for ${sharers === 1 ? 'the champion' : 'each champion'}`
            : ` · ${share} for each of ${formatCount(sharers, 'entry', 'entries')} alive, if it ended now`}
        </span>
      )}
    </p>
  )
}
