import { formatMoney } from '@outlast/contract/money'
import { type ReactNode, useCallback } from 'react'
import { api } from '../api/client.ts'
import { useQuery } from '../api/use-query.ts'
import { useTopic } from '../live/use-topic.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import styles from './pot-line.module.css'

const PotShare = lazyPart(() => import('./pot-share.tsx').then((module) => module.PotShare), { placeholder: null })

const LastPrize = lazyPart(() => import('./weekly-prizes.tsx').then((module) => module.LastPrize), { placeholder: null })

export interface PotLineProps {
  /** The season that the page shows; by default the current one. */
  readonly season?: number | undefined
  /** The week that the page shows: who has its prize. */
  readonly weekId?: number | undefined
  /** Leaves out what one entry would get. */
  readonly brief?: boolean
  /** Names who has the prize of the last week that is over. */
  readonly lastPrize?: boolean
}

/** What the entries play for. It has its height before the pot arrives. */
export function PotLineContent({ season, weekId, brief = false, lastPrize = false }: PotLineProps): ReactNode {
  const pool = useTopic('pool')
  const loadPot = useCallback(() => api.call('getPot', { query: { season } }), [season])
  const found = useQuery(loadPot, 'Failed to load the pot', 'version' in pool ? pool.version : 0)
  // The rules of another season may keep its pot private.
  if (found.error !== null) return null
  const pot = found.data
  if (pot === undefined || (season !== undefined && pot.season_year !== season)) return <p className={styles.pot}>&nbsp;</p>
  const owed = pot.owed_cents > 0 && `${formatMoney(pot.owed_cents, pot.currency)} still owed`
  if (pot.pot_cents === 0) return <p className={styles.pot}>Nothing is in the pot yet.{owed && ` ${owed}.`}</p>
  const last = lastPrize ? pot.prizes?.weeks.at(-1) : undefined
  return (
    <p className={styles.pot}>
      <strong>{formatMoney(pot.pot_cents, pot.currency)}</strong> in the pot
      {!brief && pot.sharers > 0 && pot.season_year !== null && (
        <span className="muted">
          <PotShare pot={pot} season={pot.season_year} weekId={weekId} refetch={found.refetch} />
        </span>
      )}
      {last !== undefined && pot.season_year !== null && (
        <LastPrize season={pot.season_year} week={last} currency={pot.currency} />
      )}
      {!brief && owed && ` · ${owed}`}
    </p>
  )
}
