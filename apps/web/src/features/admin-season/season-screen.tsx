import type { ReactNode } from 'react'
import { Champion } from '../../pool/champion/champion.tsx'
import { seasonTopic } from '@outlast/contract/live'
import { LiveBoundary } from '../../ui/live-boundary.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader, TO_DESK } from '../../ui/page-header.tsx'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import { nextSeasonOf } from '../../desk/next-season.ts'
import styles from './season.module.css'
import { PastChampionsCard } from './past-champions-card.tsx'
import { StartCard } from './start-card.tsx'
import { StartedSeason } from './started-season.tsx'

/** The end of a season and the start of the next one (`/admin/season`). */
export function SeasonScreen(): ReactNode {
  const pool = useTopic('pool')
  const known = viewOf(pool)
  const current = known === undefined ? null : nextSeasonOf(known).current
  const season = viewOf(useTopic(current === null ? null : seasonTopic(current)))
  return (
    <div className={styles.screen}>
      <PageHeader title="Next Season" help="season#the-next-season" lead="Start it, and see who plays again." back={TO_DESK} />
      <LiveBoundary state={pool} skeleton={<Loading />}>
        {(view) => {
          const { started, next } = nextSeasonOf(view)
          if (started === null && next === null) return <NoSeason />
          return (
            <>
              {started !== null && <StartedSeason pool={view} year={started} />}
              {next !== null && <StartCard next={next} rules={view.rules} season={season} isQuiet={started !== null} />}
              <Champion season={season} />
            </>
          )
        }}
      </LiveBoundary>
      <PastChampionsCard />
    </div>
  )
}

function NoSeason() {
  return (
    <EmptyState
      title="The pool has no season yet"
      action={
        <ButtonLink to="/admin/config" variant="primary">
          Add the first week
        </ButtonLink>
      }
    >
      The first season begins with its first week. Everybody who has an entry takes part in it.
    </EmptyState>
  )
}
