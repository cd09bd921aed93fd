import type { GameInfo } from '@outlast/contract/live'
import { weekOddsOf } from '@outlast/views'
import { aTieIs } from '@outlast/domain/rules'
import { Heading } from './frame.tsx'
import { GameRow } from './games-scene.tsx'
import { leadOf, type News } from './news.ts'
import styles from './news-scenes.module.css'
import { fallsTitle } from './said.ts'
import type { SceneProps } from './scene-of.tsx'
import { AliveLine, FallPages } from './survivor-scenes.tsx'
import { RevealScene } from './team-bars.tsx'

/** Shows what interrupts the rotation. */
export function NewsScene({ news, views, facts, page }: SceneProps & { readonly news: News }) {
  const { week } = views
  if (week === undefined) return null
  switch (news.kind) {
    case 'reveal':
      return <RevealScene week={week} />
    case 'out':
    case 'back':
      return <FallsNews news={news} views={views} facts={facts} page={page} />
    case 'lead':
      return <LeadNews gameId={news.gameId} views={views} />
    default:
      return news satisfies never
  }
}

interface FallsNewsProps extends SceneProps {
  readonly news: Extract<News, { kind: 'out' | 'back' }>
}

/** Entries go out or come back: their names are the largest thing on the screen, one page after the other. */
function FallsNews({ news: { kind, falls }, views, facts, page }: FallsNewsProps) {
  return (
    <div className={styles.news} data-tone={kind === 'out' ? 'loss' : 'win'}>
      <FallPages kind={kind} title={fallsTitle(kind, falls.size)} falls={falls} views={views} page={page} />
      <AliveLine {...facts.count} />
    </div>
  )
}

/** A lead changed late. */
function LeadNews({ gameId, views: { week, season } }: Pick<SceneProps, 'views'> & { readonly gameId: number }) {
  const odds = week === undefined || season === undefined ? null : weekOddsOf(week, season)
  const stakes = odds?.games.find(({ game }) => game.id === gameId)
  if (stakes === undefined) return null
  return (
    <div className={styles.news} data-tone="warn">
      <Heading title={leadTitle(stakes.game)} lead="The lead changes at the end" />
      <div className={styles.game}>
        <GameRow stakes={stakes} isLarge />
      </div>
    </div>
  )
}

function leadTitle(game: GameInfo): string {
  const lead = leadOf(game)
  if (lead === 0) return `All level, and ${aTieIs(game.counts_as)}`
  const team = lead > 0 ? game.home_team_abbr : game.away_team_abbr
  return game.status === 'final' ? `${team} won it at the end` : `${team} takes the lead`
}
