import { LiveBoundary } from '../../ui/live-boundary.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { PageHeader, TO_DESK } from '../../ui/page-header.tsx'
import { useTopic } from '../../live/use-topic.ts'
import { ClubCard } from './club-card.tsx'
import styles from './club-screen.module.css'
import { ClubhouseScreenCard } from './clubhouse-screen-card.tsx'
import { FourEyesCard } from './four-eyes-card.tsx'
import { HealthCard } from './health-card.tsx'

/** How the pool looks and how it is doing: name, color and crest, the clubhouse screen, and the pool's health (`/admin/club`). */
export function ClubScreen() {
  const pool = useTopic('pool')
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Club Settings"
        help="season#the-club"
        lead="The club’s name, color and crest, the screen in the clubhouse, and how the pool is doing."
        back={TO_DESK}
      />
      <LiveBoundary state={pool} skeleton={<Skeleton height={600} />}>
        {(view) => (
          <div className={styles.cards}>
            <ClubCard name={view.club_name} color={view.club_color} crest={view.club_crest} showsOdds={view.shows_odds} />
            <ClubhouseScreenCard {...view.clubhouse_screen} />
            <FourEyesCard />
            <HealthCard />
          </div>
        )}
      </LiveBoundary>
    </div>
  )
}
