import type { GameInfo, WeekView } from '@outlast/contract/live'
import { momentText } from '@outlast/contract/moment-text'
import { weekOddsOf } from '@outlast/views'
import { aTieIs } from '@outlast/domain/rules'
import { formatNumber } from '../../lib/numbers.ts'
import type { WeekViews } from './facts.ts'
import { Heading } from './frame.tsx'
import { GameRow } from './games-scene.tsx'
import { leadOf, type News } from './news.ts'
import styles from './news-scenes.module.css'
import { fallsTitle } from './said.ts'
import type { SceneProps } from './scene-of.tsx'
import { FallPages } from './survivor-scenes.tsx'
import { RevealScene } from './team-bars.tsx'

/** Shows what interrupts the rotation: a closed picture of what one change of the pool brought. */
export function NewsScene({ news, facts, page }: Omit<SceneProps, 'pool'> & { readonly news: News }) {
  const { week } = facts.views
  if (week === undefined) return null
  switch (news.kind) {
    case 'reveal':
      return <RevealScene week={week} />
    case 'out':
    case 'back':
      return <FallsNews news={news} facts={facts} page={page} />
    case 'lead':
      return <LeadNews gameId={news.gameId} views={facts.views} />
    default:
      return news satisfies never
  }
}

interface FallsNewsProps extends Omit<SceneProps, 'pool'> {
  readonly news: Extract<News, { kind: 'out' | 'back' }>
}

/** Entries go out or come back: their names are the largest thing on the screen, one page after the other. */
function FallsNews({ news: { kind, falls, before, after }, facts: { views }, page }: FallsNewsProps) {
  return (
    <div className={styles.news} data-tone={kind === 'out' ? 'loss' : 'win'}>
      <FallPages kind={kind} title={fallsTitle(kind, falls.size)} falls={falls} views={views} page={page}>
        {formatNumber(before)} → {formatNumber(after)} still in
      </FallPages>
    </div>
  )
}

/** A lead changed late. */
function LeadNews({ gameId, views: { week, season } }: { readonly gameId: number; readonly views: WeekViews }) {
  const odds = week === undefined || season === undefined ? null : weekOddsOf(week, season)
  const stakes = odds?.games.find(({ game }) => game.id === gameId)
  if (stakes === undefined) return null
  return (
    <div className={styles.news} data-tone="warn">
      <Heading title={leadTitle(stakes.game, week?.moments)} lead="The lead changes at the end" />
      <div className={styles.game}>
        <GameRow stakes={stakes} isLarge />
      </div>
    </div>
  )
}

/** Says who leads in the words of the moment of it. A game that is level or over has none. */
function leadTitle(game: GameInfo, moments: WeekView['moments'] = []): string {
  const lead = leadOf(game)
  if (lead === 0) return `All level, and ${aTieIs(game.counts_as)}`
  const team = lead > 0 ? game.home_team_abbr : game.away_team_abbr
  if (game.status === 'final') return `${team} won it at the end`
  const moment = moments.find((one) => one.kind === 'lead' && one.game?.id === game.id)
  return moment?.leader === team ? momentText(moment).title : `${team} take the lead`
}
