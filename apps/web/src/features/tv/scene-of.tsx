import type { Scene } from '@outlast/domain/rules'
import { ChampionScene, CurveScene } from './season-scenes.tsx'
import type { PoolView } from '@outlast/contract/live'
import type { ScreenFacts } from './facts.ts'
import { GamesScene } from './games-scene.tsx'
import { CountdownScene, JoinScene } from './open-scenes.tsx'
import { DistributionScene, RevealScene } from './team-bars.tsx'
import { SummaryScene } from './summary-scene.tsx'
import { OutScene, SurvivorsScene } from './survivor-scenes.tsx'

export interface SceneProps {
  readonly pool: PoolView
  readonly facts: ScreenFacts
  /** The page of a list of names, see `Plan`. */
  readonly page: number
}

/** Shows a scene, drawn from one version of the views. */
export function SceneOf({ scene, pool, facts, page }: SceneProps & { readonly scene: Scene }) {
  const { week, season } = facts.views
  if (week === undefined || scene === 'join') return <JoinScene pool={pool} week={week} />
  switch (scene) {
    case 'countdown':
      return <CountdownScene week={week} />
    case 'reveal':
      return <RevealScene week={week} />
    case 'survivors':
      return <SurvivorsScene facts={facts} />
    case 'games':
      return <GamesScene week={week} season={season} />
    case 'out':
      return <OutScene facts={facts} page={page} />
    case 'distribution':
      return <DistributionScene week={week} />
    case 'summary':
      return <SummaryScene week={week} season={season} />
    case 'curve':
      return season === undefined ? null : <CurveScene season={season} />
    case 'champion':
      return facts.titleSeason === undefined ? null : <ChampionScene pool={pool} season={facts.titleSeason} page={page} />
    default:
      return scene satisfies never
  }
}
