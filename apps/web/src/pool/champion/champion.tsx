import { type SeasonView } from '@outlast/contract/live'
import { seasonOutcomeOf } from '@outlast/views'
import { useEffect } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/loading.tsx'

interface ChampionProps {
  readonly season: SeasonView | undefined
}

const ChampionCard = lazyPart<{ readonly season: SeasonView }>(
  () => import('./champion-card.tsx').then((module) => module.ChampionCard),
  { placeholder: <Skeleton height={244} /> },
)

/** Announces who won the season, as soon as it is decided. Its code waits for that moment, so that the card comes as a whole. */
export function Champion({ season }: ChampionProps) {
  useEffect(() => ChampionCard.preload(), [])
  if (season === undefined || seasonOutcomeOf(season).status === 'running') return null
  return <ChampionCard season={season} />
}
