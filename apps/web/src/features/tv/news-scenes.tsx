import { type GameInfo, weekOddsOf } from '@outlast/contract/live'
import { scoreText } from '../../components/pool/pool-text.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { leadOf, type News } from './facts.ts'
import { Heading } from './frame.tsx'
import { GameRow } from './games-scene.tsx'
import styles from './news-scenes.module.css'
import type { SceneProps } from './scene-of.tsx'
import { Alive, newestOut, OutNames } from './survivor-scenes.tsx'
import { RevealScene } from './team-bars.tsx'

/** Shows what interrupts the rotation. */
export function NewsScene({ news, views, facts }: SceneProps & { readonly news: News }) {
  const { week } = views
  if (week === undefined) return null
  switch (news.kind) {
    case 'reveal':
      return <RevealScene week={week} />
    case 'elimination':
      return <EliminationNews news={news} views={views} facts={facts} />
    case 'lead':
      return <LeadNews gameId={news.gameId} views={views} facts={facts} />
    default:
      return news satisfies never
  }
}

const SHOWN = 8

interface EliminationProps extends SceneProps {
  readonly news: Extract<News, { kind: 'elimination' }>
}

/** Many entries went out at once. */
function EliminationNews({ news, views: { week }, facts }: EliminationProps) {
  if (week === undefined) return null
  const count = news.entryIds.length
  const games = week.games.filter(({ id }) => news.gameIds.includes(id)).slice(0, 2)
  return (
    <div className={styles.news} data-tone="loss">
      <Heading
        title={`${formatCount(count, 'entry', 'entries')} ${pluralize(count, 'goes', 'go')} out`}
        lead={games.map(scoreText).join(' · ') || undefined}
      />
      <div className={styles.columns}>
        <Alive alive={facts.total - facts.out.size} total={facts.total} />
        <div className={styles.list}>
          <OutNames week={week} entries={newestOut(week, new Set(news.entryIds))} shown={SHOWN} isBrief />
        </div>
      </div>
    </div>
  )
}

/** A lead changed late. */
function LeadNews({ gameId, views: { week, season } }: SceneProps & { readonly gameId: number }) {
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
  if (lead === 0) return 'All level, and a tie is a loss'
  const team = lead > 0 ? game.home_team_abbr : game.away_team_abbr
  return game.status === 'final' ? `${team} won it at the end` : `${team} takes the lead`
}
