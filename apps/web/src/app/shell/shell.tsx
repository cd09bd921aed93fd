import { type ReactNode, Suspense } from 'react'
import { ConfirmProvider } from '../../ui/overlays/confirm.tsx'
import { PageLoading } from '../../ui/loading.tsx'
import { ClubNameContext } from '../../ui/page-header.tsx'
import { Toasts } from '../../ui/toast.tsx'
import { clubNameInPage, crestInPage } from '../../lib/page-club.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { ErrorBoundary } from '../error-screens.tsx'
import { Screens } from '../routes.tsx'
import { isBareAt } from '../screens/screens.ts'
import { useClubColor } from './club-color.ts'
import { ConnectionStatus } from './connection-status.tsx'
import { DraftBar } from './draft-bar.tsx'
import { LaterParts } from './later-parts.tsx'
import { SessionFollower } from './session-follower.tsx'
import styles from './shell.module.css'
import { SiteTimeBanner } from './site-time-banner.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useScrollRestoration } from './use-scroll-restoration.ts'
import { useShownLocation } from './use-shown-location.ts'
import { VoidPlanNotices } from './void-plan-notices.tsx'

/** The frame of every screen. */
export function Shell(): ReactNode {
  const clubName = useTopicView('pool', (pool) => pool.club_name) ?? clubNameInPage()
  const { crest } = useTopicView('pool', ({ club_crest }) => ({ crest: club_crest })) ?? { crest: crestInPage() }
  useClubColor()
  const { location, isLoading } = useShownLocation()
  useScrollRestoration(location)
  if (isBareAt(location.pathname)) {
    return (
      <main id="main" aria-busy={isLoading}>
        <Suspense fallback={<PageLoading />}>
          <Screens location={location} />
        </Suspense>
      </main>
    )
  }
  return (
    <ClubNameContext value={clubName}>
      <ConfirmProvider>
        <SessionFollower />
        <a href="#main" className={styles.skip}>
          Skip to content
        </a>
        <TopBar clubName={clubName} crest={crest} />
        <SiteTimeBanner />
        <ErrorBoundary key={location.pathname} fallback={null}>
          <VoidPlanNotices path={location.pathname} />
        </ErrorBoundary>
        <ConnectionStatus />
        <LaterParts />
        <main id="main" tabIndex={-1} className={styles.main} aria-busy={isLoading}>
          <Suspense fallback={<PageLoading />}>
            <Screens location={location} />
          </Suspense>
        </main>
      </ConfirmProvider>
      <DraftBar />
      <TabBar />
      <Toasts />
    </ClubNameContext>
  )
}
