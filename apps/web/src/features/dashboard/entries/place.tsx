import type { SeasonView } from '@outlast/contract/live'
import { placesOf } from '@outlast/views/places'
import { formatNumber } from '../../../lib/numbers.ts'
import styles from './entries.module.css'

interface PlaceProps {
  readonly entryId: number
  readonly season: SeasonView | undefined
}

/** Where an entry stands in the leaderboard: "9–0 · rank 1 of 51". */
export function Place({ entryId, season }: PlaceProps) {
  const places = season === undefined ? undefined : placesOf(season)
  const place = places?.get(entryId)
  return (
    <p className={`note ${styles.place}`}>
      {places === undefined || place === undefined
        ? '\u00A0'
        : `${place.wins}–${place.losses} · rank ${formatNumber(place.rank)} of ${formatNumber(places.size)}`}
    </p>
  )
}
