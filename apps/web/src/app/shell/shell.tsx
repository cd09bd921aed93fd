import { type ReactNode, Suspense } from 'react'
import { ConfirmProvider } from '../../components/overlays/confirm.tsx'
import { Loading } from '../../components/ui/loading.tsx'
import { ClubNameContext } from '../../components/ui/page-header.tsx'
import { Toasts } from '../../components/ui/toast.tsx'
import { clubNameInPage } from '../../lib/page-club.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { Screens } from '../routes.tsx'
import { isBareAt } from '../screens/screens.ts'
import { useClubColor } from './club-color.ts'
import { ConnectionStatus } from './connection-status.tsx'
import { DraftBar } from './draft-bar.tsx'
import { LogWatch } from './log-watch.tsx'
import { SessionFollower } from './session-follower.tsx'
import styles from './shell.module.css'
import { SiteTimeBanner } from './site-time-banner.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useScrollRestoration } from './use-scroll-restoration.ts'
import { useShownLocation } from './use-shown-location.ts'

/** The frame of every screen. */
export function Shell(): ReactNode {
  const clubName = useTopicView('pool', (pool) => pool.club_name) ?? clubNameInPage()
  const crest = useTopicView('pool', (pool) => pool.club_crest) ?? null
  useClubColor()
  const { location, isLoading } = useShownLocation()
  useScrollRestoration(location)
  if (isBareAt(location.pathname)) {
    return (
      <main id="main" aria-busy={isLoading}>
        <Suspense fallback={<Loading />}>
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
        <ConnectionStatus />
        <LogWatch />
        <main id="main" tabIndex={-1} className={styles.main} aria-busy={isLoading}>
          <Suspense fallback={<Loading />}>
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
