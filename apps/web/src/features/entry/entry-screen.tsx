import { weekLabel } from '@outlast/domain/rules'
import { type SeasonEntry, seasonTopic, type SeasonView, weekTopic } from '@outlast/contract/live'
import { type Standing, roadOf, standingsOf } from '@outlast/views'
import { outHeadline, outReason } from '@outlast/contract/out-text'
import { type ReactNode, useMemo } from 'react'
import { useParams } from 'wouter'
import { Road } from '../../pool/champion/road.tsx'
import { PictureLink } from '../../pool/share/picture-link.tsx'
import { ShareButton } from '../../pool/share/share-button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { parseId } from '../../lib/numbers.ts'
import { useTopic, useTopicView, viewOf } from '../../live/use-topic.ts'
import styles from './entry.module.css'

const BACK = { to: '/history', label: 'History' }

/** An entry as everybody sees it: whether it is still in, and its run of revealed weeks (`/entry/:entryId`). */
export function EntryScreen(): ReactNode {
  const id = parseId(useParams()['entryId'] ?? '')
  const year = useTopicView('pool', (pool) => pool.weeks.find((week) => week.id === pool.current_week_id)?.season_year ?? null)
  const season = viewOf(useTopic(typeof year === 'number' ? seasonTopic(year) : null))
  const entry = season?.entries.find((candidate) => candidate.id === id)
  if (year === null || (season !== undefined && entry === undefined)) return <Unknown />
  if (season === undefined || entry === undefined) return <Skeleton height={320} />
  return <Entry entry={entry} season={season} />
}

function Unknown(): ReactNode {
  return (
    <>
      <PageHeader title="Entry" back={BACK} />
      <EmptyState title="No such entry">It takes no part in the current season, or its owner has deleted it.</EmptyState>
    </>
  )
}

function Entry({ entry, season }: { readonly entry: SeasonEntry; readonly season: SeasonView }): ReactNode {
  const standing = standingsOf(season).get(entry.id)
  const lastWeek = Math.max(0, ...season.weeks.map(({ week_number }) => week_number))
  const road = useMemo(() => roadOf(season, entry, lastWeek), [season, entry, lastWeek])
  const isOut = standing?.status === 'out'
  const title = `${entry.name}, ${isOut ? `out in week ${weekLabel(standing.eliminatedWeek)}` : 'still in'}`
  return (
    <div className={styles.page}>
      <PageHeader
        title={entry.name}
        lead={`${season.season_year} season`}
        back={BACK}
        actions={
          <>
            <PictureLink kind={isOut ? 'elimination' : 'entry'} id={entry.id} />
            <ShareButton size="small" path={`/entry/${entry.id}`} title={title} />
          </>
        }
      />
      <Card>
        <p className={styles.state} data-out={isOut || undefined}>
          {isOut ? <Out standing={standing} season={season} /> : <strong>Still in.</strong>}
        </p>
        {road.picks.length > 0 ? (
          <Road picks={road.picks} label={`The run of ${entry.name}`} />
        ) : (
          <p className={styles.none}>Its picks appear here as their weeks lock.</p>
        )}
      </Card>
    </div>
  )
}

interface OutProps {
  readonly standing: Extract<Standing, { readonly status: 'out' }>
  readonly season: SeasonView
}

function Out({ standing, season }: OutProps): ReactNode {
  const week = season.weeks.find(({ week_number }) => week_number === standing.eliminatedWeek)
  const games = viewOf(useTopic(week === undefined ? null : weekTopic(week.id)))?.games
  const game = games?.find(({ home_team_abbr: home, away_team_abbr: away }) => [home, away].includes(standing.team ?? ''))
  return (
    <>
      <strong>{outHeadline(standing)}</strong> {outReason(standing, game, 'unsaid')}
    </>
  )
}
